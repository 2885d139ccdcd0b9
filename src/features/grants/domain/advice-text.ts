import { formatDate } from '../../../domain/dates.ts'
import type { AdviceChannel, ShownAdvice } from './advice.ts'

export const adviceChannelLabels = {
  phone: 'By phone',
  letter: 'By letter',
  meeting: 'In a meeting',
} as const satisfies Record<AdviceChannel, string>

/** How donors read of what the sponsor's staff entered. A sponsor never recommends. */
export const enteredForYou = 'Entered for you'

/** Whose advice it was, such as `advised by Ruth Whitcombe by phone on May 3, 2026`. */
export const adviceText = ({ donorName, channel, advisedOn }: ShownAdvice, locale: string): string =>
  `advised by ${donorName} ${adviceChannelLabels[channel].toLowerCase()} on ${formatDate(advisedOn, locale)}`

/** Who did it: one of the fund's own people by name, or the sponsor's staff for the donor whose advice they followed. */
export function recommendedBy(name: string | null, advice: ShownAdvice | null, locale: string): string {
  if (name !== null) return `by ${name}`
  const entered = enteredForYou.toLowerCase()
  return advice === null ? entered : `${entered}, ${adviceText(advice, locale)}`
}
