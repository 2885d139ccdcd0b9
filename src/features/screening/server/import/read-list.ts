import { createHash } from 'node:crypto'
import type { SanctionsList } from '../../../../clients/client.ts'
import { asIsoDate, type IsoDate } from '../../../../domain/dates.ts'
import { publishedDay } from '../../../../domain/published-day.ts'
import { addOnce, type ListEntry, ListFormatError } from '../../domain/list-entry.ts'
import { ofacEntries } from '../../domain/ofac-list.ts'
import { ukEntries } from '../../domain/uk-list.ts'
import { ListImportProblem } from './list-import-problem.ts'
import { type ListFile, readListFile } from './read-list-file.ts'

/** A list as its files have it. */
export type ReadList = {
  list: SanctionsList
  listDate: IsoDate
  /** SHA-256 of the files, whatever their order. */
  digest: string
  fileNames: string[]
  /** Files whose last line does not end. */
  perhapsCutOff: string[]
  entries: ListEntry[]
}

const ofacParts = [
  ['sdn.csv', 'add.csv', 'alt.csv'],
  ['cons_prim.csv', 'cons_add.csv', 'cons_alt.csv'],
] as const
const maxNumberLength = 40

/**
 * Reads the files of a list: all six of OFAC, or the one of the UK.
 * @param typedDate the day of the list, which OFAC’s files do not say.
 * @throws ListImportProblem for files that are missing, damaged, cut off within a record or of another form.
 */
export async function readList(
  list: SanctionsList,
  paths: readonly string[],
  { typedDate, today }: { typedDate: string | undefined; today: IsoDate },
): Promise<ReadList> {
  const files = list === 'ofac' ? await ofacFiles(paths) : await ukFiles(paths)
  const typed = typedDate === undefined ? null : dayOf(typedDate, `--date ${typedDate}`)
  const { entries, reportDate } =
    list === 'ofac' ? { entries: ofacList(files), reportDate: null } : ukList(files)
  if (typed !== null && reportDate !== null && typed !== reportDate)
    throw new ListImportProblem(`The list says that it is of ${reportDate}, not of ${typed}.`)
  const listDate = reportDate ?? typed
  if (listDate === null)
    throw new ListImportProblem(
      'The files do not say of which day the list is: give the day with --date YYYY-MM-DD.',
    )
  if (listDate > today) throw new ListImportProblem(`The day of the list, ${listDate}, is in the future.`)
  checkEntries(entries)
  const digests = files.map(({ sha256 }) => sha256).toSorted()
  return {
    ...{ list, listDate, entries },
    digest: createHash('sha256').update(digests.join()).digest('hex'),
    fileNames: files.map(({ name }) => name),
    perhapsCutOff: files.filter(({ endsWithLine }) => !endsWithLine).map(({ path }) => path),
  }
}

function dayOf(text: string, what: string): IsoDate {
  const day = asIsoDate(text)
  if (day === null) throw new ListImportProblem(`${what} is not a day such as 2026-11-20.`)
  return day
}

/** Part of a list alone would end what the other files name, so OFAC’s files are imported together. */
async function ofacFiles(paths: readonly string[]): Promise<ListFile[]> {
  const files: ListFile[] = []
  for (const path of paths) files.push(await readListFile(path))
  const names = files.map(({ name }) => name)
  const expected: readonly string[] = ofacParts.flat()
  const missing = expected.filter(name => !names.includes(name))
  const other = names.find((name, at) => !expected.includes(name) || names.indexOf(name) !== at)
  if (missing.length > 0)
    throw new ListImportProblem(`OFAC’s list has six files. Missing: ${missing.join(', ')}.`)
  if (other !== undefined)
    throw new ListImportProblem(
      `${other} is none of OFAC’s six files, or was named twice: ${expected.join(', ')}.`,
    )
  return expected.flatMap(name => files.filter(file => file.name === name))
}

async function ukFiles(paths: readonly string[]): Promise<ListFile[]> {
  const [path, ...others] = paths
  if (path === undefined || others.length > 0)
    throw new ListImportProblem('The UK Sanctions List is one file.')
  return [await readListFile(path)]
}

function ofacList(files: readonly ListFile[]): ListEntry[] {
  const found = new Map<string, ListEntry>()
  for (const [primary, addresses, alternates] of ofacParts) {
    const recordsOf = (name: string) => files.find(file => file.name === name)?.records() ?? []
    const read = () =>
      ofacEntries({
        primary: recordsOf(primary),
        addresses: recordsOf(addresses),
        alternates: recordsOf(alternates),
      })
    for (const entry of named(`${primary}, ${addresses}, ${alternates}`, read)) {
      const known = found.get(entry.number)
      if (known === undefined) found.set(entry.number, entry)
      else addTo(known, entry)
    }
  }
  return [...found.values()]
}

/** Somebody may be on the SDN list and on another list of OFAC. */
function addTo(known: ListEntry, other: ListEntry): void {
  for (const name of other.names)
    if (!known.names.some(each => each.name === name.name)) known.names.push(name)
  for (const year of other.birthYears) addOnce(known.birthYears, year)
  for (const country of other.countries) addOnce(known.countries, country)
  for (const program of other.programs) addOnce(known.programs, program)
}

function ukList([file]: readonly ListFile[]): { entries: ListEntry[]; reportDate: IsoDate } {
  const { path, records } = file ?? { path: '', records: () => [] }
  const { reportDate, entries } = named(path, () => ukEntries(records()))
  const day = publishedDay(reportDate.replace(/,+$/, ''))
  if (day === null)
    throw new ListImportProblem(
      `${path}: the date of the report, “${reportDate.slice(0, 40)}”, is not a day.`,
    )
  return { entries, reportDate: day }
}

/** Says in which files the record of another form is. */
function named<T>(where: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof ListFormatError)
      throw new ListImportProblem(`${where}: ${error.message} The list is not imported.`)
    throw error
  }
}

function checkEntries(entries: readonly ListEntry[]): void {
  if (entries.length === 0) throw new ListImportProblem('The files have no entries.')
  for (const { number, names } of entries) {
    if (number.length > maxNumberLength)
      throw new ListImportProblem(
        `The number ${number.slice(0, maxNumberLength)}… is longer than ${maxNumberLength} characters.`,
      )
    if (!names.some(({ name }) => /[\p{L}\p{N}]/u.test(name)))
      throw new ListImportProblem(`Entry ${number} has no name.`)
  }
}
