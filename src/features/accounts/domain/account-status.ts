import type { AccountStatus } from '../../../contract/account-overview.contract.ts'
import type { IsoDate } from '../../../domain/dates.ts'

/** What the status of an account means for its people, in their words (§16); null where nothing is stopped. */
export const statusNotes: Readonly<Record<AccountStatus, string | null>> = {
  Entered:
    'This fund is not open yet. You can contribute to it. Grants and changes are possible once its contribution document is signed and the first contribution has arrived.',
  Active: null,
  Immobile:
    'This fund is on hold. No money can move in or out at the moment: no contributions, no new grants, no payments of grants that were approved. You can still view everything.',
  Closed:
    'This fund is closed. No money can move in or out, and nothing can be changed. You can still view its history.',
}

/** To which status an account can change (§16). */
const transitions: Readonly<Record<AccountStatus, readonly AccountStatus[]>> = {
  Entered: ['Active', 'Closed'],
  Active: ['Immobile', 'Closed'],
  Immobile: ['Active', 'Closed'],
  Closed: ['Active'],
}

export const statusesAfter = (status: AccountStatus): readonly AccountStatus[] => transitions[status]

/** What decides whether an account may change its status. */
export type StatusFacts = {
  accountStatus: AccountStatus
  enteredDate: IsoDate
  openedDate: IsoDate | null
  /** The effective date of the first contribution; null: there was none. */
  firstContributionDate: IsoDate | null
  /** The effective date of the latest entry; null: there was none. */
  latestEntryDate: IsoDate | null
  spendableMinor: bigint
  excludedMinor: bigint
  pendingMinor: bigint
  /** Grants that were recommended and are neither paid nor ended, also those that wait for funds. */
  pendingGrants: number
  /** Whether a confirmed finding about a person holds the account. */
  isHeld: boolean
}

export const heldAccount =
  'The account is held: a person connected with it is on a sanctions list. Only staff who decide on findings can lift the hold.'

/** Why the account cannot change to this status; null: it can. */
export function statusViolation(facts: StatusFacts, to: AccountStatus): string | null {
  if (!transitions[facts.accountStatus].includes(to))
    return `The status can’t change from ${facts.accountStatus} to ${to}.`
  if (facts.isHeld && to !== 'Immobile') return heldAccount
  if (to === 'Closed') return closingViolation(facts)
  if (facts.accountStatus === 'Entered' && facts.firstContributionDate === null)
    return 'The first contribution has not been received.'
  if (facts.accountStatus === 'Closed' && facts.openedDate === null)
    return 'This account was withdrawn before it opened. Please create a new one.'
  return null
}

function closingViolation(facts: StatusFacts): string | null {
  if (facts.pendingMinor !== 0n || facts.pendingGrants > 0) return 'Grants are still pending.'
  if (facts.excludedMinor !== 0n) return 'The account still holds excluded assets.'
  if (facts.spendableMinor !== 0n) return 'The balance is not zero.'
  return null
}

export type StatusChange = {
  accountStatus: AccountStatus
  /** The day from which the status counts. */
  effectiveDate: IsoDate
  /** The day on which the contribution document was signed; only from Entered to Active. */
  documentSignedDate: IsoDate | null
  /** The fund that receives money returned later; only for Closed. */
  successorFundId: number | null
}

export const futureDay = 'Enter a day that is not in the future'

/** What is wrong with the dates of a change, by field. */
export function statusDateViolations(
  facts: StatusFacts,
  { accountStatus: to, effectiveDate, documentSignedDate }: StatusChange,
  today: IsoDate,
): Partial<Record<'effectiveDate' | 'documentSignedDate', string>> {
  const opens = facts.accountStatus === 'Entered' && to === 'Active'
  if (opens && documentSignedDate === null)
    return { documentSignedDate: 'Enter the day on which the contribution document was signed' }
  if (documentSignedDate !== null && documentSignedDate > today) return { documentSignedDate: futureDay }
  if (effectiveDate > today) return { effectiveDate: futureDay }
  if (effectiveDate < (facts.openedDate ?? facts.enteredDate))
    return { effectiveDate: 'Enter a day on which the account existed' }
  if (
    opens &&
    [documentSignedDate, facts.firstContributionDate].some(day => day !== null && day > effectiveDate)
  )
    return { effectiveDate: 'Enter a day on which the document was signed and the contribution received' }
  if (to === 'Closed' && facts.latestEntryDate !== null && facts.latestEntryDate > effectiveDate)
    return { effectiveDate: 'Enter a day on or after the account’s latest entry' }
  return {}
}
