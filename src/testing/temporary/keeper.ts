// node keeper.ts <folder> [program]: keeps a folder as long as somebody holds its standard input open, which ends with
// whoever started it, also when that was killed. Then the program ends that runs on the folder, the PostgreSQL that it may
// have left, and the folder itself.
import { type ChildProcess, spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isAlive, readPidFile } from '../../server/db/embedded/pid-file.ts'

/** PostgreSQL that is told to leave everything as it stands ends in a moment; longer is not waited for. */
const haltAtMostMs = 10_000

const [folder = '', program] = process.argv.slice(2)
if (folder === '') throw new Error('which folder?')

const running = program === undefined ? null : run(program)
let isEnding = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
process.stdin.resume().once('end', end).once('error', end)
running?.once('exit', code => void clear().then(() => process.exit(code ?? 1)))

function run(path: string): ChildProcess {
  // A database of whoever runs the tests is not the tests' own.
  const { DATABASE_URL: _notTheirs, ...environment } = process.env
  return spawn(process.execPath, [path], {
    env: { ...environment, HOST: '127.0.0.1', DATA_DIR: folder },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

function end(): void {
  if (isEnding) return
  isEnding = true
  // Its end is heard above.
  if (running) running.kill('SIGTERM')
  else void clear().then(() => process.exit(0))
}

async function clear(): Promise<void> {
  await haltPostgres()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}

async function haltPostgres(): Promise<void> {
  const left = await readPidFile(join(folder, 'postgres'))
  if (left === undefined) return
  if (isAlive(left.pid)) process.kill(left.pid, 'SIGQUIT')
  const untilMs = performance.now() + haltAtMostMs
  while (isAlive(left.pid) && performance.now() < untilMs) await delay(20)
  if (basename(left.socketFolder).startsWith('almoner-pg-'))
    await rm(left.socketFolder, { recursive: true, force: true })
}
