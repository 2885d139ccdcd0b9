import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { IsoDate } from '../../../domain/dates.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database/database.ts'
import { temporaryDirectory } from '../../../testing/temporary/temporary-directory.ts'
import { importRegister } from './import/import-register.ts'
import { irsHeader } from './import/irs-format.ts'
import type { RegisterName } from './import/register-row.ts'
import { type CharitySearch, matchCharities } from './match-charities.ts'

let database: TestDatabase
const search = (keywords: string, more: Partial<CharitySearch> = {}) =>
  matchCharities(database.databases.book('npt'), { keywords, registers: ['irs-bmf'], first: 10, ...more })
const names = async (keywords: string, more?: Partial<CharitySearch>) =>
  (await search(keywords, more)).charities.map(({ name }) => name)

const row = (
  ein: string,
  name: string,
  city: string,
  state: string,
  ntee = '',
  alias = '',
  foundation = '15',
) =>
  `${ein},${name},,1 QUARRY RD,${city},${state},82001-0000,0000,03,3,1000,199801,1,${foundation},000000000,1,01,202512,0,0,02,0,12,100,100,100,${ntee},${alias}`

/** Each name has one abbreviation or spelling that people type differently. */
const abbreviated = [
  'ST QUILLON CHAPEL',
  'MT QUILLON CHAPEL',
  'QUILLON ARTS CTR',
  'QUILLON BEEKEEPERS ASSN',
  'QUILLON INTL AIRLIFT',
  'NATL QUILLON TRAIL',
  'QUILLON POLICE DEPT',
  'QUILLON WIDOWS FDN',
  'QUILLON VOL AMBULANCE',
  'QUILLON STATE UNIV',
  '1ST QUILLON CAVALRY',
  'SALT & PEPPER OF QUILLON',
  'QUILLON WAR II ARCHIVE',
  'QUILLON CHILDREN S THEATRE',
]

/** Sixty lodges of one name, of which number 30 is in Tarnbeck. */
const lodges = Array.from({ length: 60 }, (_, index) =>
  row(`0710000${index + 10}`, 'ORDER OF THE VARNISHED OWL', index === 30 ? 'TARNBECK' : 'ELSEWICK', 'VT'),
)

beforeAll(async () => {
  database = await createTestDatabase()
  const registrar = database.databases.registrar()
  const folder = temporaryDirectory('search-test')
  const importLines = async (register: RegisterName, fileName: string, lines: string[]) => {
    const path = join(folder, fileName)
    await writeFile(path, lines.join('\n'))
    await importRegister(registrar, {
      register,
      files: [{ path, fileDate: '2026-04-14' as IsoDate }],
      startedBy: 'test',
      refusedFolder: folder,
    })
  }
  await importLines('uk', 'uk_test.csv', [
    'reg_number,name',
    'SC090017,Zephyrine Fund',
    '1950001,Zephyrine Aid',
  ])
  await importLines('irs-bmf', 'eo_test.csv', [
    irsHeader.join(','),
    row('070000001', 'ZEPHYRINE LIGHTHOUSE KEEPERS', 'QUIXFORD', 'WY', 'A80', 'LAMP MENDERS'),
    row('070000002', 'THE ZEPHYRINE BAKERS GUILD OF QUIXFORD INC', 'QUIXFORD', 'VT', 'K30'),
    row('070000003', 'QUIXOTIC READERS', 'QUIXFORD', 'WY', 'B70'),
    row('070000004', 'QUIXOTIC READERS', 'ELSEWICK', 'VT', 'B70'),
    row('070000005', 'TRUSTEES OF ORRINGTON COLLEGE', 'ORRINGTON', 'VT', 'B40'),
    row('070000006', 'ORRINGTON COLLEGE CLASS OF 1965', 'ORRINGTON', 'VT', 'B40'),
    row('070000007', 'ST BRANNOCK', 'ORRINGTON', 'VT', 'X20', '', '04'),
    row('070000008', 'ST BRANNOCKS INC', 'ORRINGTON', 'VT', 'X20'),
    row('070000009', 'BUILD A KITE WORKSHOP', 'ORRINGTON', 'VT'),
    row('070000010', 'TIDEPOOL NURSERY', 'ORRINGTON', 'VT'),
    row('070000011', 'RZNB CHARITY', 'ORRINGTON', 'VT'),
    row('070000012', 'LARKBRIDGE PARK', 'ORRINGTON', 'VT'),
    row('070000013', 'MOTHERS OF YOUNG LIGHTHOUSE KEEPERS INC', 'ORRINGTON', 'VT'),
    row('070000014', 'MYLK DAIRY', 'ORRINGTON', 'VT'),
    ...abbreviated.map((name, index) => row(`0720000${index + 10}`, name, 'QUILLFORD', 'VT')),
    ...lodges,
  ])
  await rm(folder, { recursive: true })
})
afterAll(() => database.drop())

