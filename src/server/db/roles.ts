import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { BookOfRealm } from '../../clients/clients.ts'
import { minuteMs, secondMs } from '../../domain/durations.ts'
import { revokeLargeObjects } from './large-objects.queries.ts'
import {
  accessRole,
  bookRole,
  type GroupRole,
  realmRole,
  registrarRole,
  rolePassword,
  workerRole,
} from './login-roles.ts'

type LoginRoles = { books: readonly BookOfRealm[]; realms: readonly string[]; secret: string }

type LoginRole = { name: string; groupRole?: GroupRole }

// Roles are shared by all databases of a server, so a concurrent start may change the same ones.
const concurrentChangeCodes = new Set(['23505', '42710', 'XX000', '40P01'])
const attempts = 8

/**
 * Creates or updates the login roles and the rows of the books, after the migrations. Needs a superuser, or a role with CREATEROLE
 * that ran the migrations (PostgreSQL 16 or newer).
 *
 * A login role inherits nothing. It can only set its group role.
 * @throws if a name is invalid, a role has attributes that bypass row-level security, or a role may create objects.
 */
export async function ensureLoginRoles(adminConfig: pg.ClientConfig, expected: LoginRoles): Promise<void> {
  const roles: LoginRole[] = [
    ...expected.books.map(({ name }) => ({ name: bookRole(name), groupRole: 'portal' as const })),
    ...expected.realms.map(realm => ({ name: realmRole(realm), groupRole: 'identity' as const })),
    ...expected.realms.map(realm => ({ name: accessRole(realm), groupRole: 'access_admin' as const })),
    { name: registrarRole },
    { name: workerRole },
  ]
  const client = new pg.Client(adminConfig)
  client.on('error', () => {})
  await client.connect()
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        return await inTransaction(client, async () => {
          await client.query(`select pg_advisory_xact_lock(hashtext('almoner:roles'))`)
          for (const role of roles) await ensureRole(client, role, expected.secret)
          const groups: GroupRole[] = ['portal', 'identity', 'access_admin']
          await ensureNoRoleCreatesObjects(client, [...roles.map(({ name }) => name), ...groups])
          await revokeLargeObjects(client)
          await ensureBooks(client, expected.books)
        })
      } catch (error) {
        const isTransient = error instanceof pg.DatabaseError && concurrentChangeCodes.has(error.code ?? '')
        if (!isTransient || attempt === attempts) throw error
        await delay(20 * attempt)
      }
    }
  } finally {
    await client.end()
  }
}

async function ensureRole(client: pg.Client, { name, groupRole }: LoginRole, secret: string): Promise<void> {
  const { rows } = await client.query<{ dangerous: boolean; settings: string[] | null }>(
    'select rolsuper or rolbypassrls or rolcreaterole or rolreplication as dangerous, rolconfig as settings from pg_roles where rolname = $1',
    [name],
  )
  if (rows[0]?.dangerous)
    throw new Error(`The role ${name} has attributes such as SUPERUSER or BYPASSRLS: revoke them.`)
  // Only a superuser may set these attributes when altering a role; a new role has none of them.
  const password = pg.escapeLiteral(scramVerifier(rolePassword(secret, name)))
  const verb = rows.length === 0 ? 'create' : 'alter'
  await client.query(`${verb} role ${name} login noinherit password ${password}`)
  await client.query(
    `do $$ begin
       if not has_database_privilege('${name}', current_database(), 'connect') then
         execute format('grant connect on database %I to ${name}', current_database());
       end if;
     end $$`,
  )
  if (groupRole !== undefined) await ensureMembership(client, name, groupRole)
  for (const [setting, value] of Object.entries(roleSettings(groupRole)))
    if (!rows[0]?.settings?.includes(`${setting}=${value}`))
      await client.query(`alter role ${name} set ${setting} = ${pg.escapeLiteral(value)}`)
}

/**
 * The settings with which every session of a role begins. They belong to the role because a pooler such as pgbouncer hands no options of a
 * client to the server. RESET ROLE returns to the group role.
 */
