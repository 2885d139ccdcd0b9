import type { WayToGive } from '../../domain/announcement.ts'
import { type ContributionState, type DocumentState, isAwaited } from '../../domain/contribution.ts'

type Announced = {
  way: WayToGive | null
  state: ContributionState
  /** Of the latest document to sign. */
  document: DocumentState | null
  /** Whether a command about it waits for a second person: it has arrived. */
  isFiled: boolean
}

/** Why the people of the account cannot change what they announced; null: they can. */
export function changeViolation(announced: Announced): string | null {
  const violation = arrivalViolation(announced)
  if (violation !== null) return violation
  const { document } = announced
  return document === null || document === 'declined' || document === 'voided'
    ? null
    : 'A document was prepared for this contribution, so it can no longer be changed here. Cancel it and announce it again, or call us.'
}

/** Why they cannot cancel it; null: they can. */
export function withdrawalViolation(announced: Announced): string | null {
  return (
    arrivalViolation(announced) ??
    (announced.document === 'signed'
      ? 'Everyone has signed the document of this contribution. Please try again when it has been filed.'
      : null)
  )
}

function arrivalViolation({ way, state, isFiled }: Announced): string | null {
  if (way === null) return 'Only a contribution that was announced here can be changed. Please call us.'
  if (state === 'cancelled') return 'This contribution was cancelled.'
  return isAwaited(state) && !isFiled
    ? null
    : 'This contribution has arrived, so it can no longer be changed.'
}
