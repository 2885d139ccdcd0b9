import { minorPerUnit } from '../../domain/money.ts'
import type { FundPlan, Household } from '../funds/fund-plan.ts'
import type { GrantIdea } from '../funds/occasions.ts'
import { type Draws, shuffled } from '../random.ts'
import type { GrantEnd } from './grant-paths.ts'

/** A grant whose state today is wanted: for the queues of the staff, and so that every state is there to be seen. */
export type StagedGrant = {
  end: GrantEnd
  ageDays: number
  amount: GrantIdea['amount']
  by?: 'super'
  /** To a charity on which a person has to look first. */
  toAPerson?: true
}

const units = (count: bigint) => ({ minor: count * minorPerUnit })
const share = { shareBps: 250 }

/** Two wait in the donor's main fund: 30,000 together. */
const ofMainFund: readonly StagedGrant[] = [
  { end: 'recommended', ageDays: 5, amount: units(20_000n) },
  { end: 'scheduled', ageDays: 9, amount: units(10_000n) },
]

/** Over the threshold of four eyes at every client; for the largest funds. */
const large: readonly StagedGrant[] = [
  { end: 'recommended', ageDays: 2, amount: units(60_000n) },
  { end: 'approved', ageDays: 6, amount: units(45_000n) },
  { end: 'review', ageDays: 10, amount: units(35_000n) },
]

const ordinary: readonly StagedGrant[] = [
  // Nobody approves what they recommended: this one is for the other super user.
  { end: 'recommended', ageDays: 3, amount: share, by: 'super' },
  { end: 'recommended', ageDays: 4, amount: share, toAPerson: true },
  { end: 'paid', ageDays: 8, amount: share },
  { end: 'paid', ageDays: 6, amount: share },
  { end: 'cleared', ageDays: 28, amount: share },
  { end: 'cancelled', ageDays: 20, amount: share },
  { end: 'rejected', ageDays: 25, amount: share },
  { end: 'voided', ageDays: 29, amount: share },
  { end: 'returned', ageDays: 75, amount: share },
  ...waiting('recommended', [0, 0, 1, 1, 4, 6, 11]),
  ...waiting('review', [4, 7, 13]),
  ...waiting('information', [9, 19]),
  ...waiting('approved', [3, 5, 6, 8, 12, 15]),
  ...waiting('scheduled', [5, 7, 8, 10, 14, 17]),
]

function waiting(end: GrantEnd, ages: readonly number[]): StagedGrant[] {
  return ages.map(ageDays => ({ end, ageDays, amount: share }))
}

const enoughUnits = 40_000

/** Which fund has which of them, by fund id. */
export function stageGrants(draws: Draws, households: readonly Household[]): Map<number, StagedGrant[]> {
  const funds = households.flat()
  const open = funds.filter(fund => fund.status === 'Active' && fund.ofDonor === null)
  const bySize = open.toSorted((one, other) => other.sizeUnits - one.sizeUnits)
  const solid = shuffled(
    draws,
    open.filter(fund => fund.sizeUnits >= enoughUnits),
  )
  const staged = new Map<number, StagedGrant[]>()
  const give = (fund: FundPlan | undefined, grant: StagedGrant) => {
    if (fund) staged.set(fund.fundId, [...(staged.get(fund.fundId) ?? []), grant])
  }
  const main = funds.find(fund => fund.ofDonor === 'main')
  for (const grant of ofMainFund) give(main, grant)
  for (const [index, grant] of large.entries()) give(bySize[Math.floor(index / 2)], grant)
  for (const [index, grant] of ordinary.entries()) give(solid[index % solid.length], grant)
  return staged
}
