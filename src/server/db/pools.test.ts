import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database/database.ts'
import { bookRole } from './login-roles.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  await database.admin.query(`
    create table note (
      book book_name not null default book(), note_id int8 not null, written_on date, share numeric,
      primary key (book, note_id)
    );
    alter table note enable row level security;
    alter table note force row level security;
    create policy note_of_book on note using (book = book()) with check (book = book());
    grant select, insert, update, delete on note to portal;
    insert into note (book, note_id, written_on, share)
    values ('npt', 9007199254740993, '2026-02-28', 0.10), ('rathbones', 2, '2026-03-01', 1)`)
})
afterAll(() => database.drop())

const notesOf = (book: string) =>
  sql<{ book: string; note_id: bigint; written_on: string; share: string }>`select * from note`
    .execute(database.databases.book(book))
    .then(result => result.rows)

describe('the connection of a book', () => {
  test('reads its own rows, with exact bigint values and dates as text', async () => {
    expect(await notesOf('npt')).toEqual([
      { book: 'npt', note_id: 9007199254740993n, written_on: '2026-02-28', share: '0.10' },
    ])
    expect(await notesOf('rathbones')).toMatchObject([{ book: 'rathbones', note_id: 2n }])
  })

  test.each([
    ['SET ROLE NONE', 'set role none'],
    ['RESET ROLE', 'reset role'],
    ['RESET ALL', 'reset all'],
    ['SET ROLE portal', 'set role portal'],
    ['a setting', `select set_config('portal.book', 'rathbones', false)`],
    ['another search path', `set search_path = pg_temp, public`],
  ])('still reads its own rows only, or none, after an injected %s', async (_name, statement) => {
    const client = await connectAs('npt')
    try {
      await client.query(statement)
      const rows = await client.query('select book from public.note').then(
        result => result.rows,
        (error: Error) => error.message,
      )
      expect([[{ book: 'npt' }], 'permission denied for table note']).toContainEqual(rows)
    } finally {
      await client.end()
    }
  })

  test.each([
    ['another book', 'set role book_rathbones'],
    ['another book for the session', 'set session authorization book_rathbones'],
    ['the administrator', 'set role postgres'],
    ['the administrator for the session', 'set session authorization postgres'],
    ['the people’s role', 'set role identity'],
    ['the queue’s role', 'set role worker'],
    ['the register’s role', 'set role registrar'],
    ['no row-level security', 'alter table note disable row level security'],
    ['a new role', 'create role intruder'],
  ])('cannot switch to %s', async (_name, statement) => {
    const client = await connectAs('npt')
    try {
      await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' })
    } finally {
      await client.end()
    }
  })

  test('cannot write rows of another book', async () => {
    const db = database.databases.book('npt')
    await expect(
      sql`insert into note (book, note_id) values ('rathbones', 3)`.execute(db),
    ).rejects.toMatchObject({
      code: '42501',
    })
    const { numAffectedRows } = await sql`update note set share = 2 where book = 'rathbones'`.execute(db)
    expect(numAffectedRows).toBe(0n)
  })

  test('is required for tables of books: a realm’s connection has no access', async () => {
    const db = database.databases.realm('npt')
    await expect(sql`select * from note`.execute(db)).rejects.toMatchObject({ code: '42501' })
  })

  test('rejects an invalid name', () => {
    expect(() => database.databases.book('npt"; drop table note')).toThrow('cannot be the name of a book')
  })
})

test('a connection prepares each statement once, and at most 500', async () => {
  const db = database.databases.book('rathbones')
  const prepared = () =>
    db.connection().execute(async connection => {
      for (let number = 0; number < 600; number++)
        await sql`select ${sql.lit(number)}::int`.execute(connection)
      return sql<{ count: bigint }>`select count(*) as count from pg_prepared_statements`.execute(connection)
    })
  const { rows } = await prepared()
  expect(rows[0]?.count).toBeLessThanOrEqual(500n)
  expect(rows[0]?.count).toBeGreaterThan(100n)
})

test('the pool replaces a connection that the database server has closed', async () => {
  const db = database.databases.book('npt')
  await notesOf('npt')
  await database.admin.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where usename = $1 and datname = $2',
    [bookRole('npt'), database.name],
  )
  await expect.poll(() => sql`select 1`.execute(db).then(() => 'answered', String)).toBe('answered')
})

async function connectAs(book: string): Promise<pg.Client> {
  const client = new pg.Client({
    ...database.connection,
    user: bookRole(book),
    options: '-c role=portal',
  })
  await client.connect()
  return client
}
