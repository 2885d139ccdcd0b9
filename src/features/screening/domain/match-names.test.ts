import { describe, expect, test } from 'vitest'
import { defaultThreshold, type ListedName, nameMatcher, type ScreenedName } from './match-names.ts'
import { plainWords } from './name-words.ts'

const listed = (entry: string, name: string, more: Partial<ListedName> = {}): ListedName => ({
  ...{ entry, name, kind: 'organization', isWeak: false, birthYears: [], countries: [] },
  ...more,
})
const person = { kind: 'person', birthYears: [1961], countries: ['Syria'] } as const

// Names of no one, with words that many names have, so that words weigh differently.
const names = [
  listed('1', 'AEROZANDEK AIRLINES'),
  listed('2', 'VOSTRAL SHIPPING CO., LTD.'),
  listed('3', 'NORTHERN VOSTRAL SHIPPING AND TRADING S.A. DE C.V.'),
  listed('4', 'QADDOURIAN, Mohammed Yusuf', person),
  listed('5', 'ZHABROVSKY, Aleksandr', { ...person, birthYears: [1970] }),
  ...Array.from({ length: 60 }, (_, at) => listed(`c${at}`, `GENERAL SHIPPING COMPANY ${at + 100}`)),
]
const match = nameMatcher(names, word => (['foundation', 'friends'].includes(word) ? 0.1 : 0))
const entriesFor = (screened: ScreenedName) =>
  match(screened, defaultThreshold).map(({ listed: { entry } }) => entry)

describe('a listed name is found', () => {
  test.each<[string, string, ScreenedName['kind'], string]>([
    ['in other letters and without its legal form', 'Vostral shipping', 'organization', '2'],
    ['with another legal form', 'Vostral Shipping GmbH', 'organization', '2'],
    ['with words joined', 'AeroZandek Airlines', 'organization', '1'],
    ['with a word taken apart', 'Aero Zandek Airlines', 'organization', '1'],
    ['with the given names first', 'Mohammed Yusuf Qaddourian', 'person', '4'],
    ['in another transliteration', 'Muhammad Youssef Kaddurian', 'person', '4'],
    ['with an initial', 'Mohammed Y. Qaddourian', 'person', '4'],
    ['in Cyrillic letters', 'Александр Жабровский', 'person', '5'],
    ['with a typing error', 'Alexander Zhabrovksy', 'person', '5'],
    ['as the payee of a check', 'Mohammed Yusuf Qaddourian', 'either', '4'],
  ])('%s', (_how, name, kind, entry) => {
    expect(entriesFor({ name, kind })).toContain(entry)
  })
})

describe('a name is not found', () => {
  test.each<[string, string, ScreenedName['kind']]>([
    ['that shares only common words', 'General Shipping Foundation', 'organization'],
    ['that shares one given name', 'Mohammed Whitcombe', 'person'],
    ['of an organization among people', 'Vostral Shipping', 'person'],
    ['without letters', '— !!', 'organization'],
    ['that is empty', '', 'person'],
  ])('%s', (_how, name, kind) => {
    expect(entriesFor({ name, kind })).toEqual([])
  })
})

test('the working says which words agree and how', () => {
  const [found] = match({ name: 'Muhammad Qaddourian', kind: 'person' }, 0.5)
  expect(found?.working).toEqual({
    pairs: [
      { ours: 'muhammad', listed: 'mohammed', how: 'sound' },
      { ours: 'qaddourian', listed: 'qaddourian', how: 'same' },
    ],
    ourUnmatched: [],
    listedUnmatched: ['yusuf'],
    adjustments: [],
  })
})

test('birth year, country and a weak alias move the score, each with its reason', () => {
  const screened = { name: 'Mohammed Y. Qaddourian', kind: 'person' } as const
  const scoreOf = (more: Partial<ScreenedName>) => match({ ...screened, ...more }, 0)[0]
  const plain = scoreOf({})?.score ?? 0
  expect(scoreOf({ birthYear: 1990 })?.score).toBeCloseTo(plain - 0.1, 3)
  expect(scoreOf({ birthYear: 1962, country: 'syria' })?.working.adjustments).toEqual([
    { reason: 'birth-year', by: 0.05 },
    { reason: 'country', by: 0.02 },
  ])
  const weak = nameMatcher([listed('1', 'AEROZANDEK AIRLINES', { isWeak: true })], () => 0)
  expect(weak({ name: 'Aerozandek Airlines', kind: 'organization' }, 0)[0]?.score).toBeCloseTo(0.95, 3)
})

test('an entry with several names is found once, with the best of them', () => {
  const both = nameMatcher([listed('1', 'VOSTRAL SHIPPING'), listed('1', 'VOSTRAL SHIPPING GROUP')], () => 0)
  const found = both({ name: 'Vostral Shipping', kind: 'organization' }, 0.5)
  expect(found.map(({ score }) => score)).toEqual([1])
})

test('a name of 2,000 words is answered', () => {
  expect(match({ name: 'vostral '.repeat(2_000), kind: 'either' }, 1)).toEqual([])
})

test('accents, apostrophes and dotted letters leave plain words', () => {
  expect(plainWords('Đorđe O’Brien, S.A. "Łódź"')).toEqual(['dorde', 'obrien', 'sa', 'lodz'])
})
