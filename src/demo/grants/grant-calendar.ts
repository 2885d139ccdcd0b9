import { addDays, addMonths, type IsoDate } from '../../domain/dates.ts'
import { type CharityChoice, type DemoCharity, favouritesOf } from '../charities/pick-charities.ts'
import type { FundSketch } from '../funds/fund-sketch.ts'
import type { Occasion } from '../funds/occasions.ts'
import type { House } from '../house.ts'
import type { NameSource } from '../people/names.ts'
import type { Draws } from '../random.ts'
import { drawEnd, stepsTo } from './grant-paths.ts'
import { grantWords } from './grant-words.ts'
import type { StagedGrant } from './staged-grants.ts'

/** The last weeks belong to the grants that are staged, so that what waits is known. */
const quietDays = { main: 45, others: 30 } as const
const lastGrantBeforeClosingDays = 45

/** What a fund grants over the years, and the grants whose state today is given. */
export function grantCalendarOf(
  draws: Draws,
  sketch: FundSketch,
  fund: number,
  around: {
    house: House
    names: NameSource
    charities: CharityChoice
    today: IsoDate
    staged: readonly StagedGrant[]
  },
): Occasion[] {
  if (sketch.status === 'Entered') return []
  const favourites = favouritesOf(draws, around.charities, sketch.ofDonor === 'main' ? 14 : draws.whole(4, 8))
  return [
    ...overTheYears(draws, sketch, fund, favourites, around),
    ...around.staged.map(each => staged(draws, sketch, fund, favourites, each, around)),
    ...(sketch.closedOn === null ? [] : [lastOf(draws, fund, favourites, sketch.closedOn, around)]),
  ]
}

type Around = { house: House; names: NameSource; charities: CharityChoice; today: IsoDate }

function overTheYears(
  draws: Draws,
  sketch: FundSketch,
  fund: number,
  favourites: readonly DemoCharity[],
  { house, names, today }: Around,
): Occasion[] {
  const quietFrom = addDays(today, -quietDays[sketch.ofDonor === 'main' ? 'main' : 'others'])
  const until = [sketch.movesUntil, quietFrom].sort()[0] as IsoDate
  const found: Occasion[] = []
  const firstFrom = addDays(sketch.openedOn, 30)
  for (let year = firstFrom; year <= until; year = addMonths(year, 12)) {
    for (let grants = sketch.grantsPerYear; grants > 0; grants--) {
      const on = grantDay(draws, house, year)
      const shareBps = Math.round((sketch.payoutBps / sketch.grantsPerYear) * (0.5 + draws.next() * 1.1))
      const charity = draws.pick(favourites)
      const words = grantWords(draws, names)
      const end = drawEnd(draws)
      const steps = stepsTo(draws, sketch.closedOn === null ? end : 'cleared', on, today)
      if (on > until) continue
      const by = recommenderOf(draws, sketch)
      found.push({ on, fund, what: 'grant', idea: { ...words, charity, amount: { shareBps }, by, steps } })
    }
  }
  return found
}

function grantDay(draws: Draws, house: House, year: IsoDate): IsoDate {
  const on = addDays(year, draws.whole(0, 364))
  const season = house.givingSeason.at(-1) ?? 12
  const moved = `${year.slice(0, 4)}-${String(season).padStart(2, '0')}-${String(draws.whole(1, 22)).padStart(2, '0')}`
  return draws.chance(0.3) && moved > year ? (moved as IsoDate) : on
}

function staged(
  draws: Draws,
  sketch: FundSketch,
  fund: number,
  favourites: readonly DemoCharity[],
  { end, ageDays, amount, by, toAPerson }: StagedGrant,
  { names, charities, today }: Around,
): Occasion {
  const on = [addDays(today, -ageDays), sketch.openedOn].sort()[1] as IsoDate
  const unusual = toAPerson && charities.toAPerson.length > 0 ? charities.toAPerson : favourites
  const idea = {
    ...grantWords(draws, names),
    charity: draws.pick(unusual),
    amount,
    by: by ?? recommenderOf(draws, sketch),
    steps: stepsTo(draws, end, on, today, ageDays),
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
  const steps = stepsTo(draws, 'cleared', on, today, lastGrantBeforeClosingDays - 5)
  const [charity = draws.pick(favourites)] = favourites
  const idea = {
    ...grantWords(draws, names),
    charity,
    amount: { shareBps: 9_900 },
    by: 'service',
    steps,
  } as const
  return { on, fund, what: 'grant', idea }
}

/** Donors who cannot sign in ask the service team, who recommend in their own name. */
function recommenderOf(draws: Draws, sketch: FundSketch): 'donor' | 'joint' | 'service' {
  const joint = draws.chance(0.25)
  if (sketch.ofDonor === null) return 'service'
  return sketch.ofDonor === 'main' && joint ? 'joint' : 'donor'
}
