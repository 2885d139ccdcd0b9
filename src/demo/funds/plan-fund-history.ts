import { randomUUIDv7 } from 'node:crypto'
import { addDays, addMonths, type IsoDate } from '../../domain/dates.ts'
import { entriesOf } from '../../domain/keys-of.ts'
import type { Currency } from '../../domain/money.ts'
import { demoClients } from '../demo-client.ts'
import { demoPeople } from '../people/demo-users.ts'
import { type NameSource, nameSource } from '../people/names.ts'
import { type Random, seededRandom, shuffled } from '../random.ts'
import type { FundPlan, Household } from './fund-plan.ts'

const medianUnits = 150_000
const spread = 1.5
const smallestUnits = 7_000
const maxUnits = 5_500_000
const yearsShown = 5
/** Shares of all funds; at least one fund for each status. */
const shares = { Entered: 0.025, Immobile: 0.035, Closed: 0.035 } as const
const shareOfPairs = 0.06

const illiquidAssets = [
  'Limited partnership interest',
  'Closely held shares',
  'Commercial property interest',
  'Restricted shares',
] as const

/** Plans the funds of a book, as households; the first belongs to the user `donor`. Same seed and day, same plan. */
export function planFundHistories(about: {
  seed: string
  currency: Currency
  today: IsoDate
  funds: number
}): Household[] {
  const random = seededRandom(`${about.seed} funds`)
  const names = nameSource(random)
  const numbers = fundIdSequence(random, demoClients[about.currency].mainFundId)
  const sizes = shuffled(random, sizesOf(about.funds - 3))
  const statuses = statusesOf(about.funds - 3)
  const usedNames = new Set<string>()
  const donorFunds = planDonorFunds(about, numbers, sizes)
  for (const plan of donorFunds) usedNames.add(plan.accountName)
  const others = statuses.map((status, index) => {
    const sizeUnits = sizes[index] ?? medianUnits
    return planFundHistory({ random, names, usedNames, fundId: numbers(), status, sizeUnits, ...about })
  })
  return [
    // Two funds of one household, and one alone: the list has three.
    donorFunds.slice(0, 2) as [FundPlan, FundPlan],
    // As above.
    [donorFunds[2] as FundPlan],
    ...pairHouseholds(random, others),
  ]
}

/** Log-normal sizes at equally spaced quantiles, so that a few funds differ in size as much as many. */
function sizesOf(funds: number): number[] {
  return Array.from({ length: funds }, (_, index) => {
    const units = Math.exp(Math.log(medianUnits) + spread * quantile((index + 0.5) / funds))
    return Math.round(Math.min(maxUnits, Math.max(smallestUnits, units)))
  })
}

/** A quantile of the standard normal distribution, by the logistic approximation (error: some hundredths). */
function quantile(probability: number): number {
  return Math.log(probability / (1 - probability)) / 1.702
}

function statusesOf(funds: number): FundPlan['status'][] {
  const statuses = Array.from({ length: funds }, (): FundPlan['status'] => 'Active')
  let index = 0
  for (const [status, share] of entriesOf(shares)) {
    for (let left = Math.max(1, Math.round(funds * share)); left > 0; left--) {
      // Spread over the list, which is in the order of the fund ids.
      statuses[(index * 7 + 2) % funds] = status
      index++
    }
  }
  return statuses
}

/** Six-digit ids in rising order with irregular steps. */
function fundIdSequence(random: Random, mainFundId: number): () => number {
  let last = mainFundId
  return () => {
    const found = last
    last += random.integer(7, 160)
    return found
  }
}

type FundInput = {
  random: Random
  names: NameSource
  usedNames: Set<string>
  fundId: number
  status: FundPlan['status']
  sizeUnits: number
  today: IsoDate
}

