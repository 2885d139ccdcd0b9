import { parseUkNumber } from '../../../domain/uk-number.ts'
import { nothingKnown, type Refusal, type RegisterFormat, type RegisterRow } from './register-row.ts'

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
  return { ...nothingKnown, register: 'uk', charityId: parsed.charityId, number: parsed.number, name }
}

export const ukFormat = { register: 'uk', header: ['reg_number', 'name'], toRow } satisfies RegisterFormat
