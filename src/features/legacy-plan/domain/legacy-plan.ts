import { addMonths, type IsoDate } from '../../../domain/dates.ts'

/** Hundredths of a percent: the shares of a plan add up to this, or to 0 where there is no plan. */
export const wholeHundredths = 10_000
/** The most successors and charities of a plan. */
export const maxShares = 50

/** §3: an individual successor receives a fund of their share, and a charity a grant. */
export const designations = { 0: 'Individual Successor', 1: 'Charitable Beneficiary' } as const
export type Designation = keyof typeof designations

/** §5: why only staff can save the plan. */
export const notOnline = 'You cannot update your legacy plan online.'

/** §5 */
export const totalSentence = 'Allocation Total must equal 0% or 100%'

/** The fields that the rules of a plan check. */
type PlanShare = { name: string; designation: Designation; shareHundredths: number }

export const totalOf = (shares: readonly Pick<PlanShare, 'shareHundredths'>[]): number =>
  shares.reduce((sum, { shareHundredths }) => sum + shareHundredths, 0)

export const isWholeOrNone = (totalHundredths: number): boolean =>
  totalHundredths === 0 || totalHundredths === wholeHundredths

/** `12.5%`, with as many decimals as the share needs. */
export const percentage = (hundredths: number): string => `${hundredths / 100}%`

/**
 * The rest of 100% in equal shares; what cannot be divided goes to the first ones, a hundredth each. All are 0 where nothing is
 * left.
 */
export function shareRestEqually(takenHundredths: number, count: number): number[] {
  if (!Number.isInteger(takenHundredths) || !Number.isInteger(count) || count < 1)
    throw new RangeError(`${takenHundredths} hundredths cannot be shared by ${count}`)
  const rest = Math.max(0, wholeHundredths - takenHundredths)
  const each = Math.floor(rest / count)
  const over = rest - each * count
  return Array.from({ length: count }, (_, index) => each + (index < over ? 1 : 0))
}

/** §3: follows from the current plan, unless staff have set ENDOWED. */
export function planTypeOf(
  shares: readonly Pick<PlanShare, 'designation'>[],
): 'NONE' | 'INDIVIDUALS' | 'CHARITIES' | 'BOTH' {
  const hasIndividuals = shares.some(({ designation }) => designation === 0)
  const hasCharities = shares.some(({ designation }) => designation === 1)
  if (hasIndividuals && hasCharities) return 'BOTH'
  if (hasIndividuals) return 'INDIVIDUALS'
  return hasCharities ? 'CHARITIES' : 'NONE'
}

/**
 * The plan in one sentence: "After the last surviving donor’s death, 60% of the fund goes to Ann Finch and 40% is granted to Oxfam." The
 * largest `maxNamed` shares are named; the others are summed.
 */
export function planInWords(shares: readonly PlanShare[], maxNamed: number = maxShares): string {
  if (shares.length === 0)
    return 'There is no legacy plan, so no one is named to receive this fund after the last surviving donor’s death.'
  const largestFirst = shares.toSorted((a, b) => b.shareHundredths - a.shareHundredths)
  const parts = largestFirst.slice(0, maxNamed).map(({ name, designation, shareHundredths }, index) => {
    const share = shareHundredths === wholeHundredths ? 'the whole fund' : percentage(shareHundredths)
    const ofFund = index === 0 && shareHundredths !== wholeHundredths ? `${share} of the fund` : share
    return designation === 0 ? `${ofFund} goes to ${name}` : `${ofFund} is granted to ${name}`
  })
  const others = largestFirst.slice(maxNamed)
  if (others.length > 0)
    parts.push(
      `${percentage(totalOf(others))} to ${others.length === 1 ? 'one other' : `${others.length} others`}`,
    )
  const list = parts.length === 1 ? parts[0] : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
  return `After the last surviving donor’s death, ${list}.`
}

/** A stored share, with the sentence about its charity where that needs attention. */
export type StoredShare = PlanShare & {
  email: string | null
  phone: string | null
  /** null for an individual. */
  charity: { flag: string | null } | null
}

/** After this many months without a save the plan should be reviewed. */
const reviewAfterMonths = 36

/** The points to check in a plan, in plain words; empty if there are none. `savedOn` is null without a plan. */
export function checkPlan(shares: readonly StoredShare[], savedOn: IsoDate | null, today: IsoDate): string[] {
  if (shares.length === 0)
    return ['No one is named. Without a plan, our policy decides who receives the balance.']
  const found = shares.flatMap(shareFindings)
  if (savedOn !== null && addMonths(savedOn, reviewAfterMonths) <= today)
    found.push('The plan was saved more than three years ago. Please review it.')
  return found
}

function shareFindings({ name, email, phone, charity }: StoredShare): string[] {
  if (charity === null)
    return email === null && phone === null ? [`We have no e-mail address or phone number for ${name}.`] : []
  return charity.flag === null ? [] : [`${name}: ${charity.flag}`]
}
