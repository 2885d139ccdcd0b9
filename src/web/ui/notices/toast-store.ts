/**
 * A toast (§3). What it says is text; markup has no way in. `message` and `lowerMessage` may lead to a screen, as §8 writes it:
 * `[Contact](/contact)`.
 */
export type Toast = {
  header: string
  message?: string
  list?: readonly string[]
  lowerMessage?: string
  /** Milliseconds since 1970 at which the session ends: shows a countdown mm:ss (§2.5). */
  idleWarning?: number
  buttons?: readonly { text: string; action: () => void }[]
  /** How it looks and how loudly it is read out. */
  className?: 'notice' | 'success' | 'error'
  /** Notices hide by themselves, errors stay until closed (open-points 9), unless this says otherwise. */
  autoHide?: boolean
  /** Milliseconds until it hides; 5000 unless given (§9). The clock stops under pointer or focus. */
  delay?: number
  /** No cross: one of the buttons must be pressed. */
  disableClose?: boolean
  /** Takes the focus when it appears. */
  focus?: boolean
  /** Lower stands higher; equal ones in order of arrival. */
  index?: number
}

export type ShownToast = Toast & { id: number }

/** The oldest give way, but not one that must be answered: a page that fails ten times does not need ten toasts. */
const toastsAtMost = 5

let shown: readonly ShownToast[] = []
let nextId = 1
const listeners = new Set<() => void>()

function show(toasts: readonly ShownToast[]): void {
  shown = toasts
  for (const listener of listeners) listener()
}

/** Shows a toast and gives the id that `closeToast` takes. */
export function showToast(toast: Toast): number {
  const id = nextId++
  const oldest = shown.filter(({ disableClose }) => !disableClose).sort((one, other) => one.id - other.id)
  const leaving = new Set(oldest.slice(0, Math.max(0, shown.length + 1 - toastsAtMost)))
  showInOrder([...shown.filter(other => !leaving.has(other)), { ...toast, id }])
  return id
}

/** Puts another in the place of a toast that is shown; shows it anew where that one has gone. */
export function updateToast(id: number, toast: Toast): number {
  if (!shown.some(other => other.id === id)) return showToast(toast)
  showInOrder(shown.map(other => (other.id === id ? { ...toast, id } : other)))
  return id
}

const showInOrder = (toasts: ShownToast[]) =>
  show(toasts.sort((one, other) => (one.index ?? 0) - (other.index ?? 0) || one.id - other.id))

export function closeToast(id: number): void {
  show(shown.filter(toast => toast.id !== id))
}

export const toastElementId = (id: number): string => `toast-${id}`

/** Whether the pointer or the focus is in it. */
export function isToastHeld(id: number): boolean {
  return document.getElementById(toastElementId(id))?.matches(':hover, :focus-within') ?? false
}

/** Log-out clears them all (§4). */
export function clearToasts(): void {
  show([])
}

/** For `useSyncExternalStore`. */
export const toastStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  read: () => shown,
}
