import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryDirectory } from '../../../testing/temporary/temporary-directory.ts'
import { DataFolderInUseError, type EmbeddedConnection, startEmbeddedPostgres } from './embedded-postgres.ts'

// A folder that only its owner can enter, with a path that is too long for a Unix socket.
let closed: string
let dataDir: string
const programs: ChildProcess[] = []

beforeAll(async () => {
  closed = temporaryDirectory('closed')
  dataDir = join(closed, 'x'.repeat(120), 'data')
  await mkdir(dirname(dataDir), { mode: 0o700 })
})
afterAll(async () => {
  for (const program of programs) program.kill('SIGKILL')
  await startEmbeddedPostgres({ dataDir }).then(server => server.stop())
  await rm(closed, { recursive: true, force: true })
})

test('starts in a folder that other users cannot enter, and keeps its rows', async () => {
  const first = await startEmbeddedPostgres({ dataDir })
  await query(first.connection, "create table note (text text); insert into note values ('kept')")
  await first.stop()
  const second = await startEmbeddedPostgres({ dataDir })
  expect(await query(second.connection, 'select text from note')).toEqual([{ text: 'kept' }])
  await second.stop()
})

test('listens only on a socket that its own user can access', async () => {
  const server = await startEmbeddedPostgres({ dataDir })
  expect(await query(server.connection, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
  expect((await stat(server.connection.host)).mode & 0o777).toBe(0o700)
  await server.stop()
  await expect(stat(server.connection.host)).rejects.toMatchObject({ code: 'ENOENT' })
})

test('rejects a second process on the same data folder without harm to the first', async () => {
  const first = await startEmbeddedPostgres({ dataDir })
  const second = startEmbeddedPostgres({ dataDir })
  await expect(second).rejects.toBeInstanceOf(DataFolderInUseError)
  await expect(second).rejects.toThrow(`Another server uses ${dataDir}`)
  expect(await query(first.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  await first.stop()
})

test('rejects one of two processes that start concurrently on an empty folder', async () => {
  const empty = join(closed, 'empty')
  const starts = await Promise.allSettled([
    startEmbeddedPostgres({ dataDir: empty, durable: false }),
    startEmbeddedPostgres({ dataDir: empty, durable: false }),
  ])
  expect(starts.map(start => start.status).sort()).toEqual(['fulfilled', 'rejected'])
  for (const start of starts) {
    if (start.status === 'fulfilled') await start.value.stop()
    else expect(start.reason).toBeInstanceOf(DataFolderInUseError)
  }
  expect((await readdir(empty)).filter(name => name.endsWith('.new'))).toEqual([])
})

test('reuses the running PostgreSQL after kill -9 of its process, with every committed row', async () => {
  const connection = await startInItsOwnProgram()
  await query(connection, "insert into note values ('committed before the kill')")
  await kill(programs.at(-1))

  const next = await startEmbeddedPostgres({ dataDir })
  expect(next.connection.host).toBe(connection.host)
  expect(await query(next.connection, "select text from note where text like 'committed%'")).toHaveLength(1)
  await next.stop()
})

test('loses no committed row after kill -9 of the process and of PostgreSQL', async () => {
  const connection = await startInItsOwnProgram()
  await query(connection, "insert into note values ('before both')")
  const lines = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')
  await kill(programs.at(-1))
  process.kill(Number(lines[0]), 'SIGKILL')

  const next = await startEmbeddedPostgres({ dataDir })
  expect(await query(next.connection, "select text from note where text = 'before both'")).toHaveLength(1)
  // The socket folder of the dead server is removed.
  await expect(stat(connection.host)).rejects.toMatchObject({ code: 'ENOENT' })
  await next.stop()
})

test('rejects a folder of another PostgreSQL version', async () => {
  const old = join(closed, 'old')
  const server = await startEmbeddedPostgres({ dataDir: old, durable: false })
  await server.stop()
  await writeFile(join(old, 'postgres/PG_VERSION'), '17\n')
  await expect(startEmbeddedPostgres({ dataDir: old })).rejects.toThrow('was created by PostgreSQL 17')
})

// A user id of a container: no entry in /etc/passwd and no home folder.
const unnamed = { uid: 54_321, gid: 54_321 }
const canTryUnnamed =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['--user', '--map-user=65534', 'true'], unnamed).status === 0

test.skipIf(!canTryUnnamed)('starts as a user id without an entry in /etc/passwd', async () => {
  const folder = temporaryDirectory('unnamed')
  try {
    await chown(folder, unnamed.uid, unnamed.gid)
    const source = new URL('./embedded-postgres.ts', import.meta.url).href
    const script = `
      import { startEmbeddedPostgres } from ${JSON.stringify(source)}
      const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(join(folder, 'data'))}, durable: false })
      console.log(server.connection.user)
      await server.stop()`
    const { PATH = '' } = process.env
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      ...unnamed,
      cwd: '/',
      env: { PATH },
    })
    expect(stdout).toBe('postgres\n')
    expect((await stat(join(folder, 'data/postgres'))).uid).toBe(unnamed.uid)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

async function query(connection: EmbeddedConnection, sql: string): Promise<unknown[]> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Starts PostgreSQL from a separate process, so that the process can be killed. */
async function startInItsOwnProgram(): Promise<EmbeddedConnection> {
  const source = new URL('./embedded-postgres.ts', import.meta.url).href
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(source)}
    const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} })
    console.log(JSON.stringify(server.connection))
    setInterval(() => {}, 60_000)`
  const program = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  programs.push(program)
  const [line] = await once(program.stdout, 'data')
  return JSON.parse(String(line))
}

async function kill(program: ChildProcess | undefined): Promise<void> {
  if (program === undefined) return
  const ended = once(program, 'exit')
  program.kill('SIGKILL')
  await ended
}