function planFundHistory({
  random,
  names,
  usedNames,
  fundId,
  status,
  sizeUnits,
  today,
}: FundInput): FundPlan {
  const familyName = names.familyName()
  const organization = random.chance(0.12)
  const donor = names.person(familyName)
  const joint = !organization && random.chance(0.35) ? names.person(familyName) : null
  const accountName = uniqueName(usedNames, () => fundName(random, names, familyName, organization))
  const span = activePeriod(random, status, today)
  return {
    accountId: randomUUIDv7(),
    fundId,
    accountName,
    accountType: organization ? 'Organization' : 'Individual',
    organizationLegalName: organization ? `${accountName.replace(/^The | Fund$/g, '')} Association` : null,
    donors: joint === null ? [donor] : [donor, joint],
    successor: random.chance(0.3) ? names.person(familyName) : null,
    status,
    ...span,
    sizeUnits,
    pool: random.pick(['growth', 'balanced', 'balanced', 'income']),
    payoutBps: random.integer(300, 1_100),
    grantsPerYear: random.integer(1, 4),
    taxpayer: !organization && random.chance(0.8),
    illiquid:
      status === 'Active' && sizeUnits > 100_000 && random.chance(0.15) ? random.pick(illiquidAssets) : null,
    donorFund: null,
  }
}

function activePeriod(
  random: Random,
  status: FundPlan['status'],
  today: IsoDate,
): Pick<FundPlan, 'openedOn' | 'closedOn' | 'activeUntil'> {
  const openedFirst = addDays(addMonths(today, -12 * yearsShown), random.integer(0, 45))
  const openedLater = addDays(openedFirst, random.integer(60, 1_400))
  const younger = random.chance(0.35)
  const back = random.integer(100, 600)
  if (status === 'Entered')
    return { openedOn: addDays(today, -random.integer(2, 40)), closedOn: null, activeUntil: today }
  if (status === 'Immobile')
    return { openedOn: openedFirst, closedOn: null, activeUntil: addDays(today, -back - 150) }
  if (status === 'Closed') {
    const closedOn = addDays(today, -back)
    return { openedOn: openedFirst, closedOn, activeUntil: addDays(closedOn, -60) }
  }
  return { openedOn: younger ? openedLater : openedFirst, closedOn: null, activeUntil: addDays(today, -1) }
}

function fundName(random: Random, names: NameSource, familyName: string, organization: boolean): string {
  if (organization)
    return `The ${names.place()} ${random.pick(['Society', 'Circle', 'Alumni', 'Community'])} Fund`
  const place = names.place()
  return random.pick([
    `The ${familyName} Family Fund`,
    `The ${familyName} Family Fund`,
    `The ${familyName} Charitable Fund`,
    `${familyName} Giving Fund`,
    `The ${place} Fund`,
    `The ${place} Charitable Fund`,
    `The ${names.person().firstName} ${familyName} Memorial Fund`,
  ])
}

function uniqueName(usedNames: Set<string>, next: () => string): string {
  for (;;) {
    const name = next()
    if (!usedNames.has(name)) {
      usedNames.add(name)
      return name
    }
  }
}

/** Combines some neighbors in the list, both active, into households with yearly transfers. */
function pairHouseholds(random: Random, plans: readonly FundPlan[]): Household[] {
  const households: Household[] = []
  for (let index = 0; index < plans.length; index++) {
    const [one, other] = [plans[index], plans[index + 1]]
    if (one === undefined) break
    const active = one.status === 'Active' && other?.status === 'Active'
    if (active && other && one.sizeUnits > other.sizeUnits && random.chance(shareOfPairs * 2)) {
      households.push([
        one,
        { ...other, openedOn: one.openedOn > other.openedOn ? one.openedOn : other.openedOn },
      ])
      index++
    } else households.push([one])
  }
  return households
}

/** The three funds of the user `donor`: a large one with a rich history, one that it transfers to, and a small one. */
function planDonorFunds(
  about: { today: IsoDate },
  numbers: () => number,
  sizes: readonly number[],
): FundPlan[] {
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
    activeUntil: addDays(about.today, -1),
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
      donorFund: 'main',
    },
    {
      ...shared,
      accountId: randomUUIDv7(),
      fundId: numbers(),
      accountName: 'The Lantern House Fund',
      openedOn: addMonths(openedOn, 7),
      sizeUnits: Math.min(240_000, Math.max(...sizes)),
      pool: 'growth',
      donorFund: 'second',
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
      donorFund: 'third',
    },
  ]
}
