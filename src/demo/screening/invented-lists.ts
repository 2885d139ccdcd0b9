import { seededRandom } from '../random.ts'
import { type InventedPerson, inventedEntities, inventedPersons, inventedSeed } from './invented-names.ts'

/** The lines of each file, in the formats of OFAC and of the UK Sanctions List, about invented people and companies. */
export type InventedLists = {
  persons: readonly InventedPerson[]
  entities: readonly string[]
  sdn: string[]
  add: string[]
  alt: string[]
  uk: string[]
}

export function inventedLists({
  persons: personCount,
  entities: entityCount,
  seed = inventedSeed,
}: {
  persons: number
  entities: number
  seed?: string
}): InventedLists {
  const persons = inventedPersons(personCount, seed)
  const entities = inventedEntities(entityCount, seed)
  const random = seededRandom(`${seed}: lists`)
  const sdn: string[] = []
  const add: string[] = []
  const alt: string[] = []
  const ukRows: string[] = []
  const addEntry = (
    number: number,
    name: string,
    alias: string,
    type: string,
    remarks: string,
    country: string,
  ) => {
    sdn.push(
      [number, quoted(name), type, '"SDGT"', none, none, none, none, none, none, none, remarks].join(','),
    )
    add.push([number, number * 10, none, none, quoted(country), none].join(','))
    if (random.chance(0.4)) alt.push([number, number * 10 + 1, quoted('aka'), quoted(alias), none].join(','))
  }
  persons.forEach((person, index) => {
    const name = `${person.surname.toUpperCase()}, ${person.given.join(' ')}`
    const remarks = quoted(
      `DOB ${random.integer(1, 28)} Mar ${person.birthYear}; nationality ${person.country}; Gender Male.`,
    )
    addEntry(
      firstPersonNumber + index,
      name,
      `${person.given[0]} ABU ${person.surname.toUpperCase()}`,
      '"individual"',
      remarks,
      person.country,
    )
    ukRows.push(ukPerson(index, person))
  })
  entities.forEach((name, index) => {
    addEntry(50_000 + index, name.toUpperCase(), `${name} GROUP`, none, none, 'Panama')
    ukRows.push(ukEntity(index, name))
  })
  // OFAC's files end with the old sign for the end of a file.
  sdn.push('\u001a')
  return { persons, entities, sdn, add, alt, uk: ['Report Date: 20-Nov-2026', ukHeader, ...ukRows] }
}

export const firstPersonNumber = 10_000

const none = '-0- '
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

/** The columns of the UK Sanctions List that its readers use, in its order; the published file has more. */
const ukColumns = [
  'Last Updated',
  'Unique ID',
  'OFSI Group ID',
  'UN Reference Number',
  'Name 6',
  'Name 1',
  'Name 2',
  'Name 3',
  'Name 4',
  'Name 5',
  'Name type',
  'Alias strength',
  'Title',
  'Name non-latin script',
  'Regime Name',
  'Designation Type',
  'Designation source',
  'Sanctions Imposed',
  'Address Country',
  'D.O.B',
  'Nationality(/ies)',
  'Other Information',
] as const

export const ukHeader = ukColumns.join(',')

export const ukRow = (cells: Partial<Record<(typeof ukColumns)[number], string>>): string =>
  ukColumns.map(column => (cells[column] === undefined ? '' : quoted(cells[column]))).join(',')

const ukEntry = (index: number, kind: 'Individual' | 'Entity') => ({
  'Last Updated': '20/11/2026',
  'Unique ID': `INV${String(index).padStart(6, '0')}`,
  'Name type': 'Primary Name',
  'Regime Name': 'Invented Regime',
  'Designation Type': kind,
  'Designation source': 'UK',
  'Sanctions Imposed': 'Asset freeze',
})

export const ukPerson = (index: number, { surname, given, birthYear, country }: InventedPerson): string =>
  ukRow({
    ...ukEntry(index, 'Individual'),
    'Name 6': surname.toUpperCase(),
    'Name 1': given[0] ?? '',
    'Name 2': given[1] ?? '',
    'D.O.B': `dd/mm/${birthYear}`,
    'Nationality(/ies)': country,
  })

const ukEntity = (index: number, name: string): string =>
  ukRow({ ...ukEntry(100_000 + index, 'Entity'), 'Name 6': name.toUpperCase() })
