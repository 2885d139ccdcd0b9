import pg from 'pg'
import type { AdminConnection } from '../../src/server/db/database-url.ts'

/** How far making the demonstration data has come in this database. */
export type DemonstrationState = 'none' | 'interrupted' | 'complete'

/**
 * Remembers in the database itself that the demonstration data are being made, or are there. The ledger is append-only, so
 * data made half cannot be taken back: who finds them `interrupted` has to begin with an empty database.
 */
export async function demonstrationState(admin: AdminConnection): Promise<DemonstrationState> {
  return withClient(admin, async client => {
    await client.query(
      'create table if not exists demonstration_run (begun_at timestamptz not null, finished_at timestamptz)',
    )
    const { rows } = await client.query<{ finished: boolean }>(
      'select finished_at is not null as finished from demonstration_run',
    )
    if (rows[0] === undefined) return 'none'
    return rows[0].finished ? 'complete' : 'interrupted'
  })
}

export async function recordDemonstration(admin: AdminConnection, step: 'begun' | 'finished'): Promise<void> {
  await withClient(admin, client =>
    client.query(
      step === 'begun'
        ? 'insert into demonstration_run (begun_at) values (now())'
        : 'update demonstration_run set finished_at = now()',
    ),
  )
}

/** Drops the database with all that is in it, and makes it anew: only for one that the program made for itself. */
export async function recreateDatabase(admin: AdminConnection): Promise<void> {
  const name = pg.escapeIdentifier(admin.database)
  await withClient({ ...admin, database: 'postgres' }, async client => {
    await client.query(`drop database ${name} with (force)`)
    await client.query(`create database ${name}`)
  })
}

async function withClient<T>(admin: AdminConnection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(admin)
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
