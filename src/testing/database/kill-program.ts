import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { TestDatabase } from './database.ts'

/**
 * Runs a program on the database until it prints something, and kills it. `script` is its path below src/testing; its argument is
 * `about` with the `server`, as JSON. Afterwards PostgreSQL has ended its sessions, with their transactions and locks, which takes a
 * moment: until then another program may find work locked.
 */
export async function killProgram(
  { admin, connection: { host, port, database } }: Pick<TestDatabase, 'admin' | 'connection'>,
  script: string,
  about: object,
): Promise<void> {
  const sessions = async () => {
    const { rows } = await admin.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = $1 and application_name like 'almoner %'`,
      [database],
    )
    return rows.map(({ pid }) => pid)
  }
  const others = new Set(await sessions())
  const path = fileURLToPath(new URL(`../${script}`, import.meta.url))
  const argument = JSON.stringify({ ...about, server: { host, port, database } })
  const program = spawn(process.execPath, [path, argument], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(program, 'exit')
  try {
    await once(program.stdout, 'data')
  } finally {
    program.kill('SIGKILL')
    await ended
    while ((await sessions()).some(pid => !others.has(pid))) await delay(5)
  }
}
