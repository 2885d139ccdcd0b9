import type { Client } from '../../clients/client.ts'
import type { IsoDate } from '../../domain/dates.ts'
import { minorPerUnit } from '../../domain/money.ts'
import type { CharityChoice } from '../charities/pick-charities.ts'
import { type ClientSettings, demoClients } from '../demo-client.ts'
import { grantCalendarOf } from '../grants/grant-calendar.ts'
import { type StagedGrant, stageGrants } from '../grants/grants-in-progress.ts'
import { nameSource } from '../people/names.ts'
import { drawsOf } from '../random.ts'
import { calendarOf } from './fund-calendar.ts'
import type { FundPlan, Household } from './fund-plan.ts'
import { type MarketMonth, marketMonths } from './market.ts'
import { planFundHistories } from './plan-fund-history.ts'
import { type Deed, replayFund } from './replay-fund.ts'

export type PlannedHousehold = { household: Household; deeds: readonly Deed[] }

const monthsShown = 61
/** What the donor's main fund holds today, about, in whole units. */
const mainFundUnits = 1_280_000n
const attempts = 12

type Around = {
  seed: string
  client: Client
  clientSettings: ClientSettings
  market: readonly MarketMonth[]
  charities: CharityChoice
  today: IsoDate
  staged: ReadonlyMap<number, readonly StagedGrant[]>
}

/** All that is to happen in the funds of a client's book until `today`, decided without a database. */
export function planFunds(about: {
  client: Client
  charities: CharityChoice
  today: IsoDate
  funds: number
}): PlannedHousehold[] {
  const { client, charities, today, funds } = about
  const seed = client.book.name
  const { currency } = client.book
  const households = planFundHistories({ seed, currency, today, funds })
  const around: Around = {
    seed,
    client,
    clientSettings: demoClients[currency],
    market: marketMonths(seed, today, monthsShown),
    charities,
    today,
    staged: stageGrants(drawsOf(`${seed} staged`), households),
  }
  return households.map((household, index) => {
    const sized = index === 0 ? sizedToday(household, around) : household
    return { household: sized, deeds: lived(sized, around).deeds }
  })
}

function lived(household: Household, around: Around) {
  const { seed, client, today } = around
  const occasions = household.flatMap((plan, fund) => {
    // Streams of their own: what one fund draws leaves the others as they are.
    const draws = (what: string) => drawsOf(`${seed} ${what} ${plan.fundId}`)
    const staged = around.staged.get(plan.fundId) ?? []
    const names = nameSource(draws('honoured'))
    return [
      ...calendarOf(draws('calendar'), household, fund, around),
      ...grantCalendarOf(draws('grants'), plan, fund, { ...around, names, staged }),
    ]
  })
  return replayFund(household, occasions, { minimumMinor: client.minimumGrantMinor, today })
}

/** The household with its first fund made larger or smaller until it holds today what everybody is told it holds. */
function sizedToday(household: Household, around: Around): Household {
  let [main, ...rest] = household
  for (let attempt = 0; attempt < attempts; attempt++) {
    const holding = lived([main, ...rest], around).holdings[0]
    if (holding === undefined) break
    const heldUnits = (holding.spendableMinor + holding.excludedMinor + holding.pendingMinor) / minorPerUnit
    const off = heldUnits - mainFundUnits
    if (off > -2_000n && off < 2_000n) break
    main = resized(main, Number(mainFundUnits) / Number(heldUnits))
  }
  return [main, ...rest]
}

function resized(plan: FundPlan, factor: number): FundPlan {
  return { ...plan, sizeUnits: Math.round(plan.sizeUnits * factor) }
}
