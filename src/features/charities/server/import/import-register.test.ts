import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { irsLines, ukLines } from '../../../../demo/demo-register.ts'
import type { IsoDate } from '../../../../domain/dates.ts'
import { createTestDatabase, type TestDatabase } from '../../../../testing/database/database.ts'
import { temporaryDirectory } from '../../../../testing/temporary/temporary-directory.ts'
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

const stagedTables = async () =>
  (
    await database.admin.query(
      `select count(*)::integer as n from pg_tables where schemaname = 'register_staging'`,
    )
  ).rows[0].n

describe('import of a register (§13)', () => {
  test('finds nothing new, changed or gone in a second import of the same file', async () => {
    const path = await file('eo_a.csv.gz', gzipSync(irs.join('\n')))
    expect(await run('irs-bmf', [path])).toMatchObject({
      readRows: 300,
      newRows: 300,
      changedRows: 0,
      goneRows: 0,
      refusedRows: 0,
    })
    expect(await run('irs-bmf', [path])).toMatchObject({
      readRows: 300,
      newRows: 0,
      changedRows: 0,
      goneRows: 0,
      refusedRows: 0,
    })
    expect(await stagedTables()).toBe(0)
  })

  test('counts a changed row, a missing one as gone, and one that comes back', async () => {
    await run('irs-bmf', [await file('eo_a.csv', irs.join('\n'))])
    const changed = [
      ...irs.slice(0, 5),
      (irs[5] ?? '').replace(',03,', ',04,').replace(/,([A-Z]{2}),/, ',WY,'),
      ...irs.slice(6, -1),
    ]
    expect(await run('irs-bmf', [await file('eo_a.csv', changed.join('\n'))])).toMatchObject({
      newRows: 0,
      changedRows: 1,
      goneRows: 1,
    })
    expect((await register()).filter(row => row.delisted_on !== null)).toHaveLength(1)
    expect(await run('irs-bmf', [await file('eo_a.csv', irs.join('\n'))])).toMatchObject({
      newRows: 0,
      changedRows: 2,
      goneRows: 0,
    })
  })

  test('marks as gone only within the imported files, and not after a move to another file', async () => {
    const [header = ''] = irs
    await run('irs-bmf', [await file('eo_a.csv', irs.slice(0, 151).join('\n'))])
    expect(
      await run('irs-bmf', [await file('eo_b.csv', [header, ...irs.slice(151)].join('\n'))]),
    ).toMatchObject({ newRows: 150, goneRows: 0 })
    const [a, b] = [
      await file('eo_a.csv', irs.slice(0, 150).join('\n')),
      await file('eo_b.csv', [header, ...irs.slice(150)].join('\n')),
    ]
    expect(await run('irs-bmf', [a, b])).toMatchObject({ newRows: 0, changedRows: 0, goneRows: 0 })
    const where = await database.admin.query(
      'select distinct source_file from charity where source_import = (select max(import_id) from register_import)',
    )
    expect(where.rows).toEqual([{ source_file: 'eo_b.csv' }])
  })

  test('does not count rows in a renamed file as changed, but updates their evidence', async () => {
    await run('irs-bmf', [await file('eo_a.csv', irs.join('\n'))])
    const renamed = await file('region1.csv', [irs[0], ...irs.slice(1).toReversed()].join('\n'))
    expect(await run('irs-bmf', [renamed], { fileDate: '2026-05-12' })).toMatchObject({
      readRows: 300,
      newRows: 0,
      changedRows: 0,
      goneRows: 0,
    })
    const { rows } = await database.admin.query(
      `select c.source_file, f.file_date::text, c.source_line, c.changed_import = c.first_import as unchanged
         from charity c join register_import_file f on f.import_id = c.source_import and f.file_name = c.source_file
        where c.number = $1`,
      [irs[1]?.split(',')[0]],
    )
    expect(rows).toEqual([
      { source_file: 'region1.csv', file_date: '2026-05-12', source_line: 301, unchanged: true },
    ])
    // Missing rows are now detected by the new file name.
    const without = [irs[0], ...irs.slice(2)].join('\n')
    expect(
      await run('irs-bmf', [await file('region1.csv', without)], { fileDate: '2026-05-12' }),
    ).toMatchObject({
      changedRows: 0,
      goneRows: 1,
    })
  })

  test('normalizes UK numbers, and refuses a charity’s second line', async () => {
    const path = await file(
      'uk.csv',
      'reg_number,name\nSC012345,First\nGB-SC-SC012345,Again\nGB-NIC-100012,Third\n000000,None\n1000005,"Fourth, Ltd"\n',
    )
    expect(await run('uk', [path])).toMatchObject({ readRows: 5, newRows: 3, refusedRows: 2 })
    const refused = await readFile(join(folder, 'uk.refused.csv'), 'utf8')
    expect(refused).toContain('3,"the number is already in uk.csv line 2"')
    expect(refused).toContain('5,"reg_number is not the number of a UK register","000000,None"')
    expect(await run('uk', [await file('uk2.csv', [...ukLines(200)].join('\n'))])).toMatchObject({
      newRows: 200,
      goneRows: 0,
    })
  })

  test('does not mark a charity as gone when its line is refused', async () => {
    await run('irs-bmf', [await file('eo_a.csv', irs.join('\n'))])
    const cells = (irs[7] ?? '').split(',')
    cells[23] = 'a lot'
    const damagedLines = [...irs.slice(0, 7), cells.join(','), ...irs.slice(8)]
    expect(await run('irs-bmf', [await file('eo_a.csv', damagedLines.join('\n'))])).toMatchObject({
      refusedRows: 1,
      goneRows: 0,
    })
  })
})

