import { localEnglish } from '../../../domain/local-english.ts'
import type { StatusSign } from '../../../domain/status-sign.ts'
import type { PaymentMethod } from '../../grants/domain/payment-label.ts'
import { type RunState, runStateLabels } from './payment-run.ts'

/** `Transfers` or `Checks`: what a run is made of. */
export const methodTitle = (method: PaymentMethod, locale: string): string =>
  method === 'eft' ? 'Transfers' : localEnglish('Cheques', locale)

type Progress = Record<'problems' | 'payments' | 'paid' | 'cleared' | 'returned' | 'rejected', number> & {
  state: RunState
}

/** The sign of a run: until it is sent it waits for somebody; then for its bank. */
export function runSign({ state, payments, cleared, returned, rejected }: Progress): StatusSign {
  if (state === 'created' || state === 'approved') return 'waiting'
  if (state === 'cancelled') return 'ended'
  if (state === 'rejected' || returned + rejected > 0) return 'refused'
  return cleared === payments ? 'done' : 'in-progress'
}

/** The state of a run, for lists. */
export function runState(
  { state, problems, payments, paid, cleared, returned, rejected }: Progress,
  locale: string,
): string {
  if (state === 'created')
    return problems > 0 ? `Awaiting approval, ${problems} can’t be paid` : 'Awaiting approval'
  if (state === 'approved') return 'Approved, not sent'
  if (state === 'cancelled') return localEnglish('Cancelled', locale)
  if (state === 'rejected') return runStateLabels.rejected
  const made = payments - rejected
  if (paid < made) return `Recording, ${paid} of ${made}`
  const refused = rejected === 0 ? '' : `, ${rejected} refused by the bank`
  if (returned === made) return `Returned${refused}`
  const open = made - cleared - returned
  const back = `${returned === 0 ? '' : `, ${returned} returned`}${refused}`
  if (open === 0) return `Cleared${back}`
  return cleared === 0 ? `Sent${back}` : `Sent, ${cleared} cleared${back}`
}
