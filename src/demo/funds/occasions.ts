import type { IsoDate } from '../../domain/dates.ts'
import type { EntryKind } from '../../features/ledger/server/post-entry.ts'
import type { DemoCharity } from '../charities/pick-charities.ts'
import type { GrantStep } from '../grants/grant-paths.ts'
import type { grantLabels } from '../grants/grant-texts.ts'
import type { DemoUser } from '../people/demo-users.ts'

export type ContributionKind = Extract<EntryKind, `contribution_${string}` | 'gift_aid'>

/** A grant as it was thought of; what it comes to is known on the day, from what is there to grant. */
export type GrantIdea = ReturnType<typeof grantLabels> & {
  charity: DemoCharity
  /** Minor units, or a part of what is available, in hundredths of a percent. */
  amount: { minor: bigint } | { shareBps: number }
  by: Extract<DemoUser, 'donor' | 'joint' | 'service' | 'super'>
  steps: readonly GrantStep[]
}

export type What =
  | { what: 'contribution'; kind: ContributionKind; amountMinor: bigint; comment?: string }
  | { what: 'revaluation'; bps: number; comment: string }
  | { what: 'release'; shareBps: number; comment: string }
  | { what: 'month'; returnBps: number; incomeBps: number | null; fees: boolean }
  | { what: 'other'; signedMinor: bigint; comment: string }
  | { what: 'transfer'; to: number; shareBps: number }
  | { what: 'grant'; idea: GrantIdea }
  | { what: 'grant-step'; grant: number; step: GrantStep }
  | { what: 'closing'; comment: string }

/** Something that happens to one fund of a household on a day; `fund` is its place in it. */
export type Occasion = { on: IsoDate; fund: number } & What

/** Of what falls on one day, what comes in is first and what is reckoned at the end of the day last. */
const ranks: Readonly<Record<What['what'], number>> = {
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

export function inOrder(one: Occasion, other: Occasion): number {
  if (one.on !== other.on) return one.on < other.on ? -1 : 1
  return ranks[one.what] - ranks[other.what]
}
