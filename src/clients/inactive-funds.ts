import type { Client } from './client.ts'

/** The ids of the public registers of each currency. A vetting ends, so the charity of a default grant is on a register. */
const registered = { USD: /^US-EIN-\d{9}$/, GBP: /^GB-(CHC|SC|NIC)-[A-Z0-9]{3,12}$/ } as const

const isBetween = (value: number, least: number, most: number) =>
  Number.isInteger(value) && value >= least && value <= most

/** Throws for a term that is no number of months, and for a default grant to a charity of no register of the book's currency. */
export function checkInactiveFunds({ inactiveFunds, book }: Pick<Client, 'inactiveFunds' | 'book'>): void {
  if (!inactiveFunds) return
  const { afterMonths, smallBalanceMinor, defaultGrant } = inactiveFunds
  if (!isBetween(afterMonths, 1, 120))
    throw new Error(`inactiveFunds.afterMonths has to be 1 to 120 months, not ${afterMonths}`)
  if (smallBalanceMinor < 0n) throw new Error('inactiveFunds.smallBalanceMinor cannot be negative')
  if (defaultGrant === null) return
  const { termMonths, charityId } = defaultGrant
  if (!isBetween(termMonths, 1, 60))
    throw new Error(`the term of a default grant has to be 1 to 60 months, not ${termMonths}`)
  if (!registered[book.currency].test(charityId))
    throw new Error(`a default grant in ${book.currency} cannot go to ${charityId}, which is on no register`)
}
