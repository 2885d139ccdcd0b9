import { hasUnsavedChanges } from '../form/unsaved-changes.ts'
import { closeToast, isToastHeld, showToast, updateToast } from '../ui/notices/toast-store.ts'
import { isBackupReady } from './local-backups.ts'

type Warning = {
  why: 'idle' | 'token'
  leftMs: number
  onStay: () => void
  onLeave: () => void
}

/** Smaller differences to the shown countdown are rounding. */
const visibleMs = 900

const messages = {
  idle: 'You haven’t used the portal for a while. To protect your account, we’ll log you out in',
  token: 'Your session is about to expire. To protect your account, we’ll log you out in',
} as const

const keptMessage =
  'If that happens, we’ll keep what you typed on this page until you log in again. “Log me out” discards it.'
/** Without a connection when the first change was made, or at an address that is not secure. */
const lostMessage = 'You’ll lose any unsaved changes on this page when you’re logged out.'

let shown: { id: number; endsAtWallMs: number; why: Warning['why'] } | null = null

/** The warning of §9: one toast with a countdown and two buttons, shown until it is answered or no longer applies. */
export const idleWarning = {
  show({ why, leftMs, onStay, onLeave }: Warning): void {
    // The countdown uses the machine's clock, so it is corrected when that clock changes.
    const endsAtWallMs = Date.now() + leftMs
    if (shown?.why === why && Math.abs(shown.endsAtWallMs - endsAtWallMs) < visibleMs) return
    const toast = {
      header: 'Are you still there?',
      message: messages[why],
      idleWarning: endsAtWallMs,
      ...(hasUnsavedChanges() ? { lowerMessage: isBackupReady() ? keptMessage : lostMessage } : {}),
      buttons: [
        { text: 'I’m still here', action: onStay },
        { text: 'Log me out', action: onLeave },
      ],
      autoHide: false,
      disableClose: true,
      index: -1,
    }
    const id = shown === null ? showToast(toast) : updateToast(shown.id, toast)
    shown = { id, endsAtWallMs, why }
  },
  withdraw(): void {
    if (shown === null) return
    closeToast(shown.id)
    shown = null
  },
  /** Whether the warning has the pointer or the focus. */
  isHeld: (): boolean => shown !== null && isToastHeld(shown.id),
}
