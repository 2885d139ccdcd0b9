import type { Client } from '../../clients/client.ts'
import { type BankCalendar, bankCalendarOf } from '../../domain/bank-holidays.ts'
import type { IsoDate } from '../../domain/dates.ts'
import { minorPerUnit } from '../../domain/money.ts'
import type { CharitySelection } from '../charities/pick-charities.ts'
import { type CountrySettings, demoClients } from '../demo-client.ts'
import { planGrantEvents } from '../grants/grant-calendar.ts'
import { type StagedGrant, stageGrants } from '../grants/grants-in-progress.ts'
import { nameSource } from '../people/names.ts'
import { seededRandom } from '../random.ts'
import { planFundEvents } from './fund-calendar.ts'
import type { FundPlan, Household } from './fund-plan.ts'
import { type MarketMonth, marketMonths } from './market.ts'
import { planFundHistories } from './plan-fund-history.ts'
import type { PlannedAction } from './planned-action.ts'
import { replayFund } from './replay-fund.ts'

export type PlannedHousehold = { household: Household; actions: readonly PlannedAction[] }

const monthsShown = 61
/** The approximate balance of the donor's main fund today, in whole units. */
const mainFundUnits = 1_280_000n
const attempts = 12

type PlanContext = {
  seed: string
  client: Client
  country: CountrySettings
  calendar: BankCalendar
  market: readonly MarketMonth[]
  charities: CharitySelection
  today: IsoDate
  staged: ReadonlyMap<number, readonly StagedGrant[]>
}

/** Plans everything that happens in the funds of a client's book until `today`. Needs no database. */
export function planFunds(about: {
  client: Client
  charities: CharitySelection
  today: IsoDate
  funds: number
}): PlannedHousehold[] {
  const { client, charities, today, funds } = about
  const seed = client.book.name
  const { currency } = client.book
  const households = planFundHistories({ seed, currency, today, funds })
  const context: PlanContext = {
    seed,
    client,
    country: demoClients[currency],
    calendar: bankCalendarOf(client.defaultPhoneCountry),
    market: marketMonths(seed, today, monthsShown),
    charities,
    today,
    staged: stageGrants(seededRandom(`${seed} staged`), households, {
      writesCheques: client.payments?.cheques ?? false,
    }),
  }
  return households.map((household, index) => {
    const sized = index === 0 ? sizedToday(household, context) : household
    return { household: sized, actions: replayHousehold(sized, context).actions }
  })
}

function replayHousehold(household: Household, context: PlanContext) {
  const { seed, client, today } = context
  const events = household.flatMap((plan, fund) => {
    // Each fund has its own random streams, so that a change in one fund does not change the others.
    const random = (purpose: string) => seededRandom(`${seed} ${purpose} ${plan.fundId}`)
    const staged = context.staged.get(plan.fundId) ?? []
    const names = nameSource(random('honoured'))
    return [
      ...planFundEvents(random('calendar'), household, fund, context),
      ...planGrantEvents(random('grants'), plan, fund, { ...context, names, staged }),
    ]
  })
  return replayFund(household, events, {
    ...{ minimumMinor: client.minimumGrantMinor, feeSchedules: client.feeSchedules },
    today,
  })
}

/** Resizes the household's first fund until its balance today is about `mainFundUnits`. */
function sizedToday(household: Household, context: PlanContext): Household {
  let [main, ...rest] = household
  for (let attempt = 0; attempt < attempts; attempt++) {
    const holding = replayHousehold([main, ...rest], context).holdings[0]
    if (holding === undefined) break
    const heldUnits = (holding.spendableMinor + holding.excludedMinor + holding.pendingMinor) / minorPerUnit
    const differenceUnits = heldUnits - mainFundUnits
    if (differenceUnits > -2_000n && differenceUnits < 2_000n) break
    main = resized(main, Number(mainFundUnits) / Number(heldUnits))
  }
  return [main, ...rest]
}

function resized(plan: FundPlan, factor: number): FundPlan {
  return { ...plan, sizeUnits: Math.round(plan.sizeUnits * factor) }
}
