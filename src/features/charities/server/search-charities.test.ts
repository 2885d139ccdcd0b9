import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importDemoRegister } from '../../../demo/demo-register.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database/database.ts'
import { importRegister } from './import/import-register.ts'
import { irsHeader } from './import/irs-format.ts'
import { type CharitySearch, searchCharities } from './search-charities.ts'

let database: TestDatabase
const search = (keywords: string, more: Partial<CharitySearch> = {}) =>
  searchCharities(database.databases.book('npt'), { keywords, registers: ['irs-bmf'], first: 10, ...more })
const names = async (keywords: string, more?: Partial<CharitySearch>) =>
  (await search(keywords, more)).map(({ name }) => name)

const row = (ein: string, name: string, city: string, state: string, ntee = '', alias = '') =>
  `${ein},${name},,1 QUARRY RD,${city},${state},82001-0000,0000,03,3,1000,199801,1,15,000000000,1,01,202512,0,0,02,0,12,100,100,100,${ntee},${alias}`

beforeAll(async () => {
  database = await createTestDatabase()
  const registrar = database.databases.registrar()
  await importDemoRegister(registrar)
  const folder = await mkdtemp(join(tmpdir(), 'almoner-search-test-'))
  const path = join(folder, 'eo_test.csv')
  await writeFile(
    path,
    [
      irsHeader.join(','),
      row('070000001', 'ZEPHYRINE LIGHTHOUSE KEEPERS', 'QUIXFORD', 'WY', 'A80', 'LAMP MENDERS'),
      row('070000002', 'THE ZEPHYRINE BAKERS GUILD OF QUIXFORD INC', 'QUIXFORD', 'VT', 'K30'),
      row('070000003', 'QUIXOTIC READERS', 'QUIXFORD', 'WY', 'B70'),
      row('070000004', 'QUIXOTIC READERS', 'ELSEWICK', 'VT', 'B70'),
    ].join('\n'),
  )
  await importRegister(registrar, {
    register: 'irs-bmf',
    files: [{ path, fileDate: '2026-04-14' as IsoDate }],
    startedBy: 'test',
    refusedFolder: folder,
  })
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
    const { rows } = await database.admin.query(
      `select charity_id, number from charity where charity_id like 'GB-SC-%' limit 1`,
    )
    const { charity_id: charityId, number } = rows[0]
    for (const keywords of [number, number.toLowerCase(), charityId, number.replace('SC0', 'SC')]) {
      expect(
        (await search(keywords, { registers: ['uk'] })).map(found => found.charityId),
        keywords,
      ).toEqual([charityId])
    }
    expect((await search(charityId)).map(found => found.charityId)).not.toContain(charityId)
  })

  test('filters by state and cause', async () => {
    expect(await names('zephyrine', { state: 'VT' })).toEqual(['THE ZEPHYRINE BAKERS GUILD OF QUIXFORD INC'])
    expect(await names('zephyrine', { cause: 'A' })).toEqual(['ZEPHYRINE LIGHTHOUSE KEEPERS'])
    expect(await names('zephyrine', { state: 'WY', cause: 'K' })).toEqual([])
  })

  test('counts charities of the same name and address', async () => {
    const found = await search('quixotic readers')
    expect(
      found.slice(0, 2).map(({ sharesNameWith, sharesAddressWith }) => [sharesNameWith, sharesAddressWith]),
    ).toEqual([
      [1, 3],
      [1, 3],
    ])
  })

  test('returns the exact name first', async () => {
    expect((await names('quixotic readers'))[0]).toBe('QUIXOTIC READERS')
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
    expect(Array.isArray(await search(keywords))).toBe(true),
  )

  test('returns between one and fifty results', async () => {
    expect(await search('foundation', { first: 5000 })).toHaveLength(50)
    expect(await search('foundation', { first: -1 })).toHaveLength(1)
  })
})
