import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

/** A migration failed, or the folder does not match the migrations that ran before. The message names the file. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

type Migration = { name: string; sql: string; sha256: string }

const namePattern = /^(\d{4})_[a-z0-9_]+\.sql$/
/** Invalid password or unknown role, connection rejected by pg_hba.conf, undefined table. */
const notPreparedCodes = new Set(['28P01', '28000', '42P01'])
const migrationLock = 7_204_119

/**
 * Runs the pending SQL files of a folder in the order of their numbers, each in its own transaction. Concurrent calls wait for each
 * other.
 *
 * @param adminConfig the connection of the owner of the database.
 * @returns the names of the files that this call ran.
 * @throws MigrationError if a file fails, was changed or removed after it ran, or has a lower number than one that ran.
 */
export async function migrate(adminConfig: pg.ClientConfig, folder: string): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const client = new pg.Client(adminConfig)
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query(`create table if not exists applied_migration (
      name text primary key,
      sha256 text not null,
      applied_at timestamptz not null default now()
    )`)
    await client.query('grant select on applied_migration to public')
    const pending = await pendingMigrations(client, migrations)
    for (const migration of pending) await apply(client, migration)
    return pending.map(migration => migration.name)
  } finally {
    // Closing the session releases the lock.
    await client.end()
  }
}

/**
 * Checks that the database has exactly the migrations of the folder, for a server without the privilege to run them.
 * @throws MigrationError if migrations are missing, or the database is newer or has other files.
 */
export async function assertMigrated(pool: pg.Pool, folder: string): Promise<void> {
  const [first] = await pendingMigrations(pool, await readMigrations(folder)).catch((error: unknown) => {
    const isUnprepared = error instanceof pg.DatabaseError && notPreparedCodes.has(error.code ?? '')
    if (!isUnprepared) throw error
    throw new MigrationError(
      `The database was not prepared, or with another APP_SECRET (${error.message}): run npm run migrate.`,
      { cause: error },
    )
  })
  if (first !== undefined)
    throw new MigrationError(`The database lacks ${first.name}: run npm run migrate with this version.`)
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.sql')).sort()
  const migrations: Migration[] = []
  for (const name of names) {
    const number = namePattern.exec(name)?.[1]
    if (number === undefined)
      throw new MigrationError(
        `${name} is not a valid name of a migration: use four digits, an underscore and lower-case words.`,
      )
    const previous = migrations.at(-1)
    if (previous?.name.startsWith(number))
      throw new MigrationError(`${previous.name} and ${name} have the same number.`)
    const sql = await readFile(join(folder, name), 'utf8')
    migrations.push({ name, sql, sha256: createHash('sha256').update(sql).digest('hex') })
  }
  return migrations
}

async function pendingMigrations(client: pg.Client | pg.Pool, migrations: Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from applied_migration order by name',
  )
  const byName = new Map(migrations.map(migration => [migration.name, migration]))
  for (const { name, sha256 } of rows) {
    const file = byName.get(name)
    if (file === undefined)
      throw new MigrationError(
        `${name} ran on this database but is not in the folder: this version is older than the database.`,
      )
    if (file.sha256 !== sha256)
      throw new MigrationError(
        `${name} was changed after it ran on this database: restore it and make the change in a new migration.`,
      )
  }
  const applied = new Set(rows.map(row => row.name))
  const last = rows.at(-1)?.name ?? ''
  const pending = migrations.filter(migration => !applied.has(migration.name))
  const late = pending.find(migration => migration.name < last)
  if (late !== undefined)
    throw new MigrationError(
      `${late.name} comes before ${last}, which has already run on this database: give it a new number.`,
    )
  return pending
}

async function apply(client: pg.Client, { name, sql, sha256 }: Migration): Promise<void> {
  try {
    await client.query('begin')
    await client.query(sql)
    await client.query('insert into applied_migration (name, sha256) values ($1, $2)', [name, sha256])
    const { command } = await client.query('commit')
    if (command !== 'COMMIT') throw new MigrationError('its transaction was rolled back')
  } catch (error) {
    await client.query('rollback')
    const position = error instanceof pg.DatabaseError ? Number(error.position) : Number.NaN
    const line = position > 0 ? `:${sql.slice(0, position).split('\n').length}` : ''
    throw new MigrationError(`${name}${line}: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    })
  }
}
