import type { IsoDate } from '../../domain/dates.ts'
import type { EntryKind } from '../../features/ledger/domain/entry.ts'
import type { DemoCharity } from '../charities/pick-charities.ts'
import type { GrantStep } from '../grants/grant-paths.ts'
import type { pickGrantDetails } from '../grants/grant-texts.ts'
import type { DemoUser } from '../people/demo-users.ts'

export type ContributionKind = Extract<EntryKind, `contribution_${string}` | 'gift_aid'>

/** A planned grant. Its amount is computed on its day, from the balance of that day. */
export type GrantPlan = ReturnType<typeof pickGrantDetails> & {
  charity: DemoCharity
  /** Minor units, or a share of the available balance in basis points. */
  amount: { minor: bigint } | { shareBps: number }
  by: Extract<DemoUser, 'donor' | 'joint' | 'service' | 'super'>
  steps: readonly GrantStep[]
}

export type EventDetails =
  | { type: 'contribution'; kind: ContributionKind; amountMinor: bigint; comment?: string }
  | { type: 'revaluation'; bps: number; comment: string }
  | { type: 'release'; shareBps: number; comment: string }
  | { type: 'month'; returnBps: number; incomeBps: number | null; fees: boolean }
  | { type: 'other'; signedMinor: bigint; comment: string }
  | { type: 'transfer'; to: number; shareBps: number }
  | { type: 'grant'; grantPlan: GrantPlan }
  | { type: 'grant-step'; grant: number; step: GrantStep }
  | { type: 'closing'; comment: string }

/** An event in one fund of a household; `fund` is the fund's index. */
export type FundEvent = { on: IsoDate; fund: number } & EventDetails

/** The order of events on one day: incoming money first, end-of-day events last. */
const ranks: Readonly<Record<EventDetails['type'], number>> = {
  contribution: 0,
  release: 1,
  transfer: 2,
  other: 3,
  grant: 4,
  'grant-step': 5,
  revaluation: 6,
  month: 7,
  closing: 8,
}

export function compareEvents(one: FundEvent, other: FundEvent): number {
  if (one.on !== other.on) return one.on < other.on ? -1 : 1
  return ranks[one.type] - ranks[other.type]
}
