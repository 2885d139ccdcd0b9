import { createReadStream, existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { irsLines } from '../../src/demo/demo-register.ts'
import { firstPersonNumber, inventedLists } from '../../src/demo/screening/invented-lists.ts'
import { fullName, type InventedPerson, unlistedPersons } from '../../src/demo/screening/invented-names.ts'
import {
  type EntryKind,
  type ListEntry,
  listedNames,
} from '../../src/features/screening/domain/list-entry.ts'
import type { ListedName } from '../../src/features/screening/domain/match-names.ts'
import { ofacEntries } from '../../src/features/screening/domain/ofac-list.ts'
import { usually } from '../sizes.ts'

type NameOfEntry = Pick<ListedName, 'entry' | 'name'>
type BornPerson = { name: string; birthYear: number }

/** What the benchmark screens: invented names, or with a data folder OFAC's organizations and the IRS's charities. */
export type ScreenedNames = {
  what: string
  listed: readonly ListedName[]
  /** Listed names as somebody would type them, before they are altered. */
  persons: readonly (NameOfEntry & BornPerson)[]
  organizations: readonly NameOfEntry[]
  unlistedPersons: readonly BornPerson[]
  charities: readonly string[]
}

const listedPersons = usually(4_000, 200)
const listedEntities = usually(6_000, 300)

export async function screenedNames(
  dataFolder: string | null,
  charityCount: number,
  seed: string,
): Promise<ScreenedNames> {
  const { persons, sdn, add, alt } = inventedLists({ persons: listedPersons, entities: listedEntities, seed })
  const invented = ofacEntries({
    primary: sdn.map(cells),
    addresses: add.map(cells),
    alternates: alt.map(cells),
  })
  const people = namesIn(invented, 'person')
  const real = dataFolder === null ? null : await realNames(dataFolder, charityCount)
  const organizations = real?.listed ?? namesIn(invented, 'organization')
  return {
    what:
      real === null
        ? 'invented lists and charities'
        : 'organizations of OFAC, charities of the IRS, invented people',
    listed: [...people, ...organizations],
    persons: persons.map((person, at) => ({ entry: String(firstPersonNumber + at), ...born(person) })),
    organizations,
    unlistedPersons: unlistedPersons(usually(5_000, 100), persons, seed).map(born),
    charities: real?.charities ?? inventedCharities(charityCount),
  }
}

const born = (person: InventedPerson): BornPerson => ({ name: fullName(person), birthYear: person.birthYear })

const namesIn = (entries: readonly ListEntry[], kind: EntryKind): ListedName[] =>
  entries.filter(entry => entry.kind === kind).flatMap(listedNames)

const nameColumn = 1

function inventedCharities(count: number): string[] {
  const names: string[] = []
  for (const line of irsLines(count)) names.push(line.split(',')[nameColumn] ?? '')
  return names.slice(1)
}

async function realNames(dataFolder: string, charityCount: number) {
  const sdn = join(dataFolder, 'ofac', 'sdn.csv.gz')
  if (!existsSync(sdn)) return null
  const listed = namesIn(
    ofacEntries({
      primary: await records(sdn),
      addresses: [],
      alternates: await records(join(dataFolder, 'ofac', 'alt.csv.gz')),
    }),
    'organization',
  )
  const charities: string[] = []
  for (const path of globSync(join(dataFolder, 'irs-bmf-*', '*.csv.gz')).sort())
    for await (const line of gzipLines(path)) {
      if (charities.length >= charityCount) return { listed, charities }
      charities.push(
        line.includes('"') ? (cells(line)[nameColumn] ?? '') : (line.split(',')[nameColumn] ?? ''),
      )
    }
  return { listed, charities }
}

const gzipLines = (path: string) => createInterface({ input: createReadStream(path).pipe(createGunzip()) })

const cells = (line: string): string[] => parse(line, { trim: true, relax_column_count: true })[0] ?? []

async function records(path: string): Promise<string[][]> {
  const found: string[][] = []
  for await (const line of gzipLines(path)) found.push(cells(line))
  return found
}
