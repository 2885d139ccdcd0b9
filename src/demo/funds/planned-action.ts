import type { IsoDate } from '../../domain/dates.ts'
import type { GrantChoices } from '../../features/grants/domain/grant-choices.ts'
import type { Transition } from '../../features/grants/domain/grant-status.ts'
import type { Recommendation } from '../../features/grants/server/recommend-grant.ts'
import type { GrantTransition } from '../../features/grants/server/transition-rule.ts'
import type { Entry } from '../../features/ledger/domain/entry.ts'
import type { DemoUser } from '../people/demo-users.ts'
import type { batchConfirmer } from './demo-batches.ts'

/** An action to write, in this order. `grant` is the index of the grant in its household. */
export type PlannedAction =
  | {
      type: 'post'
      on: IsoDate
      by: 'service' | typeof batchConfirmer
      entry: Pick<Entry, 'kind' | 'postings' | 'comment'>
    }
  | {
      type: 'recommend'
      on: IsoDate
      by: DemoUser
      grant: number
      accountId: string
      recommendation: GrantChoices & Pick<Recommendation, 'charityId' | 'amountMinor'>
    }
  | {
      type: 'transition'
      on: IsoDate
      by: DemoUser
      grant: number
      change: Pick<GrantTransition, 'transition' | 'message' | 'payment' | 'returnedMinor'>
    }

type Planned = readonly { actions: readonly PlannedAction[] }[]

/** The charities to which the households give, in the order of their IDs. */
export const charitiesOf = (planned: Planned): string[] =>
  inOrder(planned.flatMap(({ actions }) => actions.filter(isRecommendation)))

/** Those of grants that are neither paid nor ended today. */
export const charitiesToPay = (planned: Planned): string[] =>
  inOrder(
    planned.flatMap(({ actions }) => {
      const ended = new Set(actions.filter(endsPending).map(({ grant }) => grant))
      return actions.filter(isRecommendation).filter(({ grant }) => !ended.has(grant))
    }),
  )

type Recommended = Extract<PlannedAction, { type: 'recommend' }>
type Transitioned = Extract<PlannedAction, { type: 'transition' }>

const isRecommendation = (action: PlannedAction): action is Recommended => action.type === 'recommend'

/** After these a grant is no longer pending. */
const endings: readonly Transition[] = ['pay', 'cancel', 'reject', 'void']
const endsPending = (action: PlannedAction): action is Transitioned =>
  action.type === 'transition' && endings.includes(action.change.transition)

const inOrder = (recommended: readonly Recommended[]): string[] =>
  [...new Set(recommended.map(({ recommendation }) => recommendation.charityId))].toSorted()
