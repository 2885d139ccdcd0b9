import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { books, realms } from '../../clients/clients.ts'
import { temporaryDirectory } from '../../testing/temporary/temporary-directory.ts'
import type { AdminConnection } from './database-url.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded/embedded-postgres.ts'
import { bookRole, realmRole } from './login-roles.ts'
import { type Databases, openDatabases } from './pools.ts'
import { prepareDatabase } from './prepare-database.ts'
import { ensureLoginRoles } from './roles.ts'

// A server as operators have it: with passwords, and with an administrator who is not a superuser.
let dataDir: string
let server: EmbeddedPostgres
let superuser: pg.Pool
let administrator: AdminConnection
const secret = 'the secret of this test, 32 characters'
const opened: Databases[] = []

beforeAll(async () => {
  dataDir = temporaryDirectory('roles')
  server = await startEmbeddedPostgres({ dataDir, durable: false })
  superuser = new pg.Pool(server.connection)
  superuser.on('error', () => {})
  await superuser.query(
    "create role database_owner login createrole createdb password 'password of the owner'",
  )
  await superuser.query('create database first_database owner database_owner')
  await superuser.query('create database second_database owner database_owner')
  await writeFile(
    join(dataDir, 'postgres/pg_hba.conf'),
    'local all postgres trust\nlocal all all scram-sha-256\n',
  )
  await superuser.query('select pg_reload_conf()')
  administrator = {
    ...server.connection,
    database: 'first_database',
    user: 'database_owner',
    password: 'password of the owner',
  }
})
afterAll(async () => {
  await Promise.all(opened.map(databases => databases.close()))
  await superuser.end()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const open = (withSecret: string) => {
  const { host, port } = server.connection
  const databases = openDatabases({ server: { host, port, database: 'first_database' }, secret: withSecret })
  opened.push(databases)
  return databases
}
const bookSeen = (databases: Databases) =>
  sql<{ book: string }>`select book from book`.execute(databases.book('npt')).then(result => result.rows)

test('an administrator who is not a superuser can prepare a database repeatedly', async () => {
  expect(await prepareDatabase({ admin: administrator, secret })).not.toEqual([])
  expect(await prepareDatabase({ admin: administrator, secret })).toEqual([])
})

test('a book connects with a password derived from the secret and sees itself', async () => {
  expect(await bookSeen(open(secret))).toEqual([{ book: 'npt' }])
  await expect(bookSeen(open('another secret, 32 characters long'))).rejects.toMatchObject({ code: '28P01' })
})

test('a new secret replaces the passwords', async () => {
  const next = 'the next secret, 32 characters long'
  await ensureLoginRoles(administrator, { books, realms, secret: next })
  expect(await bookSeen(open(next))).toEqual([{ book: 'npt' }])
  await ensureLoginRoles(administrator, { books, realms, secret })
})

test('several databases of a server can prepare their roles concurrently', async () => {
  const second = { ...administrator, database: 'second_database' }
  await superuser.query(
    'grant portal, identity, registrar, worker to database_owner with admin true, set true, inherit false',
  )
  await prepareDatabase({ admin: second, secret })
  const both = [administrator, second, administrator, second]
  await expect(
    Promise.all(both.map(admin => ensureLoginRoles(admin, { books, realms, secret }))),
  ).resolves.toHaveLength(4)
})

test('a login role has no privileges and one group role to set', async () => {
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

test('rejects a role that could bypass row-level security', async () => {
  await superuser.query(`alter role ${bookRole('npt')} bypassrls`)
  await expect(ensureLoginRoles(administrator, { books, realms, secret })).rejects.toThrow(
    'book_npt has attributes such as SUPERUSER or BYPASSRLS',
  )
  await superuser.query(`alter role ${bookRole('npt')} nobypassrls`)
  await superuser.query(`grant identity to ${bookRole('npt')}`)
  await expect(ensureLoginRoles(administrator, { books, realms, secret })).rejects.toThrow(
    'book_npt has privileges through identity beyond setting the role portal',
  )
  await superuser.query(`revoke identity from ${bookRole('npt')}`)
})

test('an administrator who is not a superuser leaves large objects as they are, a superuser revokes them', async () => {
  const pool = new pg.Pool({ ...server.connection, database: 'first_database' })
  onTestFinished(() => pool.end())
  const isOpen = async () =>
    (await pool.query(`select has_function_privilege('portal', 'lo_create(oid)', 'execute') as open`)).rows[0]
      .open
  await ensureLoginRoles(administrator, { books, realms, secret })
  expect(await isOpen()).toBe(true)
  await ensureLoginRoles({ ...server.connection, database: 'first_database' }, { books, realms, secret })
  expect(await isOpen()).toBe(false)
})

test('revokes the creation of temporary objects and of tables in public from everyone', async () => {
  const pool = new pg.Pool({ ...server.connection, database: 'first_database' })
  onTestFinished(() => pool.end())
  const privileges = `select has_database_privilege('public', 'first_database', 'temporary') as temporary,
    has_schema_privilege('public', 'public', 'create') as public`
  expect((await pool.query(privileges)).rows).toEqual([{ temporary: false, public: false }])
  await pool.query('grant temporary on database first_database to public')
  await pool.query('grant create on schema public to public')
  await ensureLoginRoles(administrator, { books, realms, secret })
  expect((await pool.query(privileges)).rows).toEqual([{ temporary: false, public: false }])
})

test.each([
  ['temporary on database first_database', bookRole('npt')],
  ['temporary on database first_database', 'portal'],
  ['create on database first_database', realmRole('npt')],
  ['create on schema public', 'registrar'],
])('rejects a role with the privilege %s: %s', async (right, role) => {
  const pool = new pg.Pool({ ...server.connection, database: 'first_database' })
  onTestFinished(() => pool.end())
  await pool.query(`grant ${right} to ${role}`)
  await expect(ensureLoginRoles(administrator, { books, realms, secret })).rejects.toThrow(
    `The role ${role} may create objects in this database`,
  )
  await pool.query(`revoke ${right} from ${role}`)
})

test('rejects a database in which everyone may create temporary objects if the administrator does not own it', async () => {
  await superuser.query('alter database second_database owner to postgres')
  await superuser.query('grant temporary on database second_database to public')
  const second = { ...administrator, database: 'second_database' }
  await expect(ensureLoginRoles(second, { books, realms, secret })).rejects.toThrow(
    'may create objects in this database, temporary ones included',
  )
  await superuser.query('alter database second_database owner to database_owner')
  await expect(ensureLoginRoles(second, { books, realms, secret })).resolves.toBeUndefined()
})
