import { invariant } from '../../../domain/invariant.ts'

/** The three ledger accounts of a fund, and those of the house (db/migrations/0004_ledger.sql says what each means). */
export type FundLedger = 'spendable' | 'excluded' | 'pending'
export type BookLedger =
  | 'received'
  | 'granted'
  | 'market'
  | 'fees'
  | 'adjustments'
  | 'commitments'
  | 'grants_payable'

/** Sections 1 to 8 of §2.6 change a fund's balance; 9 and 11 move it between the fund's own ledger accounts. */
export type Section = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 11

export type Posting =
  | { ledger: FundLedger; accountId: string; section: Section; amountMinor: bigint }
  | { ledger: BookLedger; amountMinor: bigint }

const fund = (ledger: FundLedger, accountId: string, section: Section, amountMinor: bigint): Posting => ({
  ledger,
  accountId,
  section,
  amountMinor,
})
const clientSettings = (ledger: BookLedger, amountMinor: bigint): Posting => ({ ledger, amountMinor })

// Each function below is one kind of event in the life of a fund: the postings that it makes, which add up to zero.
// Amounts are positive minor units unless the name says that they carry a sign.

/** Money or an asset from outside the book; `into` excluded where it cannot be granted from yet. */
export function contributionPostings(
  accountId: string,
  amountMinor: bigint,
  into: 'spendable' | 'excluded',
): Posting[] {
  positive(amountMinor)
  return [fund(into, accountId, 1, amountMinor), clientSettings('received', -amountMinor)]
}

/** A gain (positive), a loss (negative) or income, on spendable or on excluded assets. */
export function marketPostings(
  accountId: string,
  signedMinor: bigint,
  on: 'spendable' | 'excluded' = 'spendable',
): Posting[] {
  return [fund(on, accountId, 3, signedMinor), clientSettings('market', -signedMinor)]
}

export function feePostings(accountId: string, amountMinor: bigint): Posting[] {
  positive(amountMinor)
  return [fund('spendable', accountId, 5, -amountMinor), clientSettings('fees', amountMinor)]
}

/** What has no section of its own; its entry's comment says why. */
export function otherPostings(accountId: string, signedMinor: bigint): Posting[] {
  return [fund('spendable', accountId, 4, signedMinor), clientSettings('adjustments', -signedMinor)]
}

export function transferPostings(fromAccountId: string, toAccountId: string, amountMinor: bigint): Posting[] {
  positive(amountMinor)
  return [fund('spendable', fromAccountId, 8, -amountMinor), fund('spendable', toAccountId, 7, amountMinor)]
}

/** An asset becomes grantable. */
export function excludedReleasePostings(accountId: string, amountMinor: bigint): Posting[] {
  positive(amountMinor)
  return [fund('excluded', accountId, 9, -amountMinor), fund('spendable', accountId, 9, amountMinor)]
}

/** A recommendation sets the amount aside: the available balance falls at once, the fund's balance does not. */
export function reservePostings(accountId: string, amountMinor: bigint): Posting[] {
  positive(amountMinor)
  return [fund('spendable', accountId, 11, -amountMinor), fund('pending', accountId, 11, amountMinor)]
}

/** What was set aside is available again: cancelled or rejected. */
export function unreservePostings(accountId: string, amountMinor: bigint): Posting[] {
  positive(amountMinor)
  return [fund('pending', accountId, 11, -amountMinor), fund('spendable', accountId, 11, amountMinor)]
}

/** Approval commits the house: a memorandum, which leaves the fund as it is. */
export function commitPostings(amountMinor: bigint): Posting[] {
  positive(amountMinor)
  return [clientSettings('commitments', amountMinor), clientSettings('grants_payable', -amountMinor)]
}

/** An approved grant that is voided before payment: both the reserve and the commitment end. */
export function voidPostings(accountId: string, amountMinor: bigint): Posting[] {
  return [...unreservePostings(accountId, amountMinor), ...uncommitPostings(amountMinor)]
}

/** Payment: the money leaves the fund, and the house owes it no more. */
export function payPostings(accountId: string, amountMinor: bigint): Posting[] {
  positive(amountMinor)
  return [
    fund('pending', accountId, 2, -amountMinor),
    clientSettings('granted', amountMinor),
    ...uncommitPostings(amountMinor),
  ]
}

/** A paid grant that came back, or part of it: re-credited, available at once. */
export function returnPostings(accountId: string, amountMinor: bigint): Posting[] {
  positive(amountMinor)
  return [fund('spendable', accountId, 6, amountMinor), clientSettings('granted', -amountMinor)]
}

function uncommitPostings(amountMinor: bigint): Posting[] {
  return [clientSettings('commitments', -amountMinor), clientSettings('grants_payable', amountMinor)]
}

function positive(amountMinor: bigint): void {
  invariant(amountMinor > 0n, 'an amount posted is positive')
}
