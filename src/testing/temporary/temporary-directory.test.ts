import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, inject, test } from 'vitest'
import { isAlive } from '../../server/db/embedded/pid-file.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const at = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)

/** Runs a program that creates a temporary directory and executes `code`, then kills it. Returns the line that it wrote. */
async function killedAfter(code: string): Promise<string[]> {
  const program = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { temporaryDirectory } from ${at('temporary-directory.ts')}
      import { startEmbeddedPostgres } from ${at('../../server/db/embedded/embedded-postgres.ts')}
      const folder = temporaryDirectory('killed')
      ${code}
      setInterval(() => {}, 60_000)`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const [line] = (await once(createInterface(program.stdout), 'line')) as [string]
  const ended = once(program, 'exit')
  program.kill('SIGKILL')
  await ended
  return JSON.parse(line) as string[]
}

const isGone = (path: string) =>
  expect.poll(() => stat(path).catch((error: NodeJS.ErrnoException) => error.code), { timeout: 20_000 })

test('creates a folder of the test run, whose watchdog deletes it', async () => {
  const folder = temporaryDirectory('within')
  expect(dirname(folder)).toBe(inject('temporaryFolder'))
  expect(await readdir(folder)).toEqual([])
})

test('deletes the folder when the process that created it was killed', async () => {
  const made = await killedAfter('console.log(JSON.stringify([folder]))')
  expect(made).toHaveLength(1)
  for (const path of made) await isGone(path).toBe('ENOENT')
})

test('stops the PostgreSQL that a killed process left running in the folder', async () => {
  const made = await killedAfter(`
    const { connection } = await startEmbeddedPostgres({ dataDir: folder, durable: false })
    console.log(JSON.stringify([folder, connection.host]))`)
  expect(made).toHaveLength(2)
  for (const path of made) await isGone(path).toBe('ENOENT')
})

test.runIf(process.platform === 'linux')('stops a PostgreSQL of a directory within the folder', async () => {
  const [folder = '', pid] = await killedAfter(`
    const { readPidFile } = await import(${at('../../server/db/embedded/pid-file.ts')})
    const dataDir = folder + '/within'
    await startEmbeddedPostgres({ dataDir, durable: false })
    const { pid } = await readPidFile(dataDir + '/postgres')
    console.log(JSON.stringify([folder, String(pid)]))`)
  await isGone(folder).toBe('ENOENT')
  await expect.poll(() => isAlive(Number(pid))).toBe(false)
})

test.runIf(process.platform === 'linux')(
  'ends processes that run in the folder, so that they do not recreate it',
  async () => {
    const writing = `setInterval(() => require('node:fs').mkdirSync(process.argv[1], { recursive: true }), 20)`
    const [folder = '', pid] = await killedAfter(`
    const { spawn } = await import('node:child_process')
    const args = ['-e', ${JSON.stringify(writing)}, folder + '/again']
    const child = spawn(process.execPath, args, { cwd: folder, stdio: 'ignore' })
    console.log(JSON.stringify([folder, String(child.pid)]))`)
    await isGone(folder).toBe('ENOENT')
    await expect.poll(() => isAlive(Number(pid))).toBe(false)
    await isGone(folder).toBe('ENOENT')
  },
)
