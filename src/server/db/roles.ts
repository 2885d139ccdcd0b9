import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { BookOfRealm } from '../../clients/clients.ts'
import { bookRole, realmRole, registrarRole, rolePassword, workerRole } from './login-roles.ts'

export type LoginRoles = { books: readonly BookOfRealm[]; realms: readonly string[]; secret: string }

type LoginRole = { name: string; becomes?: 'portal' | 'identity' }

// Roles belong to the whole server, so another database's start may alter the same ones at the same moment.
const concurrentChange = new Set(['23505', '42710', 'XX000', '40P01'])
const attempts = 8

/**
 * Makes or brings up to date, after the migrations, the role that each connection of the program signs in as, and the row
 * of each book. Needs a superuser, or a role with CREATEROLE that ran the migrations (PostgreSQL 16 or newer).
 *
 * A book's role inherits nothing: it can become `portal`, and that is all it can do.
 * @throws when a name cannot stand in SQL, a role of that name has powers that would bypass row-level security, or one may create objects.
 */
export async function ensureLoginRoles(adminConfig: pg.ClientConfig, wanted: LoginRoles): Promise<void> {
  const roles: LoginRole[] = [
    ...wanted.books.map(({ name }) => ({ name: bookRole(name), becomes: 'portal' as const })),
    ...wanted.realms.map(realm => ({ name: realmRole(realm), becomes: 'identity' as const })),
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
          for (const role of roles) await ensureRole(client, role, wanted.secret)
          await ensureNobodyCreates(client, [...roles.map(({ name }) => name), 'portal', 'identity'])
          await ensureBooks(client, wanted.books)
        })
      } catch (error) {
        const mayPass = error instanceof pg.DatabaseError && concurrentChange.has(error.code ?? '')
        if (!mayPass || attempt === attempts) throw error
        await delay(20 * attempt)
      }
    }
  } finally {
    await client.end()
  }
}

async function ensureRole(client: pg.Client, { name, becomes }: LoginRole, secret: string): Promise<void> {
  const { rows } = await client.query<{ dangerous: boolean }>(
    'select rolsuper or rolbypassrls or rolcreaterole or rolreplication as dangerous from pg_roles where rolname = $1',
    [name],
  )
  if (rows[0]?.dangerous)
    throw new Error(
      `The role ${name} has powers that no connection of this program may have: take them from it.`,
    )
  // Only a superuser may name the powers when altering a role; a new role has none of them.
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
  if (becomes !== undefined) await ensureMembership(client, name, becomes)
}

async function ensureMembership(
  client: pg.Client,
  name: string,
  group: 'portal' | 'identity',
): Promise<void> {
  const { rows } = await client.query<{ group: string; inherits: boolean; admin: boolean; sets: boolean }>(
    `select m.roleid::regrole::text as "group", bool_or(m.inherit_option) as inherits,
            bool_or(m.admin_option) as admin, bool_or(m.set_option) as sets
       from pg_auth_members m where m.member = $1::regrole group by m.roleid`,
    [name],
  )
  const stranger = rows.find(row => row.group !== group || row.admin || row.inherits)
  if (stranger !== undefined)
    throw new Error(
      `The role ${name} has more rights through ${stranger.group} than to become ${group}: revoke them.`,
    )
  if (!rows[0]?.sets)
    await client.query(`grant ${group} to ${name} with inherit false, set true, admin false`)
}

/**
 * A role that creates a table, a type or an operator can put it in front of the one that a check means. PostgreSQL lets
 * everybody create temporary objects, and a copy of a database does not take over its template's rights, so every
 * database is told.
 */
export async function revokeCreation(client: pg.ClientBase, database: string): Promise<void> {
  const name = pg.escapeIdentifier(database)
  const { rows } = await client.query<{ open: boolean }>(
    `select has_database_privilege('public', $1, 'temporary') or has_database_privilege('public', $1, 'create') as open`,
    [database],
  )
  if (rows[0]?.open) await client.query(`revoke temporary, create on database ${name} from public`)
}

async function ensureNobodyCreates(client: pg.Client, roles: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ database: string; open: boolean }>(
    `select current_database() as database, has_schema_privilege('public', 'public', 'create') as open`,
  )
  if (rows[0]) await revokeCreation(client, rows[0].database)
  if (rows[0]?.open) await client.query('revoke create on schema public from public')
  // Whoever is not the owner revokes nothing, and a right may have been granted to a role by name.
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

/** Books come from the client files and not from a migration, so that a new client needs no other code. */
async function ensureBooks(client: pg.Client, books: readonly BookOfRealm[]): Promise<void> {
  const { rows } = await client.query<{ bypasses: boolean }>(
    `select rolsuper or rolbypassrls as bypasses from pg_roles where rolname = current_user`,
  )
  // Row-level security is forced on the owner too; inside this transaction nobody else sees it lifted.
  if (!rows[0]?.bypasses) await client.query('alter table book no force row level security')
  for (const { name, realm, currency } of books) {
    // A book's currency never changes: its foreign keys would refuse it, and rightly.
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

/** RFC 5803: the server is given only what proves the password, so that no log of statements can hold it. */
function scramVerifier(password: string): string {
  const iterations = 4096
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const key = (label: string) => createHmac('sha256', salted).update(label).digest()
  const storedKey = createHash('sha256').update(key('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${key('Server Key').toString('base64')}`
}
