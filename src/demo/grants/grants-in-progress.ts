import { minorPerUnit } from '../../domain/money.ts'
import type { GrantPlan } from '../funds/fund-events.ts'
import type { FundPlan, Household } from '../funds/fund-plan.ts'
import { type Random, shuffled } from '../random.ts'
import type { TargetState } from './grant-paths.ts'

/** A grant with a given state today, so that the staff's queues have entries and every state occurs. */
export type StagedGrant = {
  target: TargetState
  ageDays: number
  amount: GrantPlan['amount']
  by?: 'super'
  /** To a charity that staff must review first. */
  needsReview?: true
  /** By a cheque, which nobody has cashed. */
  isUncashed?: true
}

const units = (count: bigint) => ({ minor: count * minorPerUnit })
const share = { shareBps: 250 }

/** Two pending grants in the donor's main fund: 30,000 together. */
const mainFundGrants: readonly StagedGrant[] = [
  { target: 'recommended', ageDays: 5, amount: units(20_000n) },
  { target: 'scheduled', ageDays: 9, amount: units(10_000n) },
]

/** Above the dual-control threshold of every client; for the largest funds. */
const largeGrants: readonly StagedGrant[] = [
  { target: 'recommended', ageDays: 2, amount: units(60_000n) },
  { target: 'approved', ageDays: 6, amount: units(45_000n) },
  { target: 'review', ageDays: 10, amount: units(35_000n) },
]

const ordinaryGrants: readonly StagedGrant[] = [
  // A super user recommended this one, so only the other super user may approve it.
  { target: 'recommended', ageDays: 3, amount: share, by: 'super' },
  { target: 'recommended', ageDays: 4, amount: share, needsReview: true },
  { target: 'paid', ageDays: 8, amount: share },
  { target: 'paid', ageDays: 6, amount: share },
  { target: 'cleared', ageDays: 28, amount: share },
  { target: 'cancelled', ageDays: 20, amount: share },
  { target: 'rejected', ageDays: 25, amount: share },
  { target: 'voided', ageDays: 29, amount: share },
  { target: 'returned', ageDays: 75, amount: share },
  ...grantsOfAges('recommended', [0, 0, 1, 1, 4, 6, 11]),
  ...grantsOfAges('review', [4, 7, 13]),
  ...grantsOfAges('information', [9, 19]),
  ...grantsOfAges('approved', [3, 5, 6, 8, 12, 15]),
  ...grantsOfAges('scheduled', [5, 7, 8, 10, 14, 17]),
]

/** Where the book writes cheques: one to ask the charity about, and one that is stale. */
const uncashedGrants: readonly StagedGrant[] = [
  { target: 'paid', ageDays: 112, amount: share, isUncashed: true },
  { target: 'paid', ageDays: 205, amount: share, isUncashed: true },
]

function grantsOfAges(target: TargetState, ages: readonly number[]): StagedGrant[] {
  return ages.map(ageDays => ({ target, ageDays, amount: share }))
}

const mediumFundUnits = 40_000

/** Assigns the staged grants to funds, by fund id. */
export function stageGrants(
  random: Random,
  households: readonly Household[],
  { writesCheques }: { writesCheques: boolean },
): Map<number, StagedGrant[]> {
  const funds = households.flat()
  const open = funds.filter(fund => fund.status === 'Active' && fund.donorFund === null)
  const bySize = open.toSorted((one, other) => other.sizeUnits - one.sizeUnits)
  const mediumFunds = shuffled(
    random,
    open.filter(fund => fund.sizeUnits >= mediumFundUnits),
  )
  const staged = new Map<number, StagedGrant[]>()
  const assign = (fund: FundPlan | undefined, grant: StagedGrant) => {
    if (fund) staged.set(fund.fundId, [...(staged.get(fund.fundId) ?? []), grant])
  }
  const main = funds.find(fund => fund.donorFund === 'main')
  for (const grant of mainFundGrants) assign(main, grant)
  for (const [index, grant] of largeGrants.entries()) assign(bySize[Math.floor(index / 2)], grant)
  const others = writesCheques ? [...ordinaryGrants, ...uncashedGrants] : ordinaryGrants
  for (const [index, grant] of others.entries()) assign(mediumFunds[index % mediumFunds.length], grant)
  return staged
}
