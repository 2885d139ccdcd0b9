import { invariant } from '../../../domain/invariant.ts'

/** The ledger accounts of a fund and those of the book; db/migrations/0004_ledger.sql explains each. */
type FundLedger = 'spendable' | 'excluded' | 'pending'
type BookLedger =
  | 'received'
  | 'granted'
  | 'market'
  | 'fees'
  | 'adjustments'
  | 'commitments'
  | 'grants_payable'
  | 'suspense'

/** The sections of a statement (§2.6): 1 to 8 change a fund's balance; 9 and 11 move it between the fund's own ledger accounts. */
type Section = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 11

export type Posting =
  | { ledger: FundLedger; accountId: string; section: Section; amountMinor: bigint }
  | { ledger: BookLedger; amountMinor: bigint }

const fundPosting = (
  ledger: FundLedger,
  accountId: string,
  section: Section,
  amountMinor: bigint,
): Posting => ({
  ledger,
  accountId,
  section,
  amountMinor,
})
const bookPosting = (ledger: BookLedger, amountMinor: bigint): Posting => ({ ledger, amountMinor })

// Each function returns the postings of one kind of event; they add up to zero. Amounts are positive minor units, except
// for `signedMinor`.

/** Money or an asset from outside the book; `excluded` while no grants can be made from it. */
export function contributionPostings(
  accountId: string,
  amountMinor: bigint,
  into: 'spendable' | 'excluded',
): Posting[] {
  requirePositive(amountMinor)
  return [fundPosting(into, accountId, 1, amountMinor), bookPosting('received', -amountMinor)]
}

/** A gain (positive), a loss (negative) or income, on spendable or on excluded assets. */
export function marketPostings(
  accountId: string,
  signedMinor: bigint,
  on: 'spendable' | 'excluded' = 'spendable',
): Posting[] {
  return [fundPosting(on, accountId, 3, signedMinor), bookPosting('market', -signedMinor)]
}

export function feePostings(accountId: string, amountMinor: bigint): Posting[] {
  requirePositive(amountMinor)
  return [fundPosting('spendable', accountId, 5, -amountMinor), bookPosting('fees', amountMinor)]
}

/** Activity that no other section covers; the entry's comment explains it. */
export function otherPostings(accountId: string, signedMinor: bigint): Posting[] {
  return [fundPosting('spendable', accountId, 4, signedMinor), bookPosting('adjustments', -signedMinor)]
}

export function transferPostings(fromAccountId: string, toAccountId: string, amountMinor: bigint): Posting[] {
  requirePositive(amountMinor)
  return [
    fundPosting('spendable', fromAccountId, 8, -amountMinor),
    fundPosting('spendable', toAccountId, 7, amountMinor),
  ]
}

/** Money or an asset that no grants can be made from until it is released. */
export function excludePostings(accountId: string, amountMinor: bigint): Posting[] {
  return reversedPostings(excludedReleasePostings(accountId, amountMinor))
}

/** An asset becomes grantable. */
export function excludedReleasePostings(accountId: string, amountMinor: bigint): Posting[] {
  requirePositive(amountMinor)
  return [
    fundPosting('excluded', accountId, 9, -amountMinor),
    fundPosting('spendable', accountId, 9, amountMinor),
  ]
}

/** A recommendation sets the amount aside: it reduces the available balance, but not the fund's balance. */
export function reservePostings(accountId: string, amountMinor: bigint): Posting[] {
  requirePositive(amountMinor)
  return [
    fundPosting('spendable', accountId, 11, -amountMinor),
    fundPosting('pending', accountId, 11, amountMinor),
  ]
}

/** A cancelled or rejected grant: the amount is available again. */
export function unreservePostings(accountId: string, amountMinor: bigint): Posting[] {
  requirePositive(amountMinor)
  return [
    fundPosting('pending', accountId, 11, -amountMinor),
    fundPosting('spendable', accountId, 11, amountMinor),
  ]
}

/** Approval commits the sponsor: a memorandum entry that does not change the fund. */
export function commitPostings(amountMinor: bigint): Posting[] {
  requirePositive(amountMinor)
  return [bookPosting('commitments', amountMinor), bookPosting('grants_payable', -amountMinor)]
}

/** An approved grant that is voided before payment: reverses the reserve and the commitment. */
export function voidPostings(accountId: string, amountMinor: bigint): Posting[] {
  return [...unreservePostings(accountId, amountMinor), ...uncommitPostings(amountMinor)]
}

/** Payment: the money leaves the fund and the commitment ends. */
export function payPostings(accountId: string, amountMinor: bigint): Posting[] {
  requirePositive(amountMinor)
  return [
    fundPosting('pending', accountId, 2, -amountMinor),
    bookPosting('granted', amountMinor),
    ...uncommitPostings(amountMinor),
  ]
}

/** An approval that was taken back: the amount stays set aside. */
export function reversedCommitPostings(amountMinor: bigint): Posting[] {
  requirePositive(amountMinor)
  return uncommitPostings(amountMinor)
}

/** A payment that the bank refused: the money never left, and the amount is set aside again. */
export function reversedPayPostings(accountId: string, amountMinor: bigint): Posting[] {
  return reversedPostings(payPostings(accountId, amountMinor))
}

/** What takes back all that these postings did. */
export const reversedPostings = (postings: readonly Posting[]): Posting[] =>
  postings.map(posting => ({ ...posting, amountMinor: -posting.amountMinor }))

/** A paid grant that was returned in whole or in part: the amount is available again. */
export function returnPostings(accountId: string, amountMinor: bigint): Posting[] {
  requirePositive(amountMinor)
  return [fundPosting('spendable', accountId, 6, amountMinor), bookPosting('granted', -amountMinor)]
}

/** Money that a bank credited and nobody has matched: no fund has any of it. */
export function suspensePostings(amountMinor: bigint): Posting[] {
  requirePositive(amountMinor)
  return [bookPosting('suspense', amountMinor), bookPosting('received', -amountMinor)]
}

/** Money that leaves suspense; if a fund gets it, an entry of its own says so. */
export function endedSuspensePostings(amountMinor: bigint): Posting[] {
  requirePositive(amountMinor)
  return [bookPosting('suspense', -amountMinor), bookPosting('received', amountMinor)]
}

function uncommitPostings(amountMinor: bigint): Posting[] {
  return [bookPosting('commitments', -amountMinor), bookPosting('grants_payable', amountMinor)]
}

function requirePositive(amountMinor: bigint): void {
  invariant(amountMinor > 0n, 'a posted amount is positive')
}
