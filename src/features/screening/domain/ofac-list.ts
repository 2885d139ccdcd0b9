import { addOnce, type EntryKind, type ListEntry, ListFormatError } from './list-entry.ts'

/** The records of sdn.csv or cons_prim.csv, of their addresses and of their alternate names. None has a header. */
export type OfacRecords = {
  primary: Iterable<readonly string[]>
  addresses: Iterable<readonly string[]>
  alternates: Iterable<readonly string[]>
}

const kinds: Readonly<Record<string, EntryKind>> = {
  '': 'organization',
  individual: 'person',
  vessel: 'vessel',
  aircraft: 'aircraft',
}

const primaryFields = 12
const alternateFields = 5
const addressFields = 6
/** The old sign for the end of a file, which OFAC writes as a last line. */
const endOfFile = '\u001a'

/** Reads OFAC's files. Throws ListFormatError at the first record that has another form, as a truncated file has. */
export function ofacEntries({ primary, addresses, alternates }: OfacRecords): ListEntry[] {
  const entries = new Map<string, ListEntry>()
  for (const record of complete(primary, primaryFields, 'primary names')) {
    const [number = '', name = '', type = '', program = '', , , , , , , , remarks = ''] = record
    const kind = kinds[type.toLowerCase()]
    if (kind === undefined) throw new ListFormatError(`Entry ${number} has the unknown type “${type}”.`)
    if (entries.has(number))
      throw new ListFormatError(`Entry ${number} stands twice among the primary names.`)
    entries.set(number, {
      ...{ number, kind, names: [{ name, isWeak: false }] },
      birthYears: birthYearsIn(remarks),
      countries: countriesIn(remarks),
      programs: program.split(/[\][;]/).flatMap(text => text.trim() || []),
      remarks,
    })
  }
  for (const [number = '', , , name = '', remarks = ''] of complete(
    alternates,
    alternateFields,
    'alternate names',
  ))
    entryOf(entries, number).names.push({ name, isWeak: /\bweak\b/i.test(remarks) })
  for (const [number = '', , , , country = ''] of complete(addresses, addressFields, 'addresses'))
    if (country !== '') addOnce(entryOf(entries, number).countries, country)
  return [...entries.values()]
}

function* complete(
  records: Iterable<readonly string[]>,
  fieldCount: number,
  what: string,
): Generator<string[]> {
  let position = 0
  for (const record of records) {
    position += 1
    if (record.length === 1 && record[0] === endOfFile) continue
    const fields = record.map(emptyIfNone)
    if (fields.length !== fieldCount || !/^\d+$/.test(fields[0] ?? ''))
      throw new ListFormatError(`Record ${position} of the ${what} has another form than OFAC’s.`)
    yield fields
  }
}

const emptyIfNone = (field: string): string => (field.trim() === '-0-' ? '' : field.trim())

function entryOf(entries: ReadonlyMap<string, ListEntry>, number: string): ListEntry {
  const entry = entries.get(number)
  if (!entry)
    throw new ListFormatError(
      `Entry ${number} is missing among the primary names: the files are of different days, or one is cut off.`,
    )
  return entry
}

/** `DOB 12 Mar 1961; alt. DOB 1962` */
const birthYearsIn = (remarks: string): number[] => [
  ...new Set([...remarks.matchAll(/\bDOB (?:circa )?[^;]*?(\d{4})/g)].map(([, year]) => Number(year))),
]

/** `nationality Iran; citizen Syria` */
const countriesIn = (remarks: string): string[] => [
  ...new Set(
    [...remarks.matchAll(/\b(?:nationality|citizen) ([^;.]+)/g)].map(([, country = '']) => country.trim()),
  ),
]
