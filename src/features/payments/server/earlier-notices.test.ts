import { copyFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../../../server/db/migrate.ts'
import { migrationsFolder } from '../../../server/db/prepare-database.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database/database.ts'
import { temporaryDirectory } from '../../../testing/temporary/temporary-directory.ts'
import { beforeStored } from './store-notices.ts'

const migration = '0048_bank_files_by_two_people.sql'
const name = `earlier_${process.pid}`
let database: TestDatabase
let folder: string
let before: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  folder = temporaryDirectory('migrations')
  await database.admin.query(`create database ${name}`)
  before = new pg.Client({ ...database.connection, database: name })
  await before.connect()
})
afterAll(async () => {
  await before.end()
  await database.admin.query(`drop database ${name} with (force)`)
  await database.drop()
  await rm(folder, { recursive: true })
})

/** Brings the database to the state before the migration or after it. */
async function migrateTo(until: 'before' | 'after'): Promise<void> {
  const files = (await readdir(migrationsFolder)).filter(file => file.endsWith('.sql'))
  for (const file of files.filter(each => (until === 'before' ? each < migration : true)))
    await copyFile(join(migrationsFolder, file), join(folder, file))
  await migrate({ ...database.connection, database: name }, folder)
}

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

test('notices of before are carried into the list: those that became proposals with them, the others for a person', {
  timeout: 60_000,
}, async () => {
  await migrateTo('before')
  // Rows without those that they refer to: only the columns that the migration reads matter.
  await before.query(`
    set session_replication_role = replica;
    insert into book (book, realm, currency) values ('npt', 'npt', 'USD') on conflict do nothing;
    insert into bank_file (book, bank_file_id, file_hash, file_name, format, file_ciphertext, key_id, data_key, applied_by, applied_by_name, applied_at)
      values ('npt', '${id(1)}', repeat('a', 64), 'returns.ach', 'nacha', '\\x00', 'k', '\\x00', '${id(9)}', 'Ada', '2026-03-01T12:00:00Z');
    insert into payment (book, payment_id, run_id, grant_id, charity_id, amount_minor, reference, payee_name)
      select 'npt', ('00000000-0000-4000-8000-00000000002' || n)::uuid, '${id(3)}', ('00000000-0000-4000-8000-00000000004' || n)::uuid,
        'US-EIN-' || n, 100, 'GRANT-100000' || n, 'The charity' from generate_series(1, 3) n;
    insert into bank_file_line (book, bank_file_id, line, payment_id, effect, detail)
      select 'npt', '${id(1)}', n, ('00000000-0000-4000-8000-00000000002' || n)::uuid, 'change', 'C0' || n || ' The bank has different details'
      from generate_series(1, 2) n;
    insert into charity_bank_details (realm, details_id, charity_id, country, holder_name, last_four, ciphertext, key_id, data_key, reason,
        proposed_by, proposed_by_name, proposed_at)
      values ('npt', '${id(51)}', 'US-EIN-1', 'US', 'x', '2345', '\\x00', 'k', '\\x00',
          'Notice of change from the bank: C01 The bank has different details', '${id(9)}', 'Ada', '2026-03-01T12:00:01Z'),
        ('npt', '${id(53)}', 'US-EIN-3', 'US', 'x', '2345', '\\x00', 'k', '\\x00',
          'Notice of change from the bank: C02 x', '${id(9)}', 'Ada', '2026-03-02T12:00:00Z');
    insert into change_notice (book, notice_id, bank_file_id, line, code, traces, correction, payment_id, received_at, state,
        decided_by, decided_by_name, decided_at)
      values ('npt', '${id(61)}', '${id(1)}', 7, 'C02', 'one', 'C02 x', '${id(23)}', '2026-03-02T12:00:00Z', 'proposed', '${id(9)}', 'Ada', '2026-03-02T12:00:00Z'),
        ('npt', '${id(62)}', '${id(1)}', 8, 'C02', 'two', 'C02 y', '${id(23)}', '2026-03-02T12:00:00Z', 'proposed', '${id(9)}', 'Ada', '2026-03-02T12:00:00Z');
    set session_replication_role = origin`)
  await migrateTo('after')
  const { rows } = await before.query(
    `select n.code, n.reference, n.state, n.note, n.problem, d.details_id from change_notice n
       left join charity_bank_details d on d.notice_id = n.notice_id order by n.received_at, n.correction`,
  )
  const none = { note: null, problem: null, details_id: null }
  expect(rows).toEqual([
    { ...none, code: 'C02', reference: 'GRANT-1000002', state: 'open', problem: beforeStored },
    { ...none, code: 'C02', reference: null, state: 'open', details_id: id(53) },
    { ...none, code: 'C02', reference: null, state: 'closed', note: 'It became a proposal of bank details.' },
  ])
})
