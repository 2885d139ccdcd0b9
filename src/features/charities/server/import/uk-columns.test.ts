import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { asIsoDate } from '../../../../domain/dates.ts'
import { createTestDatabase, type TestDatabase } from '../../../../testing/database/database.ts'
import { temporaryDirectory } from '../../../../testing/temporary/temporary-directory.ts'
import { findCharityStatus } from '../charity-status.ts'
import { type ImportReport, importRegister } from './import-register.ts'
import { datedFiles } from './register-files.ts'

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = temporaryDirectory('uk-import')
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => database.admin.query('truncate charity, register_import, register_import_file'))

const today = asIsoDate('2026-11-22')

async function importUk(lines: string[], date?: string): Promise<ImportReport> {
  if (today === null) throw new Error('no day')
  const path = join(folder, 'uk.csv')
  await writeFile(path, lines.join('\n'))
  return await importRegister(database.databases.registrar(), {
    register: 'uk',
    files: await datedFiles('uk', [path], { date, today }),
    startedBy: 'test',
    refusedFolder: folder,
  })
}

const decided = async (charityId: string) => {
  const found = await findCharityStatus(database.databases.book('rathbones'), charityId, new Date())
  return [found?.eligibility.outcome, found?.eligibility.reason, found?.evidence.fileDate]
}

test('refuses removed charities of a UK file and sends insolvent ones to a review', async () => {
  const report = await importUk([
    'reg_number,name,STATUS,Removal_Date,insolvent,address,town,postcode,date_of_extract',
    '1000001,Standing,Registered,,false,"1 High Street, Old Quarter",Leeds,LS1 1AA,2026-11-20T00:00:00',
    '1000002,Removed by word,Removed,,,,,,2026-11-20',
    '1000003,Removed by day,Registered,2020-01-31,f,,,,2026-11-20',
    '1000004,Removed in their way,,31/01/2020,,,,,2026-11-20',
    'SC012345,Insolvent,registered,,True,,,,2026-11-20',
    'NIC100012,Insolvent by word,INSOLVENT,,,,,,2026-11-20',
    '1000005,Suspended,Suspended,,,,,,2026-11-20',
    '1000006,No status,,,,,,,2026-11-20',
  ])
  expect(report).toMatchObject({ readRows: 8, newRows: 8, refusedRows: 0 })
  expect(await decided('GB-CHC-1000001')).toEqual(['yes', 'registered-uk-charity', '2026-11-20'])
  for (const removed of ['GB-CHC-1000002', 'GB-CHC-1000003', 'GB-CHC-1000004'])
    expect(await decided(removed)).toEqual(['no', 'removed-from-uk-register', '2026-11-20'])
  for (const insolvent of ['GB-SC-SC012345', 'GB-NIC-100012'])
    expect(await decided(insolvent)).toEqual(['person', 'insolvent-on-uk-register', '2026-11-20'])
  for (const unknown of ['GB-CHC-1000005', 'GB-CHC-1000006'])
    expect(await decided(unknown)).toEqual(['person', 'uk-status-not-registered', '2026-11-20'])
  const { rows } = await database.admin.query(
    `select charity_id, street, city, postal_code, removed_on::text from charity
      where charity_id in ('GB-CHC-1000001', 'GB-CHC-1000004') order by 1`,
  )
  expect(rows).toEqual([
    {
      charity_id: 'GB-CHC-1000001',
      street: '1 High Street, Old Quarter',
      city: 'Leeds',
      postal_code: 'LS1 1AA',
      removed_on: null,
    },
    { charity_id: 'GB-CHC-1000004', street: null, city: null, postal_code: null, removed_on: '2020-01-31' },
  ])
})

test('refuses a charity after a later file lists it as removed', async () => {
  await importUk(['reg_number,name,status', '1000001,Standing,registered'], '2026-05-01')
  expect(await decided('GB-CHC-1000001')).toEqual(['yes', 'registered-uk-charity', '2026-05-01'])
  const later = await importUk(
    ['reg_number,name,status,removal_date', '1000001,Standing,removed,2026-05-20'],
    '2026-06-01',
  )
  expect(later).toMatchObject({ newRows: 0, changedRows: 1 })
  expect(await decided('GB-CHC-1000001')).toEqual(['no', 'removed-from-uk-register', '2026-06-01'])
})

test('refuses lines with an invalid day, flag or length, with the reason', async () => {
  const report = await importUk([
    'reg_number,name,removal_date,insolvent,town,date_of_extract',
    '1000001,Standing,,,,2026-11-20',
    '1000002,A day that is none,2020-02-30,,,2026-11-20',
    '1000003,A flag that is none,,perhaps,,2026-11-20',
    `1000004,A town that is too long,,,${'x'.repeat(201)},2026-11-20`,
    '1000005,Another day,,,,2026-11-19',
    '1000006,No day,,,,',
  ])
  expect(report).toMatchObject({ readRows: 6, newRows: 1, refusedRows: 5 })
  const refused = await readFile(join(folder, 'uk.refused.csv'), 'utf8')
  for (const reason of [
    '3,"removal_date is not a day such as 2026-04-14 or 14-Apr-26"',
    '4,"insolvent is neither true nor false"',
    '5,"town is over 200 characters long"',
    '6,"date_of_extract is another day than on the first line"',
    '7,"date_of_extract is another day than on the first line"',
  ])
    expect(refused).toContain(reason)
})

test.each([
  ['a misspelt column', 'reg_number,name,statuss', /"statuss" is not one of its columns/],
  ['a column twice', 'reg_number,name,status,status', /the column status is there twice/],
  ['no name', 'reg_number,status', /the column name is missing/],
  ['no number', 'name,status', /the column reg_number is missing/],
])('rejects a UK file with %s', async (_what, header, sentence) => {
  await expect(importUk([header, '1000001,a,b,c'], '2026-11-20')).rejects.toThrow(sentence)
})

test.each([
  ['in the future', '2027-01-01', /date_of_extract 2027-01-01 is in the future/],
  ['that is invalid', 'soon', /date_of_extract "soon" is not a day such as/],
  ['that is empty', '', /date_of_extract "" is not a day such as/],
])('rejects a UK file with a day %s', async (_what, day, sentence) => {
  await expect(importUk(['reg_number,name,date_of_extract', `1000001,a,${day}`])).rejects.toThrow(sentence)
})
