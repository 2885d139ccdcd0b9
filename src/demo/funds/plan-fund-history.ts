import { randomUUIDv7 } from 'node:crypto'
import { addDays, addMonths, type IsoDate } from '../../domain/dates.ts'
import type { Currency } from '../../domain/money.ts'
import { demoClients } from '../demo-client.ts'
import { demoPeople } from '../people/demo-users.ts'
import { type NameSource, nameSource } from '../people/names.ts'
import { type Draws, drawsOf, shuffled } from '../random.ts'
import type { FundPlan, Household } from './fund-plan.ts'

const medianUnits = 150_000
const spread = 1.5
const smallestUnits = 7_000
const largestUnits = 5_500_000
const yearsShown = 5
/** Of all funds; at least one each. */
const shares = { Entered: 0.025, Immobile: 0.035, Closed: 0.035 } as const
const shareOfPairs = 0.06

const illiquidAssets = [
  'Limited partnership interest',
  'Closely held shares',
  'Commercial property interest',
  'Restricted shares',
] as const

/** The funds of a book, as households; the first is that of the demonstration's donor. The same for the same seed and day. */
export function planFundHistories(about: {
  seed: string
  currency: Currency
  today: IsoDate
  funds: number
}): Household[] {
  const draws = drawsOf(`${about.seed} funds`)
  const names = nameSource(draws)
  const numbers = fundNumbers(draws, demoClients[about.currency].mainFundId)
  const sizes = shuffled(draws, sizesOf(about.funds - 3))
  const statuses = statusesOf(about.funds - 3)
  const taken = new Set<string>()
  const own = donorsFunds(about, numbers, sizes)
  for (const plan of own) taken.add(plan.accountName)
  const others = statuses.map((status, index) => {
    const sizeUnits = sizes[index] ?? medianUnits
    return planFundHistory({ draws, names, taken, fundId: numbers(), status, sizeUnits, ...about })
  })
  return [own.slice(0, 2) as [FundPlan, FundPlan], [own[2] as FundPlan], ...paired(draws, others)]
}

/** Log-normal, one from each slice of equal likelihood, so that few funds are as unlike each other as many. */
function sizesOf(funds: number): number[] {
  return Array.from({ length: funds }, (_, index) => {
    const units = Math.exp(Math.log(medianUnits) + spread * quantile((index + 0.5) / funds))
    return Math.round(Math.min(largestUnits, Math.max(smallestUnits, units)))
  })
}

/** Of the standard normal distribution, by the logistic approximation: good to a few hundredths. */
function quantile(probability: number): number {
  return Math.log(probability / (1 - probability)) / 1.702
}

function statusesOf(funds: number): FundPlan['status'][] {
  const statuses = Array.from({ length: funds }, (): FundPlan['status'] => 'Active')
  let at = 0
  for (const [status, share] of Object.entries(shares) as [keyof typeof shares, number][]) {
    for (let left = Math.max(1, Math.round(funds * share)); left > 0; left--) {
      // Spread over the list, whose order people see as that of the fund ids.
      statuses[(at * 7 + 2) % funds] = status
      at++
    }
  }
  return statuses
}

/** Six digits, rising by steps of no pattern; each is read out over the phone. */
function fundNumbers(draws: Draws, mainFundId: number): () => number {
  let last = mainFundId
  return () => {
    const found = last
    last += draws.whole(7, 160)
    return found
  }
}

type Making = {
  draws: Draws
  names: NameSource
  taken: Set<string>
  fundId: number
  status: FundPlan['status']
  sizeUnits: number
  today: IsoDate
}

function planFundHistory({ draws, names, taken, fundId, status, sizeUnits, today }: Making): FundPlan {
  const familyName = names.familyName()
  const organization = draws.chance(0.12)
  const donor = names.person(familyName)
  const joint = !organization && draws.chance(0.35) ? names.person(familyName) : null
  const accountName = untaken(taken, () => fundName(draws, names, familyName, organization))
  const span = spanOf(draws, status, today)
  return {
    accountId: randomUUIDv7(),
    fundId,
    accountName,
    accountType: organization ? 'Organization' : 'Individual',
    organizationLegalName: organization ? `${accountName.replace(/^The | Fund$/g, '')} Association` : null,
    donors: joint === null ? [donor] : [donor, joint],
    successor: draws.chance(0.3) ? names.person(familyName) : null,
    status,
    ...span,
    sizeUnits,
    pool: draws.pick(['growth', 'balanced', 'balanced', 'income']),
    payoutBps: draws.whole(300, 1_100),
    grantsPerYear: draws.whole(1, 4),
    taxpayer: !organization && draws.chance(0.8),
    illiquid:
      status === 'Active' && sizeUnits > 100_000 && draws.chance(0.15) ? draws.pick(illiquidAssets) : null,
    ofDonor: null,
  }
}

