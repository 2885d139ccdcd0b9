import { spawnSync } from 'node:child_process'
import { rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { realms } from '../../src/clients/clients.ts'
import { irsLines } from '../../src/demo/demo-register.ts'
import { ukHeader, ukRow } from '../../src/demo/screening/invented-lists.ts'
import { createTestDatabase, type TestDatabase } from '../../src/testing/database/database.ts'
import { runCommand } from '../../src/testing/run-command.ts'
import { temporaryDirectory } from '../../src/testing/temporary/temporary-directory.ts'
import { heapFlags } from './heap-flags.ts'

let database: TestDatabase
let folder: string
let irsFile: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = temporaryDirectory('import-command')
  irsFile = await file('eo_a.csv', [...irsLines(20)].join('\n'))
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

async function file(name: string, content: string): Promise<string> {
  await writeFile(join(folder, name), content)
  return join(folder, name)
}

function runImport(...args: string[]) {
  const user = database.connection.user ?? 'postgres'
  const { host, port } = database.connection
  const { status, stdout, stderr } = runCommand(database, 'tools/import.ts', args, {
    CLIENTS_DIR: 'demonstration',
    DATABASE_URL: `postgres://${user}@/${database.name}?host=${encodeURIComponent(host)}&port=${port}`,
  })
  return { status, stdout, stderr }
}

const dayAfterTomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)

const recordedDates = async () =>
  (
    await database.admin.query('select file_date::text from register_import_file order by import_id')
  ).rows.map(({ file_date }) => file_date)

