import pg from 'pg'
import type { AdminConnection } from '../../src/server/db/database-url.ts'

/** The state of the demonstration data in a database. */
type DemonstrationState = 'none' | 'interrupted' | 'complete'

/**
 * Reads the state of the demonstration data, which is stored in the database. The ledger is append-only, so incomplete data cannot
 * be deleted: after `interrupted`, start with an empty database.
 */
export async function demonstrationState(admin: AdminConnection): Promise<DemonstrationState> {
  return withClient(admin, async client => {
    await client.query(
      'create table if not exists demonstration_run (started_at timestamptz not null, finished_at timestamptz)',
    )
    const { rows } = await client.query<{ finished: boolean }>(
      'select finished_at is not null as finished from demonstration_run',
    )
    if (rows[0] === undefined) return 'none'
    return rows[0].finished ? 'complete' : 'interrupted'
  })
}

export async function recordDemonstration(
  admin: AdminConnection,
  step: 'started' | 'finished',
): Promise<void> {
  await withClient(admin, client =>
    client.query(
      step === 'started'
        ? 'insert into demonstration_run (started_at) values (now())'
        : 'update demonstration_run set finished_at = now()',
    ),
  )
}

/** Drops and recreates the database. Use it for the embedded database only. */
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