const roleSettings = (groupRole: GroupRole | undefined): Record<string, string> => ({
  ...(groupRole !== undefined && { role: groupRole }),
  statement_timeout: `${minuteMs}ms`,
  idle_in_transaction_session_timeout: `${30 * secondMs}ms`,
  TimeZone: 'UTC',
})

async function ensureMembership(client: pg.Client, name: string, group: GroupRole): Promise<void> {
  const { rows } = await client.query<{ group: string; inherits: boolean; admin: boolean; sets: boolean }>(
    `select m.roleid::regrole::text as "group", bool_or(m.inherit_option) as inherits,
            bool_or(m.admin_option) as admin, bool_or(m.set_option) as sets
       from pg_auth_members m where m.member = $1::regrole group by m.roleid`,
    [name],
  )
  const unexpected = rows.find(row => row.group !== group || row.admin || row.inherits)
  if (unexpected !== undefined)
    throw new Error(
      `The role ${name} has privileges through ${unexpected.group} beyond setting the role ${group}: revoke them.`,
    )
  if (!rows[0]?.sets)
    await client.query(`grant ${group} to ${name} with inherit false, set true, admin false`)
}

/**
 * Revokes the creation of objects. A role that may create a table, type or operator can shadow the one that a check uses. By
 * default PostgreSQL lets everyone create temporary objects, and a database does not inherit the privileges of its template.
 */
export async function revokeObjectCreation(client: pg.ClientBase, database: string): Promise<void> {
  const name = pg.escapeIdentifier(database)
  const { rows } = await client.query<{ open: boolean }>(
    `select has_database_privilege('public', $1, 'temporary') or has_database_privilege('public', $1, 'create') as open`,
    [database],
  )
  if (rows[0]?.open) await client.query(`revoke temporary, create on database ${name} from public`)
}

async function ensureNoRoleCreatesObjects(client: pg.Client, roles: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ database: string; open: boolean }>(
    `select current_database() as database, has_schema_privilege('public', 'public', 'create') as open`,
  )
  if (rows[0]) await revokeObjectCreation(client, rows[0].database)
  if (rows[0]?.open) await client.query('revoke create on schema public from public')
  // REVOKE has no effect unless run by the owner, and a role may have its own privilege.
  const { rows: creators } = await client.query<{ name: string }>(
    `select r as name from unnest($1::text[]) r
      where has_database_privilege(r, current_database(), 'temporary')
         or has_database_privilege(r, current_database(), 'create')
         or has_schema_privilege(r, 'public', 'create')`,
    [roles],
  )
  if (creators[0])
    throw new Error(
      `The role ${creators[0].name} may create objects in this database, temporary ones included: as its owner, revoke TEMPORARY and CREATE on the database and CREATE on the schema public from that role and from PUBLIC.`,
    )
}

/** Inserts the books of the client files, so that a new client needs no migration. */
async function ensureBooks(client: pg.Client, books: readonly BookOfRealm[]): Promise<void> {
  const { rows } = await client.query<{ bypasses: boolean }>(
    `select rolsuper or rolbypassrls as bypasses from pg_roles where rolname = current_user`,
  )
  // Row-level security applies to the owner too. Other transactions do not see that it is lifted here.
  if (!rows[0]?.bypasses) await client.query('alter table book no force row level security')
  for (const { name, realm, currency } of books) {
    // Foreign keys reject a change of the currency once the book has entries.
    await client.query(
      `insert into book (book, realm, currency) values ($1, $2, $3)
       on conflict (book) do update set realm = excluded.realm, currency = excluded.currency
       where (book.realm, book.currency) is distinct from (excluded.realm, excluded.currency)`,
      [name, realm, currency],
    )
  }
  if (!rows[0]?.bypasses) await client.query('alter table book force row level security')
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** A SCRAM verifier (RFC 5803) instead of the password, which would otherwise appear in the server's log of statements. */
function scramVerifier(password: string): string {
  const iterations = 4096
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const key = (label: string) => createHmac('sha256', salted).update(label).digest()
  const storedKey = createHash('sha256').update(key('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${key('Server Key').toString('base64')}`
}
