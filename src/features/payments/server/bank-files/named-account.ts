import { at, textAt } from './read-xml.ts'

/** An account as a bank names it: whole, or with some of its digits alone. `bank`: its sort code or routing number; null where it is not said. */
export type NamedAccount = { bank: string | null; number: string }

/** An account as it is recorded, with its whole numbers. */
export type WholeAccount = { bank: string; account: string }

/** How a number of a file compares with a recorded one. `shown`: it is masked, and the digits that it shows are the same. */
export type Likeness = 'same' | 'shown' | 'unnamed' | 'other'
export type AccountComparison = { bank: Likeness; number: Likeness }

/** What banks write instead of digits. */
const mask = /[*#•]|X{2,}/g
const ibanOfUk = /^GB[\d*#•X]{2}[A-Z*#•]{4}([\d*#•X]{6})([\d*#•X]{8})$/
const ibanElsewhere = /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/
/** Letters, digits and masks alone, as people and banks group them differently. */
const bare = (text: string) => text.replaceAll(/[^0-9A-Za-z*#•]/g, '').toUpperCase()

/**
 * Compares an account that a bank names with a recorded one, as a whole: by its IBAN, or by its bank's code with its number. A masked number, or
 * its last four digits alone, is compared by what it shows.
 */
export function compareAccounts(
  { bank, number }: NamedAccount,
  { bank: wholeBank, account }: WholeAccount,
): AccountComparison {
  const named = bare(number)
  if (named === account) return { bank: compareBanks(bank, wholeBank), number: 'same' }
  if (named === `${wholeBank}${account}`) return { bank: 'same', number: 'same' }
  const iban = ibanOfUk.exec(named)
  if (iban)
    return { bank: compareNumbers(iban[1] ?? '', wholeBank), number: compareNumbers(iban[2] ?? '', account) }
  if (ibanElsewhere.test(named)) return { bank: 'other', number: 'other' }
  const likeness = compareNumbers(named, account)
  if (likeness === 'other' && compareMasked(named, `${wholeBank}${account}`))
    return { bank: 'shown', number: 'shown' }
  return { bank: compareBanks(bank, wholeBank), number: likeness }
}

const routingNumberLength = 9

/** NACHA files name a bank without its check digit. */
function compareBanks(bank: string | null, whole: string): Likeness {
  const named = bare(bank ?? '')
  const isWithoutCheckDigit =
    whole.length === routingNumberLength && named.length === routingNumberLength - 1 && !maskIn(named)
  return compareNumbers(named, isWithoutCheckDigit ? whole.slice(0, -1) : whole)
}

/** UK account numbers have eight digits; programs lose the zeros before them. */
const ukLength = 8
const maskIn = (text: string) => text.search(mask) >= 0

function compareNumbers(named: string, whole: string): Likeness {
  if (named.replaceAll(mask, '') === '') return 'unnamed'
  if (named === whole) return 'same'
  if (whole.length === ukLength && /^\d{5,7}$/.test(named) && named.padStart(ukLength, '0') === whole)
    return 'same'
  if (/^\d{4}$/.test(named) && whole.endsWith(named)) return 'shown'
  return compareMasked(named, whole) ? 'shown' : 'other'
}

/** Whether a masked number shows the first and last characters of the whole one. */
function compareMasked(named: string, whole: string): boolean {
  const shown = named.split(mask)
  const [first = '', last = ''] = [shown[0], shown.at(-1)]
  const isMasked = shown.length > 1 && first.length + last.length > 0
  return (
    isMasked && first.length + last.length < whole.length && whole.startsWith(first) && whole.endsWith(last)
  )
}

/** Whether it is that account, as far as the bank names it. */
export const mayBe = ({ bank, number }: AccountComparison): boolean =>
  bank !== 'other' && number !== 'other' && number !== 'unnamed'

export const isWhole = ({ bank, number }: AccountComparison): boolean => bank === 'same' && number === 'same'

/** An account of ISO 20022 (`Acct`) with its bank (`FinInstnId`); null where it has no number. */
export function namedAccountAt(account: unknown, institution: unknown): NamedAccount | null {
  const number = textAt(account, 'Id', 'IBAN') ?? textAt(account, 'Id', 'Othr', 'Id')
  return number === null ? null : { bank: textAt(institution, 'ClrSysMmbId', 'MmbId'), number }
}

/** The account of a party (`Cdtr`, `Dbtr`) of a transaction; null where it is not named. */
export const accountOfParty = (
  accounts: unknown,
  agents: unknown,
  party: 'Cdtr' | 'Dbtr',
): NamedAccount | null =>
  namedAccountAt(at(accounts, `${party}Acct`), at(agents, `${party}Agt`, 'FinInstnId'))
