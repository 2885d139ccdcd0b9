import type { BankCalendar } from '../../domain/bank-holidays.ts'
import { addDays, addMonths, type IsoDate, isoDate } from '../../domain/dates.ts'
import { type CharitySelection, type DemoCharity, pickFavorites } from '../charities/pick-charities.ts'
import type { CountrySettings } from '../demo-client.ts'
import type { FundEvent } from '../funds/fund-events.ts'
import type { FundPlan } from '../funds/fund-plan.ts'
import type { NameSource } from '../people/names.ts'
import type { Random } from '../random.ts'
import { pickTargetState, transitionsTo } from './grant-paths.ts'
import { pickGrantDetails } from './grant-texts.ts'
import type { StagedGrant } from './grants-in-progress.ts'

/** In the last weeks there are only staged grants, so that the queues have known contents. */
const quietDays = { main: 45, others: 30 } as const
const lastGrantBeforeClosingDays = 45

/** Plans the grants of a fund: those over the years, the staged ones, and the last one before closing. */
export function planGrantEvents(
  random: Random,
  plan: FundPlan,
  fund: number,
  context: {
    country: CountrySettings
    calendar: BankCalendar
    names: NameSource
    charities: CharitySelection
    today: IsoDate
    staged: readonly StagedGrant[]
  },
): FundEvent[] {
  if (plan.status === 'Entered') return []
  const favorites = pickFavorites(
    random,
    context.charities,
    plan.donorFund === 'main' ? 14 : random.integer(4, 8),
  )
  return [
    ...yearlyGrants(random, plan, fund, favorites, context),
    ...context.staged.map(each => stagedGrant(random, plan, fund, favorites, each, context)),
    ...(plan.closedOn === null ? [] : [lastGrant(random, fund, favorites, plan.closedOn, context)]),
  ]
}

type GrantContext = {
  country: CountrySettings
  calendar: BankCalendar
  names: NameSource
  charities: CharitySelection
  today: IsoDate
}

function yearlyGrants(
  random: Random,
  plan: FundPlan,
  fund: number,
  favorites: readonly DemoCharity[],
  { country, calendar, names, charities, today }: GrantContext,
): FundEvent[] {
  // To one charity the donor’s main fund gives four times a year, so that its previous grants fill more than a page of ten.
  const [regular] = plan.donorFund === 'main' ? charities.withLogo : []
  const quietFrom = addDays(today, -quietDays[plan.donorFund === 'main' ? 'main' : 'others'])
  const until = plan.activeUntil < quietFrom ? plan.activeUntil : quietFrom
  const events: FundEvent[] = []
  const firstFrom = addDays(plan.openedOn, 30)
  for (let year = firstFrom; year <= until; year = addMonths(year, 12)) {
    for (let grants = plan.grantsPerYear; grants > 0; grants--) {
      const on = pickGrantDay(random, country, year)
      const shareBps = Math.round((plan.payoutBps / plan.grantsPerYear) * (0.5 + random.next() * 1.1))
      const picked = random.pick(favorites)
      const charity = regular !== undefined && grants % 2 === 0 ? regular : picked
      const details = pickGrantDetails(random, names)
      const target = pickTargetState(random)
      const steps = transitionsTo(random, plan.closedOn === null ? target : 'cleared', {
        ...{ recommendedOn: on, today, calendar },
      })
      if (on > until) continue
      const by = recommenderOf(random, plan)
      events.push({
        on,
        fund,
        type: 'grant',
        grantPlan: { ...details, charity, amount: { shareBps }, by, steps },
      })
    }
  }
  return events
}

function pickGrantDay(random: Random, country: CountrySettings, year: IsoDate): IsoDate {
  const on = addDays(year, random.integer(0, 364))
  const season = country.givingSeason.at(-1) ?? 12
  const inSeason = `${year.slice(0, 4)}-${String(season).padStart(2, '0')}-${String(random.integer(1, 22)).padStart(2, '0')}`
  return random.chance(0.3) && inSeason > year ? isoDate(inSeason) : on
}

function stagedGrant(
  random: Random,
  plan: FundPlan,
  fund: number,
  favorites: readonly DemoCharity[],
  { target, ageDays, amount, by, needsReview, isUncashed }: StagedGrant,
  { calendar, names, charities, today }: GrantContext,
): FundEvent {
  const aged = addDays(today, -ageDays)
  const on = aged > plan.openedOn ? aged : plan.openedOn
  const choices = isUncashed
    ? charities.others.filter(({ paysByEft }) => !paysByEft)
    : needsReview && charities.needsReview.length > 0
      ? charities.needsReview
      : favorites
  const grantPlan = {
    ...pickGrantDetails(random, names),
    charity: random.pick(choices),
    amount,
    by: by ?? recommenderOf(random, plan),
    steps: transitionsTo(random, target, { recommendedOn: on, today, calendar }, ageDays),
  }
  return { on, fund, type: 'grant', grantPlan }
}

/** Before a fund is closed, it grants nearly its whole balance to one charity. */
function lastGrant(
  random: Random,
  fund: number,
  favorites: readonly DemoCharity[],
  closedOn: IsoDate,
  { calendar, names, today }: GrantContext,
): FundEvent {
  const on = addDays(closedOn, -lastGrantBeforeClosingDays)
  const steps = transitionsTo(
    random,
    'cleared',
    { recommendedOn: on, today, calendar },
    lastGrantBeforeClosingDays - 5,
  )
  const [charity = random.pick(favorites)] = favorites
  const grantPlan = {
    ...pickGrantDetails(random, names),
    charity,
    amount: { shareBps: 9_900 },
    by: 'service',
    steps,
  } as const
  return { on, fund, type: 'grant', grantPlan }
}

/** The service team recommends grants for donors who cannot sign in. */
function recommenderOf(random: Random, plan: FundPlan): 'donor' | 'joint' | 'service' {
  const joint = random.chance(0.25)
  if (plan.donorFund === null) return 'service'
  return plan.donorFund === 'main' && joint ? 'joint' : 'donor'
}
