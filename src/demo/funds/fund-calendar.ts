import { addDays, addMonths, type IsoDate } from '../../domain/dates.ts'
import { minorPerUnit } from '../../domain/money.ts'
import type { ClientSettings } from '../demo-client.ts'
import type { Draws } from '../random.ts'
import type { FundPlan, Household } from './fund-plan.ts'
import { isQuarterEnd, type MarketMonth } from './market.ts'
import type { ContributionKind, Occasion } from './occasions.ts'
import { partOf, roundedDown } from './round-amounts.ts'

const otherActivities: readonly (readonly [units: number, comment: string])[] = [
  [35, 'Refund of a bank charge taken in error'],
  [412, 'Share of a settlement about a former holding'],
  [-28, 'Charge of the sending bank on an incoming wire'],
  [-240, 'Appraisal of a gift in kind'],
]
const giftAidAfterDays = 44

/** What comes into a fund, and what the market and the house make of it: all but grants. Sums are of the sketch's size. */
export function calendarOf(
  draws: Draws,
  household: Household,
  fund: number,
  around: { clientSettings: ClientSettings; market: readonly MarketMonth[]; today: IsoDate },
): Occasion[] {
  const plan = household[fund]
  if (plan === undefined || plan.status === 'Entered') return []
  return [
    ...contributions(draws, plan, fund, around),
    ...months(plan, fund, around.market),
    ...illiquidAsset(draws, plan, fund, around.today),
    ...others(draws, plan, fund),
    ...transfers(draws, household, fund, around.today),
    ...(plan.closedOn === null ? [] : [closing(fund, plan.closedOn)]),
  ]
}

function contributions(
  draws: Draws,
  plan: FundPlan,
  fund: number,
  { clientSettings, today }: { clientSettings: ClientSettings; today: IsoDate },
): Occasion[] {
  const found: Occasion[] = []
  const add = (on: IsoDate, kind: ContributionKind, wantedMinor: bigint) => {
    if (on > plan.movesUntil || on > today) return
    // Securities come in at what they were sold for, which is never round.
    const cents = kind === 'contribution_securities' ? BigInt(draws.whole(101, 9_899)) : 0n
    const amountMinor = atLeast(roundedDown(wantedMinor), 500n * minorPerUnit) + cents
    found.push({ on, fund, what: 'contribution', kind, amountMinor })
    const reclaimedOn = addDays(on, giftAidAfterDays)
    const reclaims = clientSettings.giftAid && plan.taxpayer && kind !== 'contribution_securities'
    if (reclaims && kind !== 'contribution_sponsor' && reclaimedOn < (plan.closedOn ?? today))
      found.push({
        on: reclaimedOn,
        fund,
        what: 'contribution',
        kind: 'gift_aid',
        amountMinor: amountMinor / 4n,
      })
  }
  const size = BigInt(plan.sizeUnits) * minorPerUnit
  add(
    plan.openedOn,
    draws.chance(0.12) ? 'contribution_sponsor' : drawKind(draws),
    partOf(size, draws.whole(4_500, 7_500)),
  )
  for (let year = plan.openedOn; year <= plan.movesUntil; year = addMonths(year, 12)) {
    for (let gifts = draws.whole(1, 2); gifts > 0; gifts--)
      add(giftDay(draws, clientSettings, year), drawKind(draws), partOf(size, draws.whole(200, 900)))
  }
  if (plan.ofDonor === 'main') {
    add(addDays(today, -3), 'contribution_cash', 15_000n * minorPerUnit)
    add(addDays(today, -37), 'contribution_securities', 42_000n * minorPerUnit)
  }
  return found
}

const atLeast = (amountMinor: bigint, leastMinor: bigint) =>
  amountMinor < leastMinor ? leastMinor : amountMinor

function drawKind(draws: Draws): ContributionKind {
  return draws.pick([
    'contribution_cash',
    'contribution_cash',
    'contribution_wire',
    'contribution_securities',
    'contribution_securities',
  ])
}

