import { showToast } from '../ui/notices/toast-store.ts'

/**
 * Says what was removed, and moves the focus from the button that went with it to the heading of the page, where Tab continues. Call it once
 * the page no longer shows what was removed. A person who has moved on keeps the focus where it is.
 */
export function afterRemoval(message: string): void {
  showToast({ header: 'Removed', message, className: 'success' })
  // The row leaves the page, and a dialog gives back its focus, after this turn.
  setTimeout(focusHeadingIfLost)
}

/** Moves the focus to the heading of the page where the button that had it is gone. */
export function focusHeadingIfLost(): void {
  if (document.activeElement === document.body)
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
}
