import { type BankCalendar, isBankingDay, nextBankingDay } from '../../domain/bank-holidays.ts'
import { addDays, type IsoDate } from '../../domain/dates.ts'
import { dayMs } from '../../domain/durations.ts'
import type { Transition } from '../../features/grants/domain/grant-status.ts'
import type { DemoUser } from '../people/demo-users.ts'
import type { Random } from '../random.ts'

/** The transitions that lead a grant to each state. */
const transitionPaths = {
  recommended: [],
  review: ['ask-information', 'answer'],
  information: ['ask-information'],
  approved: ['approve'],
  scheduled: ['approve', 'schedule'],
  paid: ['approve', 'schedule', 'pay'],
  cleared: ['approve', 'schedule', 'pay', 'clear'],
  cancelled: ['cancel'],
  rejected: ['reject'],
  voided: ['approve', 'void'],
  returned: ['approve', 'schedule', 'pay', 'clear', 'return'],
} as const satisfies Record<string, readonly Transition[]>
export type TargetState = keyof typeof transitionPaths

/** A planned transition of a grant. `by` is the recommender or a user of the staff. */
export type GrantStep = {
  transition: Transition
  on: IsoDate
  by: 'recommender' | Extract<DemoUser, 'super' | 'super2'>
  /** The message to the donor, where the transition requires one. */
  message: string | null
  /** For a return: the returned share of the payment in basis points. */
  returnedBps: number
}

/** Days between a transition and the one before. */
const daysFor: Readonly<Record<Transition, readonly [least: number, most: number]>> = {
  'ask-information': [1, 3],
  answer: [1, 3],
  reserve: [0, 1],
  approve: [1, 3],
  schedule: [0, 1],
  unschedule: [0, 1],
  pay: [1, 4],
  'reject-payment': [1, 2],
  clear: [2, 14],
  reopen: [1, 3],
  cancel: [0, 1],
  reject: [1, 4],
  void: [2, 6],
  return: [20, 60],
  'void-payment': [5, 20],
}

const messages: Partial<Record<Transition, readonly string[]>> = {
  'ask-information': [
    'The charity has two branches with this name. Which one do you mean?',
    'The charity doesn’t know a project of this name. Which project do you mean?',
  ],
  answer: ['The one at the harbor, please.', 'The reading project for schools.'],
  reject: [
    'The charity told us that this appeal has ended.',
    'The charity does not accept gifts restricted to this purpose.',
  ],
  void: [
    'The charity is about to merge and asked us to wait until it has done so.',
    'We could not confirm the bank details with the charity.',
  ],
  return: [
    'The payment was not cashed within six months.',
    'The charity returned money that the project did not need.',
    'The charity’s bank account was closed, and the bank returned the payment.',
  ],
}

/** Picks the final state of a grant; most are cleared. */
export function pickTargetState(random: Random): TargetState {
  const value = random.next()
  if (value < 0.03) return 'cancelled'
  if (value < 0.055) return 'rejected'
  if (value < 0.07) return 'voided'
  if (value < 0.1) return 'returned'
  return 'cleared'
}

/**
 * Plans the transitions from the recommendation to the target state, each on a day on which banks are open. `withinDays` shortens
 * the intervals, so that the last one happens within that time. Transitions after `today` are left out.
 */
export function transitionsTo(
  random: Random,
  target: TargetState,
  { recommendedOn, today, calendar }: { recommendedOn: IsoDate; today: IsoDate; calendar: BankCalendar },
  withinDays = Number.POSITIVE_INFINITY,
): GrantStep[] {
  const isPaid =
    target === 'approved' || transitionPaths[target].some(transition => transition === 'schedule')
  // The second super user approves the payment runs, so the first approves what they pay and will pay.
  const [first, second] =
    isPaid || random.chance(0.5) ? (['super', 'super2'] as const) : (['super2', 'super'] as const)
  const isShortened = withinDays < Number.POSITIVE_INFINITY
  let days = 0
  const planned = transitionPaths[target].map(transition => {
    days += random.integer(...daysFor[transition])
    const choices = messages[transition]
    return { transition, days, message: choices ? random.pick(choices) : null }
  })
  const factor = days > withinDays ? withinDays / days : 1
  const returnedBps = random.chance(0.7) ? 10_000 : random.integer(2, 7) * 1_000
  const paidAfterDays = planned.find(({ transition }) => transition === 'pay')?.days
  // A run collects and pays on one day.
  const plannedDays = planned.map(({ transition, days: after }) => ({
    transition,
    on: addDays(
      recommendedOn,
      Math.floor((transition === 'schedule' ? (paidAfterDays ?? after) : after) * factor),
    ),
  }))
  const on = isShortened ? shortened(plannedDays, today, calendar) : usual(plannedDays, calendar)
  const steps = planned.map(
    ({ transition, message }, index): GrantStep => ({
      transition,
      on: on[index] ?? recommendedOn,
      by: byOf(transition, first, second),
      message,
      returnedBps,
    }),
  )
  return steps.filter(step => step.on <= today)
}

type PlannedDay = { transition: Transition; on: IsoDate }

/** Past runs were weekly; what follows a run is as much later as the run. */
function usual(planned: readonly PlannedDay[], calendar: BankCalendar): IsoDate[] {
  let laterDays = 0
  return planned.map(({ transition, on }) => {
    const day = addDays(on, laterDays)
    if (transition !== 'schedule') return nextBankingDay(day, calendar)
    const runsOn = nextBankingDay(nextWednesday(day), calendar)
    laterDays += (Date.parse(runsOn) - Date.parse(day)) / dayMs
    return runsOn
  })
}

/** Transitions that a bank takes part in. */
const ofBank: readonly Transition[] = ['schedule', 'pay', 'reject-payment', 'clear', 'return', 'void-payment']

/** What a bank does happens on the next banking day, or on the last one where that is still to come; the order stays. */
function shortened(planned: readonly PlannedDay[], today: IsoDate, calendar: BankCalendar): IsoDate[] {
  const days = planned.map(({ transition, on }) => {
    if (!ofBank.includes(transition)) return on
    const next = nextBankingDay(on, calendar)
    return next <= today ? next : lastBankingDay(on, calendar)
  })
  // What people do before a run that was moved back happens before it too.
  return days.map((_, index) => days.slice(index).toSorted()[0] ?? today)
}

function lastBankingDay(day: IsoDate, calendar: BankCalendar): IsoDate {
  let last = day
  while (!isBankingDay(last, calendar)) last = addDays(last, -1)
  return last
}

function nextWednesday(day: IsoDate): IsoDate {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, (3 - weekday + 7) % 7)
}

/** The approver never records the payment, whatever the amount. */
function byOf(
  transition: Transition,
  first: 'super' | 'super2',
  second: 'super' | 'super2',
): GrantStep['by'] {
  if (transition === 'cancel' || transition === 'answer') return 'recommender'
  return ['pay', 'clear', 'return'].includes(transition) ? second : first
}
