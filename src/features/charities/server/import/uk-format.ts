import { publishedDay } from '../../../../domain/published-day.ts'
import { parseUkNumber } from '../../domain/uk-number.ts'
import {
  nothingKnown,
  type Refusal,
  type RegisterFormat,
  type RegisterRow,
  type RowReader,
} from './register-row.ts'

const maxNameLength = 300
const maxFieldLength = 200

const required = ['reg_number', 'name'] as const
const optional = [
  'status',
  'removal_date',
  'insolvent',
  'address',
  'town',
  'postcode',
  'date_of_extract',
] as const
type UkColumn = (typeof required)[number] | (typeof optional)[number]
const known: readonly string[] = [...required, ...optional]

/** The columns can be in any order. An unknown one is refused, because a misspelt "status" would hide removed charities. */
function rowsBelow(header: readonly string[], fileDate: string): RowReader | { problem: string } {
  const unknown = header.find(column => !known.includes(column))
  if (unknown !== undefined)
    return { problem: `"${unknown.slice(0, 40)}" is not one of its columns: ${known.join(', ')}` }
  const repeated = header.find((column, place) => header.indexOf(column) !== place)
  if (repeated !== undefined) return { problem: `the column ${repeated} is there twice` }
  const missing = required.find(column => !header.includes(column))
  if (missing !== undefined) return { problem: `the column ${missing} is missing` }
  const place = (column: UkColumn) => header.indexOf(column)
  // `known` lists the columns of the type.
  const places = Object.fromEntries(known.map(column => [column, place(column as UkColumn)]))
  // A missing column is undefined, an empty cell an empty string; statusOf treats them differently.
  const cellOf = (fields: readonly string[], column: UkColumn) =>
    fields[places[column] ?? -1]?.replaceAll(/\s+/g, ' ').trim()
  return fields => toRow(column => cellOf(fields, column), fileDate)
}

function toRow(cell: (column: UkColumn) => string | undefined, fileDate: string): RegisterRow | Refusal {
  const parsed = parseUkNumber(cell('reg_number') ?? '')
  if (!parsed) return { refusal: 'reg_number is not the number of a UK register', charityId: null }
  const { charityId, number } = parsed
  const refusal = violationOf(cell, fileDate)
  if (refusal !== null) return { refusal, charityId }
  const removal = cell('removal_date') || null
  const removedOn = removal === null ? null : publishedDay(removal)
  if (removal !== null && removedOn === null)
    return { refusal: 'removal_date is not a day such as 2026-04-14 or 14-Apr-26', charityId }
  const insolvent = flags.get((cell('insolvent') ?? '').toLowerCase())
  if (insolvent === undefined) return { refusal: 'insolvent is neither true nor false', charityId }
  return {
    ...nothingKnown,
    register: 'uk',
    charityId,
    number,
    name: cell('name') ?? '',
    street: cell('address') || null,
    city: cell('town') || null,
    postalCode: cell('postcode') || null,
    status: statusOf(cell('status'), { isRemoved: removedOn !== null, insolvent }),
    removedOn,
  }
}

function violationOf(cell: (column: UkColumn) => string | undefined, fileDate: string): string | null {
  if (!cell('name')) return 'name is empty'
  for (const column of [...required, ...optional]) {
    const longest = column === 'name' ? maxNameLength : maxFieldLength
    const text = cell(column) ?? ''
    if (text.length > longest) return `${column} is over ${longest} characters long`
    if (text.includes('\0')) return `${column} holds a NUL character`
  }
  const extracted = cell('date_of_extract')
  return extracted === undefined || publishedDay(extracted) === fileDate
    ? null
    : 'date_of_extract is another day than on the first line'
}

const flags = new Map<string, boolean>([
  ...['', 'false', 'f', 'no', 'n', '0'].map(text => [text, false] as const),
  ...['true', 't', 'yes', 'y', '1'].map(text => [text, true] as const),
])

/** What the three registers and their users write for a charity that is no longer on one. */
const removedWords = new Set(['removed', 'rm', 'deregistered', 'de-registered', 'ceased'])

/** The status in lower case for eligibility.ts; null where the file has no such column. */
function statusOf(
  cell: string | undefined,
  { isRemoved, insolvent }: { isRemoved: boolean; insolvent: boolean },
): string | null {
  const word = cell === '' ? 'not stated' : (cell?.toLowerCase() ?? null)
  if (isRemoved || (word !== null && removedWords.has(word))) return 'removed'
  return insolvent ? 'insolvent' : word
}

export const ukFormat = {
  register: 'uk',
  dateColumn: 'date_of_extract',
  rowsBelow,
} satisfies RegisterFormat
