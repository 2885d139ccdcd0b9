import { addDays, addMonths, type IsoDate, isoDate } from '../../domain/dates.ts'
import { minorPerUnit } from '../../domain/money.ts'
import type { CountrySettings } from '../demo-client.ts'
import type { Random } from '../random.ts'
import type { ContributionKind, FundEvent } from './fund-events.ts'
import type { FundPlan, Household } from './fund-plan.ts'
import { isQuarterEnd, type MarketMonth } from './market.ts'
import { partOf, roundedDown } from './round-amounts.ts'

const otherActivities: readonly (readonly [units: number, comment: string])[] = [
  [35, 'Refund of a bank charge made in error'],
  [412, 'Share of a legal settlement for a former holding'],
  [-28, 'Sending bank’s charge on an incoming wire'],
  [-240, 'Appraisal fee for a gift in kind'],
]
const giftAidAfterDays = 44

/** Plans all events of a fund except grants. Amounts depend on the planned size of the fund. */
export function planFundEvents(
  random: Random,
  household: Household,
  fund: number,
  context: { country: CountrySettings; market: readonly MarketMonth[]; today: IsoDate },
): FundEvent[] {
  const plan = household[fund]
  if (plan === undefined || plan.status === 'Entered') return []
  return [
    ...contributions(random, plan, fund, context),
    ...months(plan, fund, context.market),
    ...illiquidAsset(random, plan, fund, context.today),
    ...otherActivity(random, plan, fund),
    ...transfers(random, household, fund, context.today),
    ...(plan.closedOn === null ? [] : [closing(fund, plan.closedOn)]),
  ]
}

function contributions(
  random: Random,
  plan: FundPlan,
  fund: number,
  { country, today }: { country: CountrySettings; today: IsoDate },
): FundEvent[] {
  const events: FundEvent[] = []
  const add = (on: IsoDate, kind: ContributionKind, targetMinor: bigint) => {
    if (on > plan.activeUntil || on > today) return
    // Securities are booked at their sale proceeds, which are not a round amount.
    const cents = kind === 'contribution_securities' ? BigInt(random.integer(101, 9_899)) : 0n
    const amountMinor = atLeast(roundedDown(targetMinor), 500n * minorPerUnit) + cents
    events.push({ on, fund, type: 'contribution', kind, amountMinor })
    const reclaimedOn = addDays(on, giftAidAfterDays)
    const reclaims = country.giftAid && plan.taxpayer && kind !== 'contribution_securities'
    if (reclaims && kind !== 'contribution_sponsor' && reclaimedOn < (plan.closedOn ?? today))
      events.push({
        on: reclaimedOn,
        fund,
        type: 'contribution',
        kind: 'gift_aid',
        amountMinor: amountMinor / 4n,
      })
  }
  const size = BigInt(plan.sizeUnits) * minorPerUnit
  add(
    plan.openedOn,
    random.chance(0.12) ? 'contribution_sponsor' : drawKind(random),
    partOf(size, random.integer(4_500, 7_500)),
  )
  for (let year = plan.openedOn; year <= plan.activeUntil; year = addMonths(year, 12)) {
    for (let gifts = random.integer(1, 2); gifts > 0; gifts--)
      add(giftDay(random, country, year), drawKind(random), partOf(size, random.integer(200, 900)))
  }
  if (plan.donorFund === 'main') {
    add(addDays(today, -3), 'contribution_cash', 15_000n * minorPerUnit)
    add(addDays(today, -37), 'contribution_securities', 42_000n * minorPerUnit)
  }
  return events
}

const atLeast = (amountMinor: bigint, leastMinor: bigint) =>
  amountMinor < leastMinor ? leastMinor : amountMinor

function drawKind(random: Random): ContributionKind {
  return random.pick([
    'contribution_cash',
    'contribution_cash',
    'contribution_wire',
    'contribution_securities',
    'contribution_securities',
  ])
}

/** Half of the gifts come at the end of a tax year, the others on any day. */
function giftDay(random: Random, country: CountrySettings, year: IsoDate): IsoDate {
  const randomDay = addDays(year, random.integer(25, 364))
  const month = String(random.pick(country.givingSeason)).padStart(2, '0')
  const day = String(random.integer(8, 30)).padStart(2, '0')
  if (random.chance(0.5)) return randomDay
  const inSeason = isoDate(`${year.slice(0, 4)}-${month}-${day}`)
  return inSeason > year ? inSeason : addMonths(inSeason, 12)
}

function months(plan: FundPlan, fund: number, market: readonly MarketMonth[]): FundEvent[] {
  return market
    .filter(({ on }) => on >= plan.openedOn && (plan.closedOn === null || on < plan.closedOn))
    .map(({ on, returnBps, incomeBps }) => ({
      on,
      fund,
      type: 'month',
      returnBps: returnBps[plan.pool],
      incomeBps,
      fees: isQuarterEnd(on),
    }))
}

/** An asset that was given some years ago, is revalued each year, and was partly sold. */
function illiquidAsset(random: Random, plan: FundPlan, fund: number, today: IsoDate): FundEvent[] {
  const asset = plan.illiquid
  if (asset === null) return []
  const givenOn = addDays(today, -random.integer(500, 1_300))
  if (givenOn <= plan.openedOn) return []
  const amountMinor = roundedDown(partOf(BigInt(plan.sizeUnits) * minorPerUnit, random.integer(700, 1_800)))
  const events: FundEvent[] = [
    {
      on: givenOn,
      fund,
      type: 'contribution',
      kind: 'contribution_illiquid',
      amountMinor,
      comment: `${asset}, not yet sold`,
    },
  ]
  for (let year = Number(givenOn.slice(0, 4)); `${year}-12-31` < today; year++) {
    const comment = `${asset}, year-end valuation`
    events.push({
      on: isoDate(`${year}-12-31`),
      fund,
      type: 'revaluation',
      bps: random.integer(-700, 1_300),
      comment,
    })
  }
  const soldOn = addDays(givenOn, random.integer(200, 420))
  const shareBps = random.integer(30, 60) * 100
  events.push({ on: soldOn, fund, type: 'release', shareBps, comment: `${asset}, partly sold` })
  return events
}

function otherActivity(random: Random, plan: FundPlan, fund: number): FundEvent[] {
  const drawn = random.chance(0.14)
  const [units, comment] = random.pick(otherActivities)
  const on = addDays(plan.openedOn, random.integer(200, 500))
  if ((!drawn && plan.donorFund !== 'main') || on > plan.activeUntil) return []
  return [{ on, fund, type: 'other', signedMinor: BigInt(units) * minorPerUnit, comment }]
}

/** The first fund of a household transfers to the second once a year; the second transfers back once. */
function transfers(random: Random, household: Household, fund: number, today: IsoDate): FundEvent[] {
  const [source, target] = household
  if (target === undefined || fund !== 0) return []
  const events: FundEvent[] = []
  const from = source.openedOn > target.openedOn ? source.openedOn : target.openedOn
  for (let on = addMonths(from, 2); on < today; on = addMonths(on, 12))
    events.push({
      on: addDays(on, random.integer(0, 20)),
      fund: 0,
      type: 'transfer',
      to: 1,
      shareBps: random.integer(100, 350),
    })
  events.push({ on: addMonths(from, 10), fund: 1, type: 'transfer', to: 0, shareBps: 800 })
  return events.filter(({ on }) => on < today)
}

function closing(fund: number, on: IsoDate): FundEvent {
  return {
    on,
    fund,
    type: 'closing',
    comment: 'Remaining balance moved to the general charitable fund on closing',
  }
}
