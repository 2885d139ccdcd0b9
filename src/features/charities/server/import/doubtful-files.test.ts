import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { irsLines } from '../../../../demo/demo-register.ts'
import type { IsoDate } from '../../../../domain/dates.ts'
import { createTestDatabase, type TestDatabase } from '../../../../testing/database/database.ts'
import { temporaryDirectory } from '../../../../testing/temporary/temporary-directory.ts'
import { findCharityStatuses } from '../charity-status.ts'
import { type ImportRequest, importRegister } from './import-register.ts'
import type { RegisterName } from './register-row.ts'

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = temporaryDirectory('import-test')
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() =>
  database.admin.query(
    'truncate charity, charity_word, charity_word_variant, register_import, register_import_file',
  ),
)

const irs = [...irsLines(300)]

async function file(name: string, content: string | Buffer): Promise<string> {
  await writeFile(join(folder, name), content)
  return join(folder, name)
}

const run = (
  register: RegisterName,
  paths: string[],
  { fileDate = '2026-04-14', ...more }: Partial<ImportRequest> & { fileDate?: string } = {},
) =>
  importRegister(database.databases.registrar(), {
    register,
    files: paths.map(path => ({ path, fileDate: fileDate as IsoDate })),
    startedBy: 'test',
    refusedFolder: folder,
    ...more,
  })

const register = async () =>
  (await database.admin.query('select charity_id, row_hash, delisted_on from charity order by charity_id'))
    .rows

describe('a line of a known charity that cannot be read', () => {
  const statuses = async (...ids: string[]) => {
    const found = await findCharityStatuses(database.databases.book('npt'), ids, new Date())
    return ids.map(id => found.get(id)?.eligibility.reason)
  }
  const uk = (...lines: string[]) => ['reg_number,name,status,removal_date', ...lines].join('\n')

  test('sends the charity to a person until a file is read again', async () => {
    await run('uk', [await file('uk.csv', uk('1099920,Acorn,Registered,', '1099921,Beech,Registered,'))])
    expect(await statuses('GB-CHC-1099920', 'GB-CHC-1099921')).toEqual([
      'registered-uk-charity',
      'registered-uk-charity',
    ])
    const next = uk('1099920,Acorn,Registered,soon', '1099921,Beech,Registered,')
    expect(await run('uk', [await file('uk.csv', next)], { fileDate: '2026-05-01' })).toMatchObject({
      ...{ refusedRows: 1, unreadRows: 1, goneRows: 0 },
    })
    expect(await statuses('GB-CHC-1099920', 'GB-CHC-1099921')).toEqual([
      'register-line-not-read',
      'registered-uk-charity',
    ])
    const mended = uk('1099920,Acorn,Registered,', '1099921,Beech,Registered,')
    expect(await run('uk', [await file('uk.csv', mended)], { fileDate: '2026-05-02' })).toMatchObject({
      ...{ changedRows: 1, unreadRows: 0 },
    })
    expect(await statuses('GB-CHC-1099920')).toEqual(['registered-uk-charity'])
  })

  test('counts when two lines of one number differ, and not when they are equal', async () => {
    const report = await run('uk', [
      await file(
        'uk.csv',
        uk(
          '1099920,Acorn,Registered,',
          '1099920,Acorn,Registered,',
          '1099921,Beech,Registered,',
          '1099921,Beech,Removed,',
        ),
      ),
    ])
    expect(report).toMatchObject({ newRows: 2, refusedRows: 2, unreadRows: 1 })
    expect(await statuses('GB-CHC-1099920', 'GB-CHC-1099921')).toEqual([
      'registered-uk-charity',
      'register-line-not-read',
    ])
  })

  test('of the IRS file counts too, also where a spreadsheet removed the zeros of its EIN', async () => {
    const [header = '', first = '', second = '', ...others] = irs
    await run('irs-bmf', [await file('eo_a.csv', irs.join('\n'))])
    const ids = [first, second].map(line => `US-EIN-${line.slice(0, 9)}`)
    const spoilt = [
      header,
      first.replace(/,(\d+),(\d+),(\d+),([^,]*),([^,]*)$/, ',many,$2,$3,$4,$5'),
      second.replace(/^0+/, ''),
      ...others,
    ]
    expect(first).toMatch(/^\d{9},/)
    const report = await run('irs-bmf', [await file('eo_a.csv', spoilt.join('\n'))], {
      fileDate: '2026-05-01',
    })
    expect(report.unreadRows).toBe(second.startsWith('0') ? 2 : 1)
    expect((await statuses(...ids))[0]).not.toBe('public-charity')
  })
})

describe('files that are older than the register', () => {
  test('are refused, unless that is accepted with a reason', async () => {
    const path = await file('eo_a.csv', irs.join('\n'))
    await run('irs-bmf', [path])
    const before = await register()
    const older = await file('eo_a.csv', irs.slice(0, 250).join('\n'))
    await expect(run('irs-bmf', [older], { fileDate: '2025-04-14' })).rejects.toThrow(
      /published on 2025-04-14, and the register is of 2026-04-14/,
    )
    await expect(
      run('irs-bmf', [await file('eo_b.csv', irs.join('\n'))], { fileDate: '2026-04-13' }),
    ).rejects.toThrow(/older/)
    expect(await register()).toEqual(before)
    const accept = { gone: false, older: true, reason: 'The newer file was withdrawn' }
    expect(await run('irs-bmf', [older], { fileDate: '2025-04-14', accept })).toMatchObject({ goneRows: 51 })
    const { rows } = await database.admin.query(
      'select accepted_reason from register_import order by import_id desc limit 1',
    )
    expect(rows).toEqual([{ accepted_reason: 'The newer file was withdrawn' }])
    expect(await run('irs-bmf', [await file('eo_a.csv', irs.join('\n'))])).toMatchObject({ goneRows: 0 })
  })
})
