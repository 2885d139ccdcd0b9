import { formatInstant, type InstantStyle } from '../../../domain/dates.ts'
import type { Right } from '../users.contract.ts'

/** From when until when a right gives what it gives. */
export function periodText({ from, until }: Pick<Right, 'from' | 'until'>, style: InstantStyle): string {
  const begins = from === null ? null : `From ${formatInstant(from, style)}`
  const ends = until === null ? 'until it is ended' : `until ${formatInstant(until, style)}`
  if (begins !== null) return `${begins} ${ends}`
  return until === null ? 'Until it is ended' : `Until ${formatInstant(until, style)}`
}
