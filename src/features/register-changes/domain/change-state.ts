import { keysOf } from '../../../domain/keys-of.ts'
import type { StatusSign } from '../../../domain/status-sign.ts'

/** What staff decided about a change. `continued`: schedules to the charity go on; `stopped`: they wait on. */
const changeStates = {
  open: { label: 'To decide', sign: 'waiting' },
  continued: { label: 'Looked at', sign: 'done' },
  stopped: { label: 'Schedules wait', sign: 'refused' },
} as const satisfies Record<string, { label: string; sign: StatusSign }>
export type ChangeState = keyof typeof changeStates
export const changeStateNames = keysOf(changeStates)

export const changeStateLabel = (state: ChangeState): string => changeStates[state].label
export const changeStateSign = (state: ChangeState): StatusSign => changeStates[state].sign

/** What relies on a charity, for one and for several. */
export const concernedLabels = {
  grant: ['grant before payment', 'grants before payment'],
  schedule: ['schedule', 'schedules'],
  basket: ['row of a basket', 'rows of baskets'],
  draft: ['draft', 'drafts'],
  list: ['charity list', 'charity lists'],
  plan: ['legacy plan', 'legacy plans'],
  payee: ['payee', 'payees'],
  vetting: ['vetting', 'vettings'],
} as const satisfies Record<string, readonly [one: string, many: string]>
export type Concerned = keyof typeof concernedLabels
export const concernedNames = keysOf(concernedLabels)

/** What the comparison did about it. */
const effectLabels = {
  flagged: 'Flagged',
  waits: 'Waits for a decision',
  'in-review': 'Under review',
  returned: 'Returned to review',
  'to-return': 'To be returned to review: take it out of its payment run',
  unchanged: 'Its approval still holds',
} as const
export type Effect = keyof typeof effectLabels
export const effectNames = keysOf(effectLabels)

const decidedSchedule = { open: effectLabels.waits, continued: 'Goes on', stopped: 'Waits' } as const

/** What the comparison did about it; a schedule follows what was decided since, and waits no longer once the charity needs no review. */
export function effectLabel(
  effect: Effect,
  { state, needsNoReview }: { state: ChangeState; needsNoReview: boolean },
): string {
  if (effect !== 'waits') return effectLabels[effect]
  return decidedSchedule[needsNoReview ? 'continued' : state]
}
