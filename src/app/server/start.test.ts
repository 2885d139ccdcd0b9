import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readEnvironment } from '../../server/env.ts'
import { temporaryDirectory } from '../../testing/temporary/temporary-directory.ts'
import { connectionsOfInstance, warnOfFewConnections } from './connection-count.ts'
import { openConfigured } from './open-configured.ts'
import { requireFreePort } from './require-free-port.ts'

const program = fileURLToPath(new URL('main.ts', import.meta.url))

test('everything that is wrong with settings and their files is one list', { timeout: 90_000 }, async () => {
  const child = spawn(process.execPath, [program], {
    env: {
      DATABASE_URL: 'mysql://db.example/almoner',
      DATABASE_DIRECT_URL: 'postgres://db.example/almoner?sslmode=verify-full&sslrootcert=/nowhere/ca.pem',
      APP_SECRET: 'short',
      SEAL_FILE: '/nowhere/seal.pem',
      DATA_DIR: temporaryDirectory('start'),
      AUDIT_CHECKPOINT_DIR: '/dev/null/checkpoints',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const shown = await text(child.stderr)
  const [first, ...lines] = shown.trimEnd().split('\n  ')
  expect(first).toBe('The server cannot start:')
  for (const name of [
    'DATABASE_URL must begin',
    "DATABASE_DIRECT_URL cannot be used (ENOENT: no such file or directory, open '/nowhere/ca.pem')",
    'APP_SECRET',
    'CLIENTS_DIR is missing',
    'DOCUMENT_KEYS is missing',
    'PUBLIC_ORIGIN is missing',
    'The file /nowhere/seal.pem of SEAL_FILE cannot be read',
    'The folder for the checkpoints of the audit log cannot be written (AUDIT_CHECKPOINT_DIR)',
  ])
    expect(lines.filter(line => line.startsWith(name))).toHaveLength(1)
})

test('an unfinished front end is listed with a seal that cannot be read', async () => {
  const environment = readEnvironment('demonstration', {
    SEAL_FILE: '/nowhere/seal.pem',
    DATA_DIR: temporaryDirectory('start'),
  })
  await expect(openConfigured(environment, ['The front end is not built.'])).rejects.toMatchObject({
    message: expect.stringMatching(
      /^The server cannot start:\n {2}The front end is not built\.\n {2}The file \/nowhere\/seal\.pem of SEAL_FILE cannot be read/,
    ),
  })
})

test('a port that is taken, an address of another machine, are sentences', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on a port has an address with it.
  const { port } = server.address() as AddressInfo
  await expect(requireFreePort({ host: '127.0.0.1', port })).rejects.toThrow(
    `Another program, perhaps this portal, uses port ${port}: stop it, or set PORT to another one, such as 3001.`,
  )
  server.close()
  await once(server, 'close')
  await requireFreePort({ host: '127.0.0.1', port })
  await expect(requireFreePort({ host: '192.0.2.1', port })).rejects.toThrow(
    'This machine has no address 192.0.2.1: set HOST to one of its addresses, or leave it out.',
  )
})

test.each([
  { max: connectionsOfInstance - 1, warnings: 1 },
  { max: connectionsOfInstance, warnings: 0 },
])('with $max connections there are $warnings warnings', async ({ max, warnings }) => {
  const logged: string[] = []
  const asked: string[] = []
  const database = {
    query: async (sql: string) => {
      asked.push(sql)
      return { rows: [{ allowed: max }] }
    },
  }
  // Only its query is called; a server of the tests cannot change max_connections without a restart.
  await warnOfFewConnections(database as never, { warn: (line: string) => logged.push(line) })
  expect(asked).toHaveLength(1)
  expect(logged).toEqual(
    Array(warnings).fill(
      `PostgreSQL allows ${max} connections, and each instance of this program opens up to ${connectionsOfInstance}: raise max_connections, or put pgbouncer between (docs/operate.md).`,
    ),
  )
})
