import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { realms } from '../../../clients/clients.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database/database.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { makeCharityProfile } from '../../../testing/factories/make-charity-profile.ts'
import { bookRole, realmRole, registrarRole } from '../login-roles.ts'

// Sponsors can neither read nor write each other's charity profiles (docs/decisions/0002).

let database: TestDatabase
let charityId: string

beforeAll(async () => {
  database = await createTestDatabase()
  charityId = (await makeCharity(database.databases)).charityId
  for (const realm of realms)
    await makeCharityProfile(database.databases, charityId, { realm, comment: `comment of ${realm}` })
})
afterAll(() => database.drop())

/** A connection with the server's role, for raw SQL. */
async function connectAs(user: string, role?: 'portal' | 'identity'): Promise<pg.Client> {
  const client = new pg.Client({
    ...database.connection,
    user,
    ...(role !== undefined && { options: `-c role=${role}` }),
  })
  await client.connect()
  return client
}

async function commentsSeenBy(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ comment: string }>('select comment from public.charity_profile')
  return rows.map(({ comment }) => comment)
}

const shadowedBook = `create temp table book (book text, realm text, currency text);
  insert into book values ('npt', 'ubs', 'USD')`

describe('the connection of a book and charity profiles of another realm', () => {
  test.each([
    ['npt', 'npt'],
    ['ubs', 'ubs'],
    ['nptuk', 'nptuk'],
    ['nptukusd', 'nptuk'],
  ])('the connection of the book %s reads only the profiles of the realm %s', async (book, realm) => {
    const client = await connectAs(bookRole(book), 'portal')
    try {
      expect(await commentsSeenBy(client)).toEqual([`comment of ${realm}`])
    } finally {
      await client.end()
    }
  })

  test.each([
    ['SET ROLE NONE', 'set role none'],
    ['RESET ROLE', 'reset role'],
    ['SET ROLE to the realm', `set role ${realmRole('ubs')}`],
    ['SET ROLE identity', 'set role identity'],
    ['SET SESSION AUTHORIZATION', `set session authorization ${bookRole('ubs')}`],
    ['row security off', 'set row_security = off'],
    ['a temporary table "book"', shadowedBook],
    [
      'temporary functions book() and realm()',
      `create function pg_temp.book() returns text language sql as $$ select 'ubs' $$;
       create function pg_temp.realm() returns text language sql as $$ select 'ubs' $$`,
    ],
    ['another search path', `${shadowedBook}; set search_path = pg_temp, public`],
  ])('after %s it reads no other realm', async (_what, statement) => {
    const client = await connectAs(bookRole('npt'), 'portal')
    try {
      // Some of these statements fail. The test checks only what can be read afterwards.
      await client.query(statement).catch(() => {})
      const seen = await commentsSeenBy(client).catch(() => [])
      expect(seen.filter(comment => comment !== 'comment of npt')).toEqual([])
    } finally {
      await client.end()
    }
  })

  test.each([
    [
      'an insert for another realm',
      `insert into charity_profile (realm, charity_id, changed_by) values ('ubs', 'US-EIN-1', 'x')`,
    ],
    [
      'an insert for its own realm',
      `insert into charity_profile (realm, charity_id, changed_by) values ('npt', 'US-EIN-1', 'x')`,
    ],
    ['an update', `update charity_profile set party_grantee_status = 'Rejected'`],
    ['a delete', 'delete from charity_profile'],
    ['a truncate', 'truncate charity_profile'],
  ])('%s is refused', async (_what, statement) => {
    const client = await connectAs(bookRole('npt'), 'portal')
    try {
      await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' })
    } finally {
      await client.end()
    }
  })
})

describe('the connection of a realm and charity profiles of another realm', () => {
  test('reads and changes its own profiles only', async () => {
    const client = await connectAs(realmRole('npt'), 'identity')
    try {
      expect(await commentsSeenBy(client)).toEqual(['comment of npt'])
      const changed = await client.query(`update charity_profile set profile_level = 'GOLD'`)
      expect(changed.rowCount).toBe(1)
      await expect(
        client.query(
          `insert into charity_profile (realm, charity_id, changed_by) values ('ubs', 'US-EIN-1', 'x')`,
        ),
      ).rejects.toMatchObject({ code: '42501' })
      await expect(client.query(`update charity_profile set realm = 'ubs'`)).rejects.toMatchObject({
        code: '42501',
      })
      await expect(client.query('delete from charity_profile')).rejects.toMatchObject({ code: '42501' })
    } finally {
      await client.end()
    }
    const { rows } = await database.admin.query(
      `select realm from charity_profile where profile_level <> 'NONE'`,
    )
    expect(rows).toEqual([{ realm: 'npt' }])
  })

  test('the role registrar can neither read nor write profiles', async () => {
    const client = await connectAs(registrarRole)
    try {
      for (const statement of [
        'select from charity_profile',
        `insert into charity_profile (realm, charity_id, changed_by) values ('npt', 'US-EIN-1', 'x')`,
        `update charity_profile set comment = null`,
      ])
        await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' })
    } finally {
      await client.end()
    }
  })
})
