import type { Named } from './bank-line.ts'
import { referenceIn, referencesMentioned, runIn, runMentioned } from './references.ts'
import { unreadable } from './unreadable.ts'

/** The fields after a funds type and what belongs to it: three amounts (S), a value date (V), or a list by days (D). */
export function withoutFunds([type = '', ...fields]: readonly string[]): string[] {
  const days = type === 'D' ? Number(fields[0]) : 0
  if (!Number.isInteger(days) || days < 0 || days > 100)
    throw unreadable('This BAI2 file has amounts by day that cannot be read.')
  const extra = { S: 3, V: 2, D: 1 + 2 * days }[type] ?? 0
  return fields.slice(extra)
}

export function amountOf(text: string): bigint {
  if (!/^[+-]?\d{1,15}$/.test(text.trim())) throw unreadable(`“${text.slice(0, 40)}” is not an amount.`)
  return BigInt(text.trim().replace('+', ''))
}

/** Codes of money that came back: returned ACH entries, reversed debits and checks. */
export const returnCodes: ReadonlySet<string> = new Set(['168', '252', '255', '257', '258', '261', '395'])
/** Codes of checks, whose customer reference is the number. */
const checkCodes: ReadonlySet<string> = new Set(['255', '395', '472', '475'])

/** By the specification 101 to 399 are credits and 401 to 699 debits. Banks use 920 and 960 on for their own credits and debits. */
export function sideOf(code: string): 'credit' | 'debit' | 'none' {
  const number = Number(code)
  if ((number > 100 && number < 400) || (number >= 920 && number < 960)) return 'credit'
  if ((number > 400 && number < 700) || (number >= 960 && number < 1000)) return 'debit'
  if (code === '890') return 'none'
  throw unreadable(`An entry has the type code “${code.slice(0, 10)}”, of which BAI2 does not say the side.`)
}

type Naming = { code: string; customerReference: string; text: string }

export function namesOf({ code, customerReference, text }: Naming): {
  names: Named | null
  isNamedByText: boolean
} {
  const reference = referenceIn(customerReference)
  if (reference !== null) return { names: { reference }, isNamedByText: false }
  const cheque = /^0*([1-9]\d{0,17})$/.exec(customerReference.trim())?.[1]
  if (checkCodes.has(code) && cheque !== undefined)
    return { names: { chequeNumber: BigInt(cheque) }, isNamedByText: false }
  const run = runIn(customerReference)
  if (run !== null) return { names: { runNumber: run }, isNamedByText: false }
  const [mentioned, ...others] = referencesMentioned(text)
  if (mentioned !== undefined)
    return { names: others.length === 0 ? { reference: mentioned } : null, isNamedByText: true }
  const ofText = runMentioned(text)
  return { names: ofText === null ? null : { runNumber: ofText }, isNamedByText: true }
}
