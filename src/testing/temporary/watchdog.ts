// node keeper.ts <folder> [program]: keeps a folder as long as somebody holds its standard input open, which ends with
// whoever started it, also when that was killed. Then the program ends that runs on the folder, the PostgreSQL that it may
// have left, whatever else was started in it, and the folder itself.
import { type ChildProcess, spawn } from 'node:child_process'
import { readdir, readlink, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isAlive, readPidFile } from '../../server/db/embedded/pid-file.ts'

/** Each ends in a moment, also PostgreSQL, which is told to leave everything as it stands; longer is not waited for. */
const endAtMostMs = 10_000

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
  await endWhatRunsThere()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** What a killed process had started in the folder would write there again once it is gone. Only Linux tells who that is. */
async function endWhatRunsThere(): Promise<void> {
  for (const pid of (await readdir('/proc').catch(() => [])).map(Number)) {
    const place = pid > 0 ? await readlink(`/proc/${pid}/cwd`).catch(() => '') : ''
    if (pid === process.pid || (place !== folder && !place.startsWith(`${folder}/`))) continue
    await endProcess(pid, 'SIGTERM')
  }
}

async function endProcess(pid: number, signal: NodeJS.Signals): Promise<void> {
  const untilMs = performance.now() + endAtMostMs
  try {
    process.kill(pid, signal)
  } catch {
    // It is gone, or somebody else's.
    return
  }
  while (isAlive(pid) && performance.now() < untilMs) await delay(20)
}

async function haltPostgres(): Promise<void> {
  const left = await readPidFile(join(folder, 'postgres'))
  if (left === undefined) return
  await endProcess(left.pid, 'SIGQUIT')
  if (basename(left.socketFolder).startsWith('almoner-pg-'))
    await rm(left.socketFolder, { recursive: true, force: true })
}
