import { parseUkNumber } from '../../../domain/uk-number.ts'
import type { Refusal, RegisterFormat, RegisterRow } from './register-row.ts'

const longest = 300

/** Two columns: a number in any of its spellings, and a name. */
function toRow(fields: readonly string[]): RegisterRow | Refusal {
  const parsed = parseUkNumber(fields[0] ?? '')
  if (!parsed) return { refusal: 'reg_number is not the number of a UK register', charityId: null }
  const name = (fields[1] ?? '').replaceAll(/\s+/g, ' ').trim()
  if (name === '') return { refusal: 'name is empty', charityId: parsed.charityId }
  if (name.length > longest)
    return { refusal: 'name is over 300 characters long', charityId: parsed.charityId }
  if (name.includes('\0')) return { refusal: 'name holds a NUL character', charityId: parsed.charityId }
  return { ...nothingElse, charityId: parsed.charityId, number: parsed.number, name }
}

const nothingElse = {
  register: 'uk',
  alsoKnownAs: null,
  street: null,
  city: null,
  state: null,
  postalCode: null,
  groupNumber: null,
  subsection: null,
  affiliation: null,
  classification: null,
  rulingMonth: null,
  deductibility: null,
  foundation: null,
  organization: null,
  status: null,
  taxPeriod: null,
  ntee: null,
  assetsWholeUnits: null,
  incomeWholeUnits: null,
  revenueWholeUnits: null,
} as const satisfies Omit<RegisterRow, 'charityId' | 'number' | 'name'>

export const ukFormat = { register: 'uk', header: ['reg_number', 'name'], toRow } satisfies RegisterFormat
