import { addDays, addMonths, type IsoDate } from '../../domain/dates.ts'
import { type CharityChoice, type DemoCharity, favouritesOf } from '../charities/pick-charities.ts'
import type { ClientSettings } from '../demo-client.ts'
import type { FundPlan } from '../funds/fund-plan.ts'
import type { Occasion } from '../funds/occasions.ts'
import type { NameSource } from '../people/names.ts'
import type { Draws } from '../random.ts'
import { drawEnd, transitionsTo } from './grant-paths.ts'
import { grantLabels } from './grant-texts.ts'
import type { StagedGrant } from './grants-in-progress.ts'

/** The last weeks belong to the grants that are staged, so that what waits is known. */
const quietDays = { main: 45, others: 30 } as const
const lastGrantBeforeClosingDays = 45

/** What a fund grants over the years, and the grants whose state today is given. */
export function grantCalendarOf(
  draws: Draws,
  plan: FundPlan,
  fund: number,
  around: {
    clientSettings: ClientSettings
    names: NameSource
    charities: CharityChoice
    today: IsoDate
    staged: readonly StagedGrant[]
  },
): Occasion[] {
  if (plan.status === 'Entered') return []
  const favourites = favouritesOf(draws, around.charities, plan.ofDonor === 'main' ? 14 : draws.whole(4, 8))
  return [
    ...overTheYears(draws, plan, fund, favourites, around),
    ...around.staged.map(each => staged(draws, plan, fund, favourites, each, around)),
    ...(plan.closedOn === null ? [] : [lastOf(draws, fund, favourites, plan.closedOn, around)]),
  ]
}

type Around = { clientSettings: ClientSettings; names: NameSource; charities: CharityChoice; today: IsoDate }

function overTheYears(
  draws: Draws,
  plan: FundPlan,
  fund: number,
  favourites: readonly DemoCharity[],
  { clientSettings, names, today }: Around,
): Occasion[] {
  const quietFrom = addDays(today, -quietDays[plan.ofDonor === 'main' ? 'main' : 'others'])
  const until = [plan.movesUntil, quietFrom].sort()[0] as IsoDate
  const found: Occasion[] = []
  const firstFrom = addDays(plan.openedOn, 30)
  for (let year = firstFrom; year <= until; year = addMonths(year, 12)) {
    for (let grants = plan.grantsPerYear; grants > 0; grants--) {
      const on = grantDay(draws, clientSettings, year)
      const shareBps = Math.round((plan.payoutBps / plan.grantsPerYear) * (0.5 + draws.next() * 1.1))
      const charity = draws.pick(favourites)
      const words = grantLabels(draws, names)
      const end = drawEnd(draws)
      const steps = transitionsTo(draws, plan.closedOn === null ? end : 'cleared', on, today)
      if (on > until) continue
      const by = recommenderOf(draws, plan)
      found.push({ on, fund, what: 'grant', idea: { ...words, charity, amount: { shareBps }, by, steps } })
    }
  }
  return found
}

function grantDay(draws: Draws, clientSettings: ClientSettings, year: IsoDate): IsoDate {
  const on = addDays(year, draws.whole(0, 364))
  const season = clientSettings.givingSeason.at(-1) ?? 12
  const moved = `${year.slice(0, 4)}-${String(season).padStart(2, '0')}-${String(draws.whole(1, 22)).padStart(2, '0')}`
  return draws.chance(0.3) && moved > year ? (moved as IsoDate) : on
}

function staged(
  draws: Draws,
  plan: FundPlan,
  fund: number,
  favourites: readonly DemoCharity[],
  { end, ageDays, amount, by, toAPerson }: StagedGrant,
  { names, charities, today }: Around,
): Occasion {
  const on = [addDays(today, -ageDays), plan.openedOn].sort()[1] as IsoDate
  const unusual = toAPerson && charities.toAPerson.length > 0 ? charities.toAPerson : favourites
  const idea = {
    ...grantLabels(draws, names),
    charity: draws.pick(unusual),
    amount,
    by: by ?? recommenderOf(draws, plan),
    steps: transitionsTo(draws, end, on, today, ageDays),
  }
  return { on, fund, what: 'grant', idea }
}

/** Before a fund is closed, nearly all of it goes to one charity. */
function lastOf(
  draws: Draws,
  fund: number,
  favourites: readonly DemoCharity[],
  closedOn: IsoDate,
  { names, today }: Around,
): Occasion {
  const on = addDays(closedOn, -lastGrantBeforeClosingDays)
  const steps = transitionsTo(draws, 'cleared', on, today, lastGrantBeforeClosingDays - 5)
  const [charity = draws.pick(favourites)] = favourites
  const idea = {
    ...grantLabels(draws, names),
    charity,
    amount: { shareBps: 9_900 },
    by: 'service',
    steps,
  } as const
  return { on, fund, what: 'grant', idea }
}

/** Donors who cannot sign in ask the service team, who recommend in their own name. */
function recommenderOf(draws: Draws, plan: FundPlan): 'donor' | 'joint' | 'service' {
  const joint = draws.chance(0.25)
  if (plan.ofDonor === null) return 'service'
  return plan.ofDonor === 'main' && joint ? 'joint' : 'donor'
}
