import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { isHostRefused } from './connection-problem.ts'

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
 * @throws MigrationError if a file fails, or the database has another history than the folder (`historyRefusal`).
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
    const isUnprepared =
      error instanceof pg.DatabaseError && notPreparedCodes.has(error.code ?? '') && !isHostRefused(error)
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
  const refusal = historyRefusal(rows, migrations)
  if (refusal !== null) throw new MigrationError(refusal)
  const applied = new Set(rows.map(row => row.name))
  return migrations.filter(migration => !applied.has(migration.name))
}

/**
 * Why these migrations cannot go on from what ran on a database, in sentences; null if they can. A newer database has all of this version's
 * migrations and more. Any other difference means that another program made it: released migrations never change
 * (db/released-migrations.json).
 */
function historyRefusal(
  ran: readonly { name: string; sha256: string }[],
  migrations: readonly Migration[],
): string | null {
  const files = new Map(migrations.map(migration => [migration.name, migration.sha256]))
  const lastFile = migrations.at(-1)?.name ?? ''
  const unknown = ran.filter(({ name }) => !files.has(name))
  const changed = ran.find(({ name, sha256 }) => files.has(name) && files.get(name) !== sha256)
  const [firstUnknown] = unknown
  if (!changed && firstUnknown && unknown.every(({ name }) => name > lastFile))
    return `The database is newer than this version: ${firstUnknown.name} ran on it, and this version ends with ${lastFile}. Run the version that it was upgraded to, or a later one.`
  const anotherHistory =
    'The database was made by a version that was not released, or by a changed one, and cannot be upgraded. Use the version that made it, or a new database. If you edited the file, restore it and make the change in a new migration.'
  if (changed) return `${changed.name} is not the file that ran on this database. ${anotherHistory}`
  if (firstUnknown)
    return `${firstUnknown.name} ran on this database, and this version has no such migration. ${anotherHistory}`
  const lastRun = ran.at(-1)?.name ?? ''
  const late = migrations.find(({ name }) => name < lastRun && !ran.some(row => row.name === name))
  return late === undefined
    ? null
    : `${late.name} did not run on this database, and ${lastRun}, which comes after it, did. ${anotherHistory} A new migration takes the next free number.`
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
