import { addDays, type IsoDate } from '../../domain/dates.ts'
import type { Transition } from '../../features/grants/domain/grant-status.ts'
import type { DemoUser } from '../people/demo-users.ts'
import type { Draws } from '../random.ts'

/** Where a grant has come to, once all its steps are taken. */
export const grantEnds = {
  recommended: [],
  review: ['review'],
  information: ['review', 'ask-information'],
  approved: ['review', 'approve'],
  scheduled: ['review', 'approve', 'schedule'],
  paid: ['review', 'approve', 'schedule', 'pay'],
  cleared: ['review', 'approve', 'schedule', 'pay', 'clear'],
  cancelled: ['cancel'],
  rejected: ['review', 'reject'],
  voided: ['review', 'approve', 'void'],
  returned: ['review', 'approve', 'schedule', 'pay', 'clear', 'return'],
} as const satisfies Record<string, readonly Transition[]>
export type GrantEnd = keyof typeof grantEnds

/** A step of a grant, on its day; who takes it is one of the people whom one can sign in as. */
export type GrantStep = {
  transition: Transition
  on: IsoDate
  by: 'recommender' | Extract<DemoUser, 'super' | 'super2'>
  /** What the donor is told, where the step needs it. */
  message: string | null
  /** Of a return: how much of what was paid comes back, in hundredths of a percent. */
  returnedBps: number
}

/** Steps that a grant can do without. */
const optional: readonly Transition[] = ['review', 'schedule']

/** Days that each step takes after the one before. */
const daysFor: Readonly<Record<Transition, readonly [least: number, most: number]>> = {
  review: [0, 2],
  'ask-information': [1, 3],
  reserve: [0, 1],
  approve: [1, 3],
  schedule: [0, 1],
  pay: [1, 4],
  clear: [2, 14],
  cancel: [0, 1],
  reject: [1, 4],
  void: [2, 6],
  return: [20, 60],
  'void-payment': [5, 20],
}

const messages: Partial<Record<Transition, readonly string[]>> = {
  'ask-information': [
    'Please tell us which of the two branches of the same name is meant.',
    'The name of the programme is not known to the charity. Which one do you have in mind?',
  ],
  reject: [
    'The charity told us that the appeal has ended.',
    'The charity asked us not to send restricted gifts for this purpose.',
  ],
  void: [
    'The charity is about to merge and asked us to wait for its successor.',
    'The bank details could not be confirmed with the charity.',
  ],
  return: [
    'The cheque was not cashed within six months.',
    'The charity returned what the programme did not need.',
    'The account of the charity was closed; the bank sent the payment back.',
  ],
}

/** How most grants end, and how some do. */
export function drawEnd(draws: Draws): GrantEnd {
  const drawn = draws.next()
  if (drawn < 0.03) return 'cancelled'
  if (drawn < 0.055) return 'rejected'
  if (drawn < 0.07) return 'voided'
  if (drawn < 0.1) return 'returned'
  return 'cleared'
}

/**
 * The steps from the recommendation to the end, each on a day of work. `withinDays` presses them together, so that the last is taken
 * by then; steps after `today` are not taken yet.
 */
export function transitionsTo(
  draws: Draws,
  end: GrantEnd,
  recommendedOn: IsoDate,
  today: IsoDate,
  withinDays = Number.POSITIVE_INFINITY,
): GrantStep[] {
  const [first, second] = draws.chance(0.5) ? (['super', 'super2'] as const) : (['super2', 'super'] as const)
  // Years ago few grants were looked at before they were decided, and few waited for a day of payment.
  const isTaken = (transition: Transition) =>
    withinDays < Number.POSITIVE_INFINITY || !optional.includes(transition) || draws.chance(0.3)
  let days = 0
  const drawn = grantEnds[end].filter(isTaken).map(transition => {
    days += draws.whole(...daysFor[transition])
    const choices = messages[transition]
    return { transition, days, message: choices ? draws.pick(choices) : null }
  })
  const pressed = days > withinDays ? withinDays / days : 1
  const returnedBps = draws.chance(0.7) ? 10_000 : draws.whole(2, 7) * 1_000
  const steps = drawn.map((step): GrantStep => {
    const day = addDays(recommendedOn, Math.floor(step.days * pressed))
    return {
      transition: step.transition,
      on: pressed < 1 ? day : dayOfWork(day),
      by: byOf(step.transition, first, second),
      message: step.message,
      returnedBps,
    }
  })
  return steps.filter(step => step.on <= today)
}

/** Money is moved by another than the one who approved it, whatever the amount. */
function byOf(
  transition: Transition,
  first: 'super' | 'super2',
  second: 'super' | 'super2',
): GrantStep['by'] {
  if (transition === 'cancel') return 'recommender'
  return ['pay', 'clear', 'return'].includes(transition) ? second : first
}

/** The day itself, or the Monday after it. */
export function dayOfWork(day: IsoDate): IsoDate {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return weekday === 6 ? addDays(day, 2) : weekday === 0 ? addDays(day, 1) : day
}
