import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { books, realms } from '../../clients/clients.ts'
import type { AdminConnection } from './database-url.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded/embedded-postgres.ts'
import { bookRole, realmRole } from './login-roles.ts'
import { type Databases, openDatabases } from './pools.ts'
import { prepareDatabase } from './prepare-database.ts'
import { ensureLoginRoles } from './roles.ts'

// A server as an operator would have it: passwords for everybody, and an administrator who is no superuser.
let dataDir: string
let server: EmbeddedPostgres
let superuser: pg.Pool
let administrator: AdminConnection
const secret = 'the secret of this test, 32 characters'
const opened: Databases[] = []

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'almoner-roles-'))
  server = await startEmbeddedPostgres({ dataDir, durable: false })
  superuser = new pg.Pool(server.connection)
  superuser.on('error', () => {})
  await superuser.query("create role keeper login createrole createdb password 'of the keeper'")
  await superuser.query('create database kept owner keeper')
  await superuser.query('create database kept_too owner keeper')
  await writeFile(
    join(dataDir, 'postgres/pg_hba.conf'),
    'local all postgres trust\nlocal all all scram-sha-256\n',
  )
  await superuser.query('select pg_reload_conf()')
  administrator = { ...server.connection, database: 'kept', user: 'keeper', password: 'of the keeper' }
})
afterAll(async () => {
  await Promise.all(opened.map(databases => databases.close()))
  await superuser.end()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const open = (withSecret: string) => {
  const { host, port } = server.connection
  const databases = openDatabases({ server: { host, port, database: 'kept' }, secret: withSecret })
  opened.push(databases)
  return databases
}
const bookSeen = (databases: Databases) =>
  sql<{ book: string }>`select book from book`.execute(databases.book('npt')).then(result => result.rows)

test('an administrator who is no superuser prepares a database, twice', async () => {
  expect(await prepareDatabase({ admin: administrator, secret })).not.toEqual([])
  expect(await prepareDatabase({ admin: administrator, secret })).toEqual([])
})

test('each book signs in with a password that follows from the secret, and sees itself', async () => {
  expect(await bookSeen(open(secret))).toEqual([{ book: 'npt' }])
  await expect(bookSeen(open('another secret, 32 characters long'))).rejects.toMatchObject({ code: '28P01' })
})

test('a new secret replaces the passwords', async () => {
  const next = 'the next secret, 32 characters long'
  await ensureLoginRoles(administrator, { books, realms, secret: next })
  expect(await bookSeen(open(next))).toEqual([{ book: 'npt' }])
  await ensureLoginRoles(administrator, { books, realms, secret })
})

test('databases of one server prepare their roles at the same moment', async () => {
  const second = { ...administrator, database: 'kept_too' }
  await superuser.query(
    'grant portal, identity, registrar, worker to keeper with admin true, set true, inherit false',
  )
  await prepareDatabase({ admin: second, secret })
  const both = [administrator, second, administrator, second]
  await expect(
    Promise.all(both.map(admin => ensureLoginRoles(admin, { books, realms, secret }))),
  ).resolves.toHaveLength(4)
})

test('architecture 4: a login role has no power of its own and one group to become', async () => {
  const { rows } = await superuser.query(
    `select r.rolsuper, r.rolbypassrls, r.rolcreaterole, r.rolcreatedb, r.rolreplication, r.rolinherit,
            array_agg(m.roleid::regrole::text) as groups
       from pg_roles r join pg_auth_members m on m.member = r.oid
      where r.rolname like 'book\\_%' group by r.oid, 1, 2, 3, 4, 5, 6`,
  )
  expect(rows).toEqual(
    books.map(() => ({
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
      rolinherit: false,
      groups: ['portal'],
    })),
  )
})

test('a role that could go past row-level security stops the start', async () => {
  await superuser.query(`alter role ${bookRole('npt')} bypassrls`)
  await expect(ensureLoginRoles(administrator, { books, realms, secret })).rejects.toThrow(
    'book_npt has powers that no connection of this program may have',
  )
  await superuser.query(`alter role ${bookRole('npt')} nobypassrls`)
  await superuser.query(`grant identity to ${bookRole('npt')}`)
  await expect(ensureLoginRoles(administrator, { books, realms, secret })).rejects.toThrow(
    'book_npt has more rights through identity than to become portal',
  )
  await superuser.query(`revoke identity from ${bookRole('npt')}`)
})

test('preparing a database takes the right to create temporary objects and tables in public from everybody', async () => {
  const kept = new pg.Pool({ ...server.connection, database: 'kept' })
  onTestFinished(() => kept.end())
  const rights = `select has_database_privilege('public', 'kept', 'temporary') as temporary,
    has_schema_privilege('public', 'public', 'create') as public`
  expect((await kept.query(rights)).rows).toEqual([{ temporary: false, public: false }])
  await kept.query('grant temporary on database kept to public')
  await kept.query('grant create on schema public to public')
  await ensureLoginRoles(administrator, { books, realms, secret })
  expect((await kept.query(rights)).rows).toEqual([{ temporary: false, public: false }])
})

test.each([
  ['temporary on database kept', bookRole('npt')],
  ['temporary on database kept', 'portal'],
  ['create on database kept', realmRole('npt')],
  ['create on schema public', 'registrar'],
])('a role with %s stops the start: %s', async (right, role) => {
  const kept = new pg.Pool({ ...server.connection, database: 'kept' })
  onTestFinished(() => kept.end())
  await kept.query(`grant ${right} to ${role}`)
  await expect(ensureLoginRoles(administrator, { books, realms, secret })).rejects.toThrow(
    `The role ${role} may create objects in this database`,
  )
  await kept.query(`revoke ${right} from ${role}`)
})

test('an administrator who does not own the database is told that everybody may create temporary objects', async () => {
  await superuser.query('alter database kept_too owner to postgres')
  await superuser.query('grant temporary on database kept_too to public')
  const second = { ...administrator, database: 'kept_too' }
  await expect(ensureLoginRoles(second, { books, realms, secret })).rejects.toThrow(
    'may create objects in this database, temporary ones included',
  )
  await superuser.query('alter database kept_too owner to keeper')
  await expect(ensureLoginRoles(second, { books, realms, secret })).resolves.toBeUndefined()
})
