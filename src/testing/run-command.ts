import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { TestDatabase } from './database/database.ts'
import { testSecret } from './database/database-server.ts'

/** Runs a script of `tools/` on the test's database, as an operator in production would. */
export function runCommand(
  { name, connection }: TestDatabase,
  tool: `tools/${string}.ts`,
  args: readonly string[] = [],
  environment: Record<string, string> = {},
): SpawnSyncReturns<string> {
  const { host, port } = connection
  return spawnSync(process.execPath, [tool, ...args], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    encoding: 'utf8',
    env: {
      ...process.env,
      DATABASE_URL: `postgres://nobody@/${name}?host=${encodeURIComponent(host)}&port=${port}`,
      APP_SECRET: testSecret,
      CLIENTS_DIR: 'demonstration',
      PUBLIC_ORIGIN: 'https://{client}.example.org',
      ...environment,
    },
  })
}