/** Half of all gifts come at the end of a tax year, the others on any day. */
function giftDay(draws: Draws, clientSettings: ClientSettings, year: IsoDate): IsoDate {
  const any = addDays(year, draws.whole(25, 364))
  const month = String(draws.pick(clientSettings.givingSeason)).padStart(2, '0')
  const day = String(draws.whole(8, 30)).padStart(2, '0')
  if (draws.chance(0.5)) return any
  const inSeason = `${year.slice(0, 4)}-${month}-${day}` as IsoDate
  return inSeason > year ? inSeason : addMonths(inSeason, 12)
}

function months(plan: FundPlan, fund: number, market: readonly MarketMonth[]): Occasion[] {
  return market
    .filter(({ on }) => on >= plan.openedOn && (plan.closedOn === null || on < plan.closedOn))
    .map(({ on, returnBps, incomeBps }) => ({
      on,
      fund,
      what: 'month',
      returnBps: returnBps[plan.pool],
      incomeBps,
      fees: isQuarterEnd(on),
    }))
}

/** Given some years ago, valued anew each year, and sold in part. */
function illiquidAsset(draws: Draws, plan: FundPlan, fund: number, today: IsoDate): Occasion[] {
  const asset = plan.illiquid
  if (asset === null) return []
  const givenOn = addDays(today, -draws.whole(500, 1_300))
  if (givenOn <= plan.openedOn) return []
  const amountMinor = roundedDown(partOf(BigInt(plan.sizeUnits) * minorPerUnit, draws.whole(700, 1_800)))
  const found: Occasion[] = [
    {
      on: givenOn,
      fund,
      what: 'contribution',
      kind: 'contribution_illiquid',
      amountMinor,
      comment: `${asset}, not yet sold`,
    },
  ]
  for (let year = Number(givenOn.slice(0, 4)); `${year}-12-31` < today; year++) {
    const comment = `${asset}, valued anew at the end of the year`
    found.push({
      on: `${year}-12-31` as IsoDate,
      fund,
      what: 'revaluation',
      bps: draws.whole(-700, 1_300),
      comment,
    })
  }
  const soldOn = addDays(givenOn, draws.whole(200, 420))
  const shareBps = draws.whole(30, 60) * 100
  found.push({ on: soldOn, fund, what: 'release', shareBps, comment: `${asset}, sold in part` })
  return found
}

function others(draws: Draws, plan: FundPlan, fund: number): Occasion[] {
  const drawn = draws.chance(0.14)
  const [units, comment] = draws.pick(otherActivities)
  const on = addDays(plan.openedOn, draws.whole(200, 500))
  if ((!drawn && plan.ofDonor !== 'main') || on > plan.movesUntil) return []
  return [{ on, fund, what: 'other', signedMinor: BigInt(units) * minorPerUnit, comment }]
}

/** Once a year the first fund of a household hands something on to the second, and once the second gives some back. */
function transfers(draws: Draws, household: Household, fund: number, today: IsoDate): Occasion[] {
  const [giver, taker] = household
  if (taker === undefined || fund !== 0) return []
  const found: Occasion[] = []
  const from = giver.openedOn > taker.openedOn ? giver.openedOn : taker.openedOn
  for (let on = addMonths(from, 2); on < today; on = addMonths(on, 12))
    found.push({
      on: addDays(on, draws.whole(0, 20)),
      fund: 0,
      what: 'transfer',
      to: 1,
      shareBps: draws.whole(100, 350),
    })
  found.push({ on: addMonths(from, 10), fund: 1, what: 'transfer', to: 0, shareBps: 800 })
  return found.filter(({ on }) => on < today)
}

function closing(fund: number, on: IsoDate): Occasion {
  return {
    on,
    fund,
    what: 'closing',
    comment: 'Rest of the balance, moved to the general charitable fund at closing',
  }
}
