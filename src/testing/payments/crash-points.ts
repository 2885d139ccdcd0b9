import type { TestApp } from '../app.ts'

type Admin = TestApp['database']['admin']

/** More rows than a test stores: nothing is interrupted. */
const never = -1_000_000_000

/** Tables in which the import and the application of a bank file store rows. */
const tables = ['bank_line', 'bank_statement', 'suspense_item', 'posting', 'bank_file_line'] as const

/**
 * Ends the connection that stores a row of a bank file, before its transaction is over, as if its program had been killed there. A sequence
 * counts the rows, because it is not rolled back with them.
 */
export async function crashPoints(admin: Admin) {
  await admin.query(`create sequence crash_countdown minvalue ${never * 2} start ${never}`)
  await admin.query(`create function crash() returns trigger language plpgsql security definer as $$
    begin
      if nextval('crash_countdown') = 0 then perform pg_terminate_backend(pg_backend_pid()); end if;
      return new;
    end $$`)
  for (const table of tables)
    await admin.query(`create trigger crash before insert on ${table} for each row execute function crash()`)
  const count = async (from: number) => {
    await admin.query(`select setval('crash_countdown', $1, false)`, [from])
  }
  return {
    /** Lets the connection that stores the row of this number crash, counted from 1. */
    before: async (row: number) => await count(1 - row),
    /** Lets none crash. Returns whether one has. */
    stop: async (): Promise<boolean> => {
      const { rows } = await admin.query<{ next: string }>(
        'select last_value::text as next from crash_countdown where is_called',
      )
      await count(never)
      return Number(rows[0]?.next ?? never) >= 0
    },
    /** Runs jobs that failed again at once. */
    retryJobs: async () => {
      await admin.query(
        `update graphile_worker._private_jobs set run_at = now() where locked_at is null and attempts > 0`,
      )
    },
  }
}
