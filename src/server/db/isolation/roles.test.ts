import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { books, realms } from '../../../clients/clients.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database/database.ts'
import { bookRole, realmRole, registrarRole, workerRole } from '../login-roles.ts'
import { isolatedBy, ours, type Rows, rowsOf } from './catalogue.ts'

let database: TestDatabase
let rows: Rows

beforeAll(async () => {
  database = await createTestDatabase()
  rows = rowsOf(database.admin)
})
afterAll(() => database.drop())

describe('privileges of the server’s roles', () => {
  const loginRoles = [...books.map(({ name }) => bookRole(name)), ...realms.map(realmRole)]
  const all = ['portal', 'identity', 'registrar', 'worker', ...loginRoles]

  test('none is a superuser, bypasses row-level security, or creates roles or databases', async () => {
    const found = await rows<{ name: string; powerful: boolean }>(
      `select rolname as name, rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication as powerful
       from pg_roles where rolname = any($1)`,
      [all],
    )
    expect(found).toHaveLength(all.length)
    expect(found.filter(({ powerful }) => powerful)).toEqual([])
  })

  test('none owns objects, except that worker owns the job queue', async () => {
    const owned = await rows<{ role: string; what: string }>(
      `select r.rolname as role, n.nspname as what from pg_roles r, pg_namespace n where n.nspowner = r.oid and r.rolname = any($1)
       union select r.rolname, c.oid::regclass::text from pg_class c join pg_roles r on r.oid = c.relowner
         join pg_namespace n on n.oid = c.relnamespace where r.rolname = any($1) and n.nspname <> 'graphile_worker'
         and n.nspname not like 'pg_%'
       union select r.rolname, p.oid::regproc::text from pg_proc p join pg_roles r on r.oid = p.proowner
         join pg_namespace n on n.oid = p.pronamespace where r.rolname = any($1) and n.nspname <> 'graphile_worker'`,
      [all],
    )
    expect(owned.toSorted((a, b) => (a.what < b.what ? -1 : 1))).toEqual([
      { role: 'worker', what: 'graphile_worker' },
      { role: 'worker', what: 'job' },
      { role: 'worker', what: 'job.add' },
      { role: 'worker', what: 'job.worker_pool' },
      { role: 'worker', what: 'job.worker_pool_pkey' },
    ])
  })

  test('the role of a book can set portal only, and the role of a realm identity only', async () => {
    const memberships = await rows<{ member: string; group: string }>(
      `select m.member::regrole::text as member, m.roleid::regrole::text as "group" from pg_auth_members m
       where m.member::regrole::text = any($1) order by 1, 2`,
      [all],
    )
    expect(memberships).toEqual(
      loginRoles
        .map(member => ({ member, group: member.startsWith('book_') ? 'portal' : 'identity' }))
        .toSorted((a, b) => (a.member < b.member ? -1 : 1)),
    )
  })

  test('none may disable triggers, create tables or truncate', async () => {
    const found = await rows(
      `select r.rolname as role, c.oid::regclass::text as name from pg_class c
         join pg_namespace n on n.oid = c.relnamespace, pg_roles r
       where c.relkind in ('r', 'p') and ${ours} and r.rolname = any($1)
         and (has_table_privilege(r.oid, c.oid, 'truncate') or has_table_privilege(r.oid, c.oid, 'trigger')
           or has_table_privilege(r.oid, c.oid, 'references'))
         and not (r.rolname = 'registrar' and n.nspname = 'register_staging')
         and not (r.rolname = 'worker' and c.relname = 'worker_pool' and n.nspname = 'job')`,
      [all],
    )
    expect(found).toEqual([])
    const makers = await rows(
      `select r.rolname as role from pg_roles r where r.rolname = any($1) and has_schema_privilege(r.oid, 'public', 'create')`,
      [all],
    )
    expect(makers).toEqual([])
  })

  test('none may create temporary objects, schemas, or objects in a schema of a search path', async () => {
    const creators = await rows(
      `select r as role from unnest($1::text[]) r
       where has_database_privilege(r, current_database(), 'temporary')
         or has_database_privilege(r, current_database(), 'create')
         or has_schema_privilege(r, 'public', 'create') or has_schema_privilege(r, 'pg_catalog', 'create')`,
      [[...all, 'public']],
    )
    expect(creators).toEqual([])
    const places = await rows(
      `select r as role, n.nspname as schema from unnest($1::text[]) r, pg_namespace n
       where has_schema_privilege(r, n.oid, 'create') order by 1, 2`,
      [[...all, 'public']],
    )
    expect(places).toEqual([
      { role: 'registrar', schema: 'register_staging' },
      { role: 'worker', schema: 'graphile_worker' },
      { role: 'worker', schema: 'job' },
    ])
  })

  test.each<[string, string]>([
    [bookRole('npt'), 'portal'],
    [bookRole('npt'), 'none'],
    [realmRole('npt'), 'identity'],
    [realmRole('npt'), 'none'],
    [registrarRole, 'none'],
    [workerRole, 'none'],
  ])('%s with role %s can create nothing that shadows a table', async (login, role) => {
    const client = new pg.Client({ ...database.connection, user: login, options: `-c role=${role}` })
    await client.connect()
    onTestFinished(() => client.end())
    for (const statement of [
      'create temp table posting (n integer)',
      'create temp table posting as select 1 as n',
      'select 1 as n into temp posting',
      'create temp view posting as select 1 as n',
      'create temp sequence transaction_number',
      `create function pg_temp.book() returns text language sql as $$ select 'rathbones' $$`,
      'create type pg_temp.posting as (n integer)',
      'create domain pg_temp.book_name as text',
      'create operator pg_temp.= (leftarg = uuid, rightarg = uuid, function = uuid_ne)',
      'create aggregate pg_temp.sum(bigint) (sfunc = int8pl, stype = bigint)',
      'create schema hostile',
      'create table public.hostile (n integer)',
      'create view public.hostile as select 1 as n',
      `create function public.hostile() returns integer language sql as 'select 1'`,
      'create type public.hostile as (n integer)',
      'create operator public.= (leftarg = uuid, rightarg = uuid, function = uuid_ne)',
      `grant temporary on database ${database.name} to public`,
    ]) {
      const outcome = await client.query(statement).catch((error: pg.DatabaseError) => error.code)
      // GRANT without the grant option fails, or warns and changes nothing.
      if (!statement.startsWith('grant')) expect(outcome, statement).toBe('42501')
    }
    const { rows: rights } = await client.query(
      `select has_database_privilege(current_database(), 'temporary') as temporary`,
    )
    expect(rights).toEqual([{ temporary: false }])
  })

  test('append-only tables can be changed neither by privilege nor by the owner', async () => {
    const appendOnly = await rows<{ name: string }>(
      `select distinct tgrelid::regclass::text as name from pg_trigger
       where tgfoid = 'refuse_change'::regproc and tgname = 'append_only' order by 1`,
    ).then(found => found.map(({ name }) => name))
    expect(appendOnly).toEqual(
      expect.arrayContaining(['grant_history_entry', 'journal_entry', 'posting', 'audit_event']),
    )
    const changeable = await rows(
      `select r.rolname as role, t as name from unnest($1::text[]) t, pg_roles r
       where r.rolname = any($2) and (has_any_column_privilege(r.oid, t::regclass, 'update')
         or has_table_privilege(r.oid, t::regclass, 'delete'))`,
      [appendOnly, all],
    )
    expect(changeable).toEqual([])
    const emptied = await rows(
      `select t as name from unnest($1::text[]) t where not exists (select from pg_trigger
         where tgrelid = t::regclass and tgfoid = 'refuse_change'::regproc and tgtype & 32 = 32)`,
      [appendOnly],
    )
    expect(emptied, 'tables without protection against truncate').toEqual([])
  })

  test('portal reads no credentials, and identity reads no data of a book', async () => {
    for (const table of [
      'password_credential',
      'realm_secret',
      'oidc_payload',
      'sign_in_rate_limit',
      'audit_event',
    ])
      expect(
        await rows(`select where has_any_column_privilege('portal', $1::regclass, 'select')`, [table]),
      ).toEqual([])
    const peopleOnly = await rows(
      `select t as name from unnest($1::text[]) t where has_any_column_privilege('identity', t::regclass, 'select')`,
      [(await isolatedBy(rows, 'book')).filter(name => name !== 'book')],
    )
    expect(peopleOnly).toEqual([])
  })
})
