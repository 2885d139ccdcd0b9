import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import type { TestDatabase } from './database/database.ts'
import { testSecret } from './database/database-server.ts'

/** What an operator sets in production, with a role that may do everything. */
export function operatorEnvironment({
  connection,
}: Pick<TestDatabase, 'connection'>): Record<string, string> {
  const { host, port, database, user } = connection
  return {
    DATABASE_URL: `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`,
    CLIENTS_DIR: 'demonstration',
    ...{ APP_SECRET: testSecret, PUBLIC_ORIGIN: 'https://{client}.example.org' },
  }
}

/** A row of `table` of which the SQL condition `when` is true, and a program of the repository with its arguments. */
type Kill = { table: string; when: string; script: string; args: readonly string[] }

/** Runs a program, and kills it while the database waits before it inserts such a row. Returns once its transaction has ended. */
export async function killedAt(
  database: Pick<TestDatabase, 'admin' | 'connection'>,
  { table, when, script, args }: Kill,
): Promise<void> {
  const { admin } = database
  await admin.query(
    `create or replace function wait_in_test() returns trigger language plpgsql as $$ begin perform pg_sleep(60); return new; end $$`,
  )
  await admin.query(
    `create trigger zz_wait before insert on ${table} for each row when (${when}) execute function wait_in_test()`,
  )
  const program = spawn(process.execPath, [script, ...args], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...operatorEnvironment(database) },
  })
  const ended = once(program, 'exit')
  const waiting = `from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`
  try {
    const count = async () => (await admin.query(`select ${waiting}`)).rows.length
    await expect.poll(count, { timeout: 30_000, interval: 10 }).toBe(1)
  } finally {
    program.kill('SIGKILL')
    await ended
    // The database notices the end of a connection only when it wants to answer.
    await admin.query(`select pg_terminate_backend(pid) ${waiting}`)
    await admin.query(`drop trigger zz_wait on ${table}`)
  }
}
