import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { inventedLists, ukHeader, ukRow } from '../../../demo/screening/invented-lists.ts'
import { listedNames } from './list-entry.ts'
import { ofacEntries } from './ofac-list.ts'
import { ukEntries } from './uk-list.ts'

const records = (lines: readonly string[]): string[][] =>
  parse(lines.join('\n'), { relax_column_count: true })

const { persons, entities, sdn, add, alt, uk } = inventedLists({ persons: 20, entities: 10 })

const ofac = (lines: { primary?: string[]; addresses?: string[]; alternates?: string[] }) =>
  ofacEntries({
    primary: records(lines.primary ?? sdn),
    addresses: records(lines.addresses ?? []),
    alternates: records(lines.alternates ?? []),
  })

test('reads OFAC’s primary names, aliases, addresses and what remarks say', () => {
  const entries = ofac({ addresses: add, alternates: alt })
  expect(entries).toHaveLength(30)
  const [first] = persons
  expect(entries[0]).toMatchObject({
    number: '10000',
    kind: 'person',
    birthYears: [first?.birthYear],
    countries: [first?.country],
    programs: ['SDGT'],
  })
  expect(entries[0]?.names[0]?.name).toBe(`${first?.surname.toUpperCase()}, ${first?.given.join(' ')}`)
  expect(entries.at(-1)?.names[0]?.name).toBe(entities.at(-1)?.toUpperCase())
  expect(entries.flatMap(({ names }) => names)).toHaveLength(30 + alt.length)
})

test('compares no ships and aircraft', () => {
  const none = '-0- '
  const primary = [`1,"ZANDEK STAR",vessel,SDGT${`,${none}`.repeat(8)}`]
  expect(ofac({ primary }).flatMap(listedNames)).toEqual([])
})

test.each<[string, Parameters<typeof ofac>[0], RegExp]>([
  [
    'a primary record that is cut off',
    { primary: [...sdn.slice(0, 3), '10003,"VOROB'.concat('"')] },
    /^Record 4 of the primary names/,
  ],
  ['an unknown type', { primary: [(sdn[0] ?? '').replace('individual', 'robot')] }, /unknown type “robot”/],
  ['an entry twice', { primary: [sdn[0] ?? '', sdn[0] ?? ''] }, /stands twice/],
  ['an alias without its entry', { alternates: ['99,1,aka,NO ONE,-0- '] }, /Entry 99 is missing/],
  ['a header', { primary: ['ent_num,name', ...sdn] }, /^Record 1 of the primary names/],
])('refuses OFAC’s files with %s', (_what, lines, sentence) => {
  expect(() => ofac(lines)).toThrow(sentence)
})

const date = 'Report Date: 20-Nov-2026'
const entry = { 'Unique ID': 'INV1', 'Designation Type': 'Individual', 'Name type': 'Primary Name' }

test('reads the UK list: one entry for its rows, the primary name first', () => {
  expect(ukEntries(records(uk)).entries).toHaveLength(30)
  const { reportDate, entries } = ukEntries(
    records([
      date,
      ukHeader,
      ukRow({
        ...entry,
        'Name 6': 'ZAB',
        'Name 1': 'Ali',
        'Name type': 'Alias',
        'Alias strength': 'Low quality a.k.a',
      }),
      ukRow({
        ...entry,
        'Name 6': 'ZABROV',
        'Name 1': 'Ali',
        'D.O.B': 'dd/mm/1961',
        'Other Information': 'Director',
        'Nationality(/ies)': 'Syria',
      }),
      ukRow({
        ...entry,
        'Name 6': 'ZABROV',
        'Name 1': 'Ali',
        'D.O.B': '03/04/1962',
        'Address Country': 'Iraq',
      }),
    ]),
  )
  expect(reportDate).toBe('20-Nov-2026')
  expect(entries).toEqual([
    {
      ...{ number: 'INV1', kind: 'person', programs: [], remarks: 'Director' },
      names: [
        { name: 'ZABROV, Ali', isWeak: false },
        { name: 'ZAB, Ali', isWeak: true },
      ],
      birthYears: [1961, 1962],
      countries: ['Syria', 'Iraq'],
    },
  ])
})

test.each<[string, string[], RegExp]>([
  ['without the date of its report', [ukHeader, ukRow(entry)], /date of the report/],
  ['without a column', [date, ukHeader.replace('Name 6', 'Surname')], /no column “Name 6”/],
  [
    'with a record that is cut off',
    [date, ukHeader, '20/11/2026,INV1,"'.concat('"')],
    /^Record 3 has 3 fields/,
  ],
  [
    'with an unknown type',
    [date, ukHeader, ukRow({ ...entry, 'Designation Type': 'Robot' })],
    /unknown type/,
  ],
  ['that ends after its first line', [date], /no header/],
])('refuses a UK list %s', (_what, lines, sentence) => {
  expect(() => ukEntries(records(lines))).toThrow(sentence)
})