describe('npm run import with an invalid command line', () => {
  test.each<[string, () => string[], number, RegExp]>([
    ['an unknown option', () => ['irs-bmf', '--dat', '2026-04-14', irsFile], 2, /^Unknown option '--dat'/],
    ['an option without its value', () => ['irs-bmf', irsFile, '--date'], 2, /^Option '--date/],
    ['an unknown register', () => ['irs', irsFile], 2, /^"irs" is not a register/],
    ['no register', () => [], 2, /^Name a register/],
    ['no file', () => ['irs-bmf', '--date', '2026-04-14'], 2, /^Name the files/],
    ['the name of an inherited property', () => ['constructor', irsFile], 2, /is not a register/],
    [
      'a missing file',
      () => ['irs-bmf', '--date', '2026-04-14', join(folder, 'gone.csv')],
      1,
      /gone\.csv: there is no such file$/m,
    ],
    [
      'a folder',
      () => ['irs-bmf', '--date', '2026-04-14', folder],
      1,
      /is a folder: name the files in it\.$/m,
    ],
    ['a device', () => ['irs-bmf', '--date', '2026-04-14', '/dev/null'], 1, /\/dev\/null is not a file\.$/m],
    [
      'a folder for refused lines that is missing',
      () => ['irs-bmf', '--date', '2026-04-14', '--refused-to', join(folder, 'no'), irsFile],
      1,
      /^--refused-to .*no is not a folder\.$/m,
    ],
    [
      'a date in the future',
      () => ['irs-bmf', '--date', dayAfterTomorrow, irsFile],
      1,
      /is in the future\.$/m,
    ],
    [
      'a date that does not exist',
      () => ['irs-bmf', '--date', '2026-02-30', irsFile],
      1,
      /is not a day such as 2026-04-14\.$/m,
    ],
    ['a date in words', () => ['irs-bmf', '--date', 'yesterday', irsFile], 1, /is not a day such as/],
    [
      'an IRS file without --date',
      () => ['irs-bmf', irsFile],
      1,
      /does not say on which day it was published: give the day with --date/,
    ],
    ['an unknown list', () => ['--list', 'eu', irsFile], 2, /^"eu" is not a list: name one of ofac, uk\./],
    [
      'a confirmation without a reason',
      () => ['--list', 'uk', '--confirm', ' ', irsFile],
      2,
      /^Say why with --confirm/,
    ],
    [
      'an option of lists for a register',
      () => ['irs-bmf', '--confirm', 'x', irsFile],
      2,
      /^--confirm belongs/,
    ],
    ['a register as a list', () => ['--list', 'uk', irsFile], 1, /does not say the date of the report/],
  ])('rejects %s with one sentence and no stack trace', (_what, args, expectedStatus, sentence) => {
    const { status, stdout, stderr } = runImport(...args())
    expect(stderr).toMatch(sentence)
    expect(stderr).not.toMatch(/\n\s+at /)
    expect(stdout).toBe('')
    expect(status).toBe(expectedStatus)
  })

  test('shows the options with --help', () => {
    const { status, stdout } = runImport('--help')
    expect(stdout).toMatch(/--date YYYY-MM-DD/)
    expect(status).toBe(0)
  })

  test('records no import', async () => {
    expect(await recordedDates()).toEqual([])
  })
})

describe('npm run import records the publication date', () => {
  test('of --date, not the time stamp of the file', async () => {
    await utimes(irsFile, new Date('2020-01-01'), new Date('2020-01-01'))
    const { status, stdout } = runImport('irs-bmf', '--date', '2026-04-14', '--refused-to', folder, irsFile)
    expect(stdout).toMatch(/new\s+20/)
    expect(status).toBe(0)
    expect(await recordedDates()).toEqual(['2026-04-14'])
  })

  test('of a UK file, and rejects a different --date', async () => {
    const path = await file('uk.csv', 'reg_number,name,date_of_extract\n1000005,A,2026-05-02\n')
    const contradicted = runImport('uk-register', '--date', '2026-05-03', '--refused-to', folder, path)
    expect(contradicted.stderr).toMatch(/says that it was published on 2026-05-02, not on 2026-05-03\./)
    expect(contradicted.status).toBe(1)
    expect(runImport('uk-register', '--refused-to', folder, path).status).toBe(0)
    expect(await recordedDates()).toEqual(['2026-04-14', '2026-05-02'])
  })

  test('and in the audit log of every realm, in the transaction of the import', async () => {
    const path = await file('uk2.csv', 'reg_number,name,date_of_extract\n1000006,B,2026-05-03\n')
    const refusal = "alter table audit_inbox add constraint no_import check (kind <> 'register-imported')"
    await database.admin.query(refusal)
    const run = () => runImport('uk-register', '--refused-to', folder, '--by', 'Basil Thorne', path)
    const lost = run()
    await database.admin.query('alter table audit_inbox drop constraint no_import')
    expect(lost.status).toBe(1)
    const charity = "select name from charity where register = 'uk' and name = 'B'"
    expect((await database.admin.query(charity)).rows).toEqual([])

    expect(run().status).toBe(0)
    expect((await database.admin.query(charity)).rows).toHaveLength(1)
    const { rows } = await database.admin.query(
      `select realm, detail - 'import' as detail from audit_event
        where kind = 'register-imported' and detail ->> 'operator' = 'Basil Thorne' order by realm`,
    )
    const by = 'npm run import'
    expect(rows).toEqual(
      realms.toSorted().map(realm => ({
        ...{ realm, detail: { register: 'uk', files: '1', by, operator: 'Basil Thorne' } },
      })),
    )
  })
})

test('npm run import -- --list imports a sanctions list, and says when the same file comes again', async () => {
  const cells = { 'Unique ID': 'UK1', 'Name 6': 'Zandek Trading', 'Name type': 'Primary Name' }
  const row = ukRow({ ...cells, 'Designation Type': 'Entity' })
  const path = await file('list.csv', `Report Date: 20-Nov-2026\n${ukHeader}\n${row}`)
  const refused = runImport('--list', 'uk', path)
  expect(refused.stderr).toMatch(/last line of .*list\.csv does not end/)
  expect(refused.status).toBe(1)
  const first = runImport('--list', 'uk', '--by', 'Basil Thorne', '--confirm', 'it is whole', path)
  expect(first.stdout).toMatch(/added\s+1\n/)
  expect(first.status).toBe(0)
  expect(runImport('--list', 'uk', path).stdout).toMatch(/^These files are the current version already/)
  const { rows } = await database.admin.query(
    `select list_date::text, imported_by, confirmed_reason from sanctions_list_version where imported_by <> 'the tests'`,
  )
  expect(rows).toEqual([
    { list_date: '2026-11-20', imported_by: 'Basil Thorne', confirmed_reason: 'it is whole' },
  ])
}, 120_000)

test('npm run import limits its heap', () => {
  const limit = spawnSync(process.execPath, [...heapFlags, '-p', 'v8.getHeapStatistics().heap_size_limit'], {
    encoding: 'utf8',
  })
  expect(Number(limit.stdout)).toBeGreaterThan(100e6)
  expect(Number(limit.stdout)).toBeLessThan(180e6)
})
