import type { AccountKind } from '../../../charity-profiles/domain/bank-numbers.ts'

/** Parts of a charity's bank details that the bank corrects. */
export type Correction = { bank?: string; account?: string; kind?: AccountKind }

/** A notification of change: the bank processed a payment, and says what is wrong about its account. */
export type ChangeNotice = {
  code: string
  /** What the entry named, as the bank wrote it; null if it is blank. */
  reference: string | null
  /** The trace numbers of the notice and of the original entry, and the bank that sent it. */
  traces: string
  /** Null where it corrects nothing that bank details contain. */
  corrected: Correction | null
  /** Whether the bank does not say which details are the new ones. */
  isUnclear?: boolean
  /** The correction for people: with the last four characters of an account number. */
  text: string
}

type Reader = { meaning: string; read?: (data: string) => Correction | null }

/** The change codes of the Nacha Operating Rules (appendix 5), and where the corrected data has what. */
const readers: Readonly<Record<string, Reader>> = {
  C01: { meaning: 'The account number is wrong', read: data => ({ account: data.slice(0, 17) }) },
  C02: { meaning: 'The routing number is wrong', read: data => ({ bank: data.slice(0, 9) }) },
  C03: {
    meaning: 'The routing number and the account number are wrong',
    read: data => ({ bank: data.slice(0, 9), account: data.slice(12, 29) }),
  },
  C04: { meaning: 'The name is wrong' },
  C05: { meaning: 'The kind of account is wrong', read: data => withKind({}, data.slice(0, 2)) },
  C06: {
    meaning: 'The account number and the kind of account are wrong',
    read: data => withKind({ account: data.slice(0, 17) }, data.slice(20, 22)),
  },
  C07: {
    meaning: 'The routing number, the account number, and the kind of account are wrong',
    read: data => withKind({ bank: data.slice(0, 9), account: data.slice(9, 26) }, data.slice(26, 28)),
  },
  C08: { meaning: 'The receiving bank is wrong' },
  C09: { meaning: 'The individual ID number is wrong' },
  C10: { meaning: 'The company name is wrong' },
  C11: { meaning: 'The company ID is wrong' },
  C12: { meaning: 'The company name and the company ID are wrong' },
  C13: { meaning: 'The addenda record has a wrong format' },
  C14: { meaning: 'The entry class is wrong for a payment abroad' },
}

/** Transaction codes of credits, debits, prenotes and returns, by the kind of account. */
const checking = /^2[1-9]$/
const savings = /^3[1-9]$/

/** Null for a transaction code of another kind of account, such as a loan. */
function withKind(correction: Correction, transactionCode: string): Correction | null {
  if (checking.test(transactionCode)) return { ...correction, kind: 'checking' }
  return savings.test(transactionCode) ? { ...correction, kind: 'savings' } : null
}

/** What a code and its corrected data (29 characters) mean. */
export function readChange(code: string, data: string): Pick<ChangeNotice, 'corrected' | 'text'> {
  const { meaning, read } = readers[code] ?? { meaning: 'Unknown code' }
  const corrected = withoutBlanks(read?.(data) ?? null)
  return {
    corrected,
    text: `${code} ${meaning}${corrected === null ? '' : `: ${partsOf(corrected).join(', ')}`}`,
  }
}

/** Banks write numbers with blanks before and in them. Null if a number that should be there is not. */
function withoutBlanks(correction: Correction | null): Correction | null {
  if (correction === null) return null
  const { bank, account, ...rest } = correction
  const plain = (text: string) => text.replaceAll(/\s/g, '')
  const numbers = {
    ...(bank === undefined ? {} : { bank: plain(bank) }),
    ...(account === undefined ? {} : { account: plain(account) }),
  }
  return Object.values(numbers).includes('') ? null : { ...rest, ...numbers }
}

const partsOf = ({ bank, account, kind }: Correction): string[] => [
  ...(bank === undefined ? [] : [`routing number ${bank}`]),
  ...(account === undefined ? [] : [`account ending in ${account.slice(-4)}`]),
  ...(kind === undefined ? [] : [`${kind} account`]),
]
