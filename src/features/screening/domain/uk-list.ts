import { addOnce, type EntryKind, type ListEntry, ListFormatError } from './list-entry.ts'

const kinds: Readonly<Record<string, EntryKind>> = {
  individual: 'person',
  entity: 'organization',
  ship: 'vessel',
}

const required = [
  'Unique ID',
  'Name 6',
  'Name 1',
  'Name 2',
  'Name 3',
  'Name 4',
  'Name 5',
  'Name type',
  'Alias strength',
  'Name non-latin script',
  'Regime Name',
  'Designation Type',
  'Address Country',
  'D.O.B',
  'Nationality(/ies)',
] as const

/** What a person reads about an entry. Nothing is compared with it, so a file may lack it. */
const remarks = 'Other Information'

type Column = (typeof required)[number] | typeof remarks

/**
 * Reads the UK Sanctions List: a line with the date of the report, the header, and a record for each name and address of an entry. Throws
 * ListFormatError at the first record that has another form, as a truncated file has.
 */
export function ukEntries(records: Iterable<readonly string[]>): {
  reportDate: string
  entries: ListEntry[]
} {
  const entries = new Map<string, ListEntry & { hasPrimary: boolean }>()
  let reportDate = ''
  let header: readonly string[] = []
  let position = 0
  for (const record of records) {
    position += 1
    if (position === 1) reportDate = dateOfReport(record[0] ?? '')
    else if (position === 2) header = columnsOf(record)
    else if (record.length !== header.length)
      throw new ListFormatError(`Record ${position} has ${record.length} fields and not ${header.length}.`)
    else addRecord(entries, column => record[header.indexOf(column)]?.trim() ?? '', position)
  }
  if (header.length === 0) throw new ListFormatError('The file has no header.')
  return { reportDate, entries: [...entries.values()].map(({ hasPrimary: _hasPrimary, ...entry }) => entry) }
}

function dateOfReport(text: string): string {
  const date = /^Report Date:\s*(\S.*)$/.exec(text.trim())?.[1]
  if (date === undefined) throw new ListFormatError('The first line does not say the date of the report.')
  return date
}

function columnsOf(record: readonly string[]): string[] {
  const columns = record.map(column => column.trim())
  const missing = required.find(column => !columns.includes(column))
  if (missing !== undefined) throw new ListFormatError(`The header has no column “${missing}”.`)
  return columns
}

function addRecord(
  entries: Map<string, ListEntry & { hasPrimary: boolean }>,
  cell: (column: Column) => string,
  position: number,
): void {
  const number = cell('Unique ID')
  const kind = kinds[cell('Designation Type').toLowerCase()]
  if (number === '' || kind === undefined)
    throw new ListFormatError(`Record ${position} has no Unique ID, or an unknown type of designation.`)
  const entry = entries.get(number) ?? {
    ...{
      number,
      kind,
      names: [],
      birthYears: [],
      countries: [],
      programs: [],
      remarks: '',
      hasPrimary: false,
    },
  }
  entries.set(number, entry)
  const isPrimary = cell('Name type').toLowerCase() === 'primary name' && !entry.hasPrimary
  const isWeak = cell('Alias strength').toLowerCase().startsWith('low')
  if (isPrimary) entry.hasPrimary = true
  addName(entry, { name: nameOf(cell), isWeak }, isPrimary)
  addName(entry, { name: cell('Name non-latin script'), isWeak: false }, false)
  for (const [year] of cell('D.O.B').matchAll(/\d{4}/g)) addOnce(entry.birthYears, Number(year))
  for (const country of `${cell('Nationality(/ies)')};${cell('Address Country')}`.split(/[;|/]/))
    if (country.trim() !== '') addOnce(entry.countries, country.trim())
  if (entry.remarks === '') entry.remarks = cell(remarks)
  if (cell('Regime Name') !== '') addOnce(entry.programs, cell('Regime Name'))
}

/** Name 6 is the family's name, or the whole of an organization's. */
function nameOf(cell: (column: Column) => string): string {
  const given = (['Name 1', 'Name 2', 'Name 3', 'Name 4', 'Name 5'] as const).map(cell).filter(Boolean)
  const family = cell('Name 6')
  if (family === '') return given.join(' ')
  return given.length === 0 ? family : `${family}, ${given.join(' ')}`
}

function addName(entry: ListEntry, name: ListEntry['names'][number], isFirst: boolean): void {
  if (name.name === '' || entry.names.some(each => each.name === name.name)) return
  if (isFirst) entry.names.unshift(name)
  else entry.names.push(name)
}
