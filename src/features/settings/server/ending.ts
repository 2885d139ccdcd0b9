import { dayMs } from '../../../domain/durations.ts'

/** Something that ends, or that has to be replaced by a day, of what the program cannot replace itself. */
export type Ending = {
  /** What ends, the same until it is replaced. */
  key: string
  /** What to do, as sentences. */
  text: string
  endsOn: Date
}

/** How long before its end something is said, in days: people outside may take weeks to replace it. */
export const warningDays = 60
/** From then on those who can act are written to. */
export const mailDays = 30
const urgentDays = 7

/** How urgent an ending is: it ended, or ends within 7, 30 or 60 days. */
export type EndingLevel = 'ended' | 'urgent' | 'soon' | 'later'

export function levelOf(endsOn: Date, now: Date): EndingLevel {
  const leftMs = endsOn.getTime() - now.getTime()
  if (leftMs <= 0) return 'ended'
  if (leftMs < urgentDays * dayMs) return 'urgent'
  return leftMs < mailDays * dayMs ? 'soon' : 'later'
}

/** Whether it is said at this time. */
export const isEnding = (endsOn: Date, now: Date): boolean =>
  endsOn.getTime() - now.getTime() < warningDays * dayMs