describe('charity search (§13)', () => {
  test.each([
    ['the name', 'zephyrine lighthouse keepers'],
    ['the alias', 'lamp menders'],
    ['the tax id', '070000001'],
    ['the tax id with its hyphen', '07-0000001'],
    ['a word being typed', 'zephyrine lighth'],
    ['words in another order', 'keepers zephyrine'],
    ['a letter left out', 'zephyrine lighthose'],
    ['a letter too many', 'zephyrrine lighthouse'],
    ['a wrong letter', 'zephyrine lighthouze keepers'],
    ['two letters transposed', 'zehpyrine keepers'],
    ['an error in every word', 'zephyrne lighthuose keeprs'],
    ['a mistyped stop word', 'teh lighthouse keepers of zephyrine'],
    ['the name and the town', 'lighthouse quixford'],
  ])('finds a charity by %s', async (_, keywords) => {
    expect(await names(keywords)).toContain('ZEPHYRINE LIGHTHOUSE KEEPERS')
  })

  test('finds UK charities by every spelling of a number, but only in the UK register', async () => {
    const [charityId, number] = ['GB-SC-SC090017', 'SC090017']
    for (const keywords of [number, number.toLowerCase(), charityId, number.replace('SC0', 'SC')]) {
      expect(
        (await search(keywords, { registers: ['uk'] })).charities.map(found => found.charityId),
        keywords,
      ).toEqual([charityId])
    }
    expect((await search(charityId)).charities.map(found => found.charityId)).not.toContain(charityId)
  })

  test('filters by state and cause', async () => {
    expect(await names('zephyrine', { state: 'VT' })).toEqual(['THE ZEPHYRINE BAKERS GUILD OF QUIXFORD INC'])
    expect(await names('zephyrine', { cause: 'A' })).toEqual(['ZEPHYRINE LIGHTHOUSE KEEPERS'])
    expect(await names('zephyrine', { state: 'WY', cause: 'K' })).toEqual([])
  })

  test('counts charities of the same name and address', async () => {
    const { charities } = await search('quixotic readers')
    expect(
      charities
        .slice(0, 2)
        .map(({ sharesNameWith, sharesAddressWith }) => [sharesNameWith, sharesAddressWith]),
    ).toEqual([
      [1, 21],
      [1, 21],
    ])
  })

  test('returns the exact name first', async () => {
    expect((await names('quixotic readers'))[0]).toBe('QUIXOTIC READERS')
  })

  test.each([
    ['saint quillon', 'ST QUILLON CHAPEL'],
    ['mount quillon chapel', 'MT QUILLON CHAPEL'],
    ['quillon arts centre', 'QUILLON ARTS CTR'],
    ['quillon beekeepers association', 'QUILLON BEEKEEPERS ASSN'],
    ['quillon international airlift', 'QUILLON INTL AIRLIFT'],
    ['national quillon trail', 'NATL QUILLON TRAIL'],
    ['quillon police department', 'QUILLON POLICE DEPT'],
    ['quillon widows foundation', 'QUILLON WIDOWS FDN'],
    ['quillon volunteer ambulance', 'QUILLON VOL AMBULANCE'],
    ['quillon state university', 'QUILLON STATE UNIV'],
    ['first quillon cavalry', '1ST QUILLON CAVALRY'],
    ['salt and pepper of quillon', 'SALT & PEPPER OF QUILLON'],
    ['quillon war 2', 'QUILLON WAR II ARCHIVE'],
    ["quillon children's theater", 'QUILLON CHILDREN S THEATRE'],
    ['zephyrine lighthouse keeper’s', 'ZEPHYRINE LIGHTHOUSE KEEPERS'],
    ['buildakite', 'BUILD A KITE WORKSHOP'],
    ['tide pool nursery', 'TIDEPOOL NURSERY'],
    ['tidepoolnursery', 'TIDEPOOL NURSERY'],
    ['tide pool nurs', 'TIDEPOOL NURSERY'],
    ['lark park', 'LARKBRIDGE PARK'],
    ['zeph light', 'ZEPHYRINE LIGHTHOUSE KEEPERS'],
    ['keep light', 'ZEPHYRINE LIGHTHOUSE KEEPERS'],
    ['zlk', 'ZEPHYRINE LIGHTHOUSE KEEPERS'],
    ['zbgq', 'THE ZEPHYRINE BAKERS GUILD OF QUIXFORD INC'],
    ['zbg guild', 'THE ZEPHYRINE BAKERS GUILD OF QUIXFORD INC'],
    ['zlk quixford', 'ZEPHYRINE LIGHTHOUSE KEEPERS'],
    ['Tax ID: 07-0000001', 'ZEPHYRINE LIGHTHOUSE KEEPERS'],
    ['7-0000001', 'ZEPHYRINE LIGHTHOUSE KEEPERS'],
    ['70000001', 'ZEPHYRINE LIGHTHOUSE KEEPERS'],
    ['07-0000', 'ZEPHYRINE LIGHTHOUSE KEEPERS'],
    ['EIN 070000', 'ZEPHYRINE LIGHTHOUSE KEEPERS'],
  ])('finds %j as the register spells it', async (keywords, name) => {
    const { charities, isPartial } = await search(keywords, { first: 20 })
    expect(charities.map(charity => charity.name)).toContain(name)
    expect(isPartial).toBe(false)
  })

  test('shows the nearest partial matches, and says so, where no charity has all words', async () => {
    const { charities, isPartial } = await search('zephyrine zzyzzq keepers')
    expect(isPartial).toBe(true)
    expect(charities[0]?.name).toBe('ZEPHYRINE LIGHTHOUSE KEEPERS')
    expect(await search('zzyzzq')).toEqual({ charities: [], isPartial: false, hasMore: false })
  })

  test('finds names with a word, and names with its letters as initials', async () => {
    expect(await names('mylk')).toEqual(
      expect.arrayContaining(['MYLK DAIRY', 'MOTHERS OF YOUNG LIGHTHOUSE KEEPERS INC']),
    )
    expect(await names('myl')).toContain('MOTHERS OF YOUNG LIGHTHOUSE KEEPERS INC')
  })

  test('finds no other acronym for an acronym', async () => {
    expect(await names('rnzi')).toEqual([])
  })

  test('returns a college’s trustees before its class clubs', async () => {
    expect(await names('orrington college')).toEqual([
      'TRUSTEES OF ORRINGTON COLLEGE',
      'ORRINGTON COLLEGE CLASS OF 1965',
    ])
  })

  test('returns a charity that can be selected before one of nearly the same name that cannot', async () => {
    expect(await names('st brannock')).toEqual(['ST BRANNOCKS INC', 'ST BRANNOCK'])
  })

  test('counts up to 21 namesakes, puts the named town first, and returns them page by page', async () => {
    const [first] = (await search('order of the varnished owl')).charities
    expect(first?.sharesNameWith).toBe(21)
    const [inTown] = (await search('order of the varnished owl tarnbeck')).charities
    expect(inTown?.charityId).toBe('US-EIN-071000040')
    const ids = new Set<string>()
    for (const offset of [0, 12, 24, 36, 48]) {
      const page = await search('order of the varnished owl', { first: 12, offset })
      for (const { charityId } of page.charities) ids.add(charityId)
      expect(page.hasMore).toBe(offset < 48)
    }
    expect(ids.size).toBe(60)
  })

  test('searches only some charities where their ids are given', async () => {
    const among = ['US-EIN-070000002', 'US-EIN-070000003']
    expect(await names('zephyrine', { among })).toEqual(['THE ZEPHYRINE BAKERS GUILD OF QUIXFORD INC'])
  })

  test.each([
    '',
    ' ',
    'a',
    '%',
    '_%_',
    "'; drop table charity; --",
    '\0\u0001',
    '🙂🙂',
    '\\',
    'x'.repeat(1000),
    'a '.repeat(500),
    '(((',
    '1'.repeat(400),
    '\ud800',
    'ﷺ',
  ])('survives the hostile search %j', async keywords =>
    expect(Array.isArray((await search(keywords)).charities)).toBe(true),
  )

  test('returns between one and fifty results', async () => {
    expect(await names('varnished owl', { first: 5000 })).toHaveLength(50)
    expect(await names('varnished owl', { first: -1 })).toHaveLength(1)
  })
})
