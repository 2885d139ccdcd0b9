import type { IsoDate } from '../../domain/dates.ts'
import type { GrantChoices } from '../../features/grants/domain/grant-choices.ts'
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