describe('a damaged file (§13)', () => {
  const zipped = gzipSync(irs.join('\n'))
  const damaged: [string, string | Buffer, RegExp][] = [
    ['a gzip that is cut off', zipped.subarray(0, zipped.length - 400), /gzip file is cut off/],
    [
      'a gzip with wrong bytes',
      Buffer.concat([zipped.subarray(0, 2000), Buffer.alloc(300, 7), zipped.subarray(2300)]),
      /gzip file is damaged/,
    ],
    ['an empty file', '', /file is empty/],
    ['a header alone', `${irs[0]}\n`, /no rows below its header/],
    ['another header', ['EIN,NAME', '1,2'].join('\n'), /not the header of this register/],
    ['no header', irs.slice(1).join('\n'), /not the header of this register/],
    [
      'a short row',
      [...irs.slice(0, 9), '010631747,SHORT ROW', ...irs.slice(9)].join('\n'),
      /line 10 has 2 columns instead of 28/,
    ],
    [
      'a long row',
      [...irs.slice(0, 9), `${irs[9]},1`, ...irs.slice(10)].join('\n'),
      /line 10 has 29 columns/,
    ],
    [
      'bytes that are not UTF-8',
      Buffer.concat([
        Buffer.from(`${irs.slice(0, 4).join('\n')}\n`),
        Buffer.from([0xff, 0xfe, 10]),
        Buffer.from(irs.slice(4).join('\n')),
      ]),
      /line 5 is not UTF-8/,
    ],
    ['a line without end', `${irs[0]}\n${'x'.repeat(200_000)}`, /over 64 KiB long/],
    ['an open quotation mark', `${irs.join('\n')}\n"`, /quotation mark that is never closed/],
  ]
  test.each(damaged)('rejects %s and leaves the register unchanged', async (_, content, message) => {
    await run('irs-bmf', [await file('eo_a.csv', irs.slice(0, 100).join('\n'))])
    const before = await register()
    await expect(run('irs-bmf', [await file('eo_a.csv', content)])).rejects.toThrow(message)
    expect(await register()).toEqual(before)
    expect(await stagedTables()).toBe(0)
    const { rows } = await database.admin.query(
      'select state from register_import order by import_id desc limit 1',
    )
    expect(rows[0].state).toBe('failed')
  })

  test('rejects a file without most of its charities unless that is accepted', async () => {
    await run('irs-bmf', [await file('eo_a.csv', irs.join('\n'))])
    const half = await file('eo_a.csv', irs.slice(0, 120).join('\n'))
    await expect(run('irs-bmf', [half])).rejects.toThrow(/more than a quarter/)
    const accept = { gone: true, older: false, reason: 'The state closed 181 of them' }
    expect(await run('irs-bmf', [half], { accept })).toMatchObject({ goneRows: 181 })
  })
})

test('resumes an interrupted import with the same result', async () => {
  const path = await file('eo_large.csv', [...irsLines(24_000)].join('\n'))
  let cut = false
  const pool = database.databases.registrar()
  const cutOff = run('irs-bmf', [path], {
    onProgress: async progress => {
      if (cut || progress.phase !== 'reading' || progress.readRows < 21_000) return
      cut = true
      await database.admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'registrar' and datname = current_database()`,
      )
    },
  })
  await expect(cutOff).rejects.toThrow()
  expect(await register()).toEqual([])
  const { rows } = await database.admin.query('select staged_lines from register_import_file')
  expect(rows[0].staged_lines).toBeGreaterThan(0)

  const report = await run('irs-bmf', [path])
  expect(report).toMatchObject({ resumed: true, readRows: 24_000, newRows: 24_000, refusedRows: 0 })
  expect(pool.totalCount).toBeLessThan(3)
})

test('refuses a second concurrent import of a register', async () => {
  const path = await file('eo_large.csv', [...irsLines(4_000)].join('\n'))
  const outcomes = await Promise.allSettled([run('irs-bmf', [path]), run('irs-bmf', [path])])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})