function spanOf(
  draws: Draws,
  status: FundPlan['status'],
  today: IsoDate,
): Pick<FundPlan, 'openedOn' | 'closedOn' | 'movesUntil'> {
  const openedFirst = addDays(addMonths(today, -12 * yearsShown), draws.whole(0, 45))
  const openedLater = addDays(openedFirst, draws.whole(60, 1_400))
  const younger = draws.chance(0.35)
  const back = draws.whole(100, 600)
  if (status === 'Entered')
    return { openedOn: addDays(today, -draws.whole(2, 40)), closedOn: null, movesUntil: today }
  if (status === 'Immobile')
    return { openedOn: openedFirst, closedOn: null, movesUntil: addDays(today, -back - 150) }
  if (status === 'Closed') {
    const closedOn = addDays(today, -back)
    return { openedOn: openedFirst, closedOn, movesUntil: addDays(closedOn, -60) }
  }
  return { openedOn: younger ? openedLater : openedFirst, closedOn: null, movesUntil: addDays(today, -1) }
}

function fundName(draws: Draws, names: NameSource, familyName: string, organization: boolean): string {
  if (organization)
    return `The ${names.place()} ${draws.pick(['Society', 'Circle', 'Alumni', 'Community'])} Fund`
  const place = names.place()
  return draws.pick([
    `The ${familyName} Family Fund`,
    `The ${familyName} Family Fund`,
    `The ${familyName} Charitable Fund`,
    `${familyName} Giving Fund`,
    `The ${place} Fund`,
    `The ${place} Charitable Fund`,
    `The ${names.person().firstName} ${familyName} Memorial Fund`,
  ])
}

function untaken(taken: Set<string>, draw: () => string): string {
  for (;;) {
    const name = draw()
    if (!taken.has(name)) {
      taken.add(name)
      return name
    }
  }
}

/** Neighbours in the list, both active, of which the first hands something on every year. */
function paired(draws: Draws, plans: readonly FundPlan[]): Household[] {
  const households: Household[] = []
  for (let at = 0; at < plans.length; at++) {
    const [one, other] = [plans[at], plans[at + 1]]
    if (one === undefined) break
    const active = one.status === 'Active' && other?.status === 'Active'
    if (active && other && one.sizeUnits > other.sizeUnits && draws.chance(shareOfPairs * 2)) {
      households.push([
        one,
        { ...other, openedOn: one.openedOn > other.openedOn ? one.openedOn : other.openedOn },
      ])
      at++
    } else households.push([one])
  }
  return households
}

/** The three funds of the donor whom one signs in as: a large one with a rich history, its offspring, and a small one. */
function donorsFunds(about: { today: IsoDate }, numbers: () => number, sizes: readonly number[]): FundPlan[] {
  const openedOn = addMonths(about.today, -12 * yearsShown)
  const { donor, joint } = demoPeople
  const shared = {
    accountType: 'Individual',
    organizationLegalName: null,
    donors: [donor],
    successor: null,
    status: 'Active',
    openedOn,
    closedOn: null,
    movesUntil: addDays(about.today, -1),
    pool: 'balanced',
    payoutBps: 700,
    grantsPerYear: 4,
    taxpayer: true,
    illiquid: null,
  } as const
  return [
    {
      ...shared,
      accountId: randomUUIDv7(),
      fundId: numbers(),
      accountName: 'The Whitcombe Family Fund',
      donors: [donor, joint],
      successor: { firstName: 'Imogen', lastName: 'Whitcombe' },
      sizeUnits: 1_100_000,
      grantsPerYear: 9,
      illiquid: illiquidAssets[0],
      ofDonor: 'main',
    },
    {
      ...shared,
      accountId: randomUUIDv7(),
      fundId: numbers(),
      accountName: 'The Lantern House Fund',
      openedOn: addMonths(openedOn, 7),
      sizeUnits: Math.min(240_000, Math.max(...sizes)),
      pool: 'growth',
      ofDonor: 'second',
    },
    {
      ...shared,
      accountId: randomUUIDv7(),
      fundId: numbers(),
      accountName: 'Whitcombe Scholars Fund',
      openedOn: addMonths(openedOn, 26),
      sizeUnits: 38_000,
      pool: 'income',
      grantsPerYear: 2,
      ofDonor: 'third',
    },
  ]
}
