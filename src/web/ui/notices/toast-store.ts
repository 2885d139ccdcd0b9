/**
 * A toast (§3). Its fields are text, never markup. `message` and `lowerMessage` may link to a screen, as in §8:
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
  /** Its look, and whether screen readers are interrupted. */
  className?: 'notice' | 'success' | 'error'
  /** By default notices hide and errors stay until closed. */
  autoHide?: boolean
  /** Milliseconds until it hides; 5000 by default (§9). The timer pauses under pointer or focus. */
  delay?: number
  /** No close button: one of the buttons must be pressed. */
  disableClose?: boolean
  /** Takes the focus when it appears. */
  focus?: boolean
  /** Lower ones are above; equal ones in order of arrival. */
  index?: number
}

export type ShownToast = Toast & { id: number }

/** The limit of visible toasts. The oldest are removed, except those that need an answer. */
const maxToasts = 5

let shown: readonly ShownToast[] = []
let nextId = 1
const listeners = new Set<() => void>()

function show(toasts: readonly ShownToast[]): void {
  shown = toasts
  for (const listener of listeners) listener()
}

/** Shows a toast and returns the id for `closeToast`. */
export function showToast(toast: Toast): number {
  const id = nextId++
  const oldest = shown.filter(({ disableClose }) => !disableClose).sort((one, other) => one.id - other.id)
  const leaving = new Set(oldest.slice(0, Math.max(0, shown.length + 1 - maxToasts)))
  showInOrder([...shown.filter(other => !leaving.has(other)), { ...toast, id }])
  return id
}

/** Replaces a visible toast, or shows it again if it is gone. */
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

/** Whether the toast has the pointer or the focus. */
export function isToastHeld(id: number): boolean {
  return document.getElementById(toastElementId(id))?.matches(':hover, :focus-within') ?? false
}

/** Logging out clears all toasts (§4). */
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
