// node watchdog.ts <folder> [program] [log]: runs the program on the folder until its own standard input closes, which happens
// when its parent process ends, also by SIGKILL. Then it ends the program, a PostgreSQL that the program left running and
// every other process in the folder, and deletes the folder. What the program prints goes to the file `log`, if it is named.
import { type ChildProcess, spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { readdir, readlink, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isAlive, readPidFile } from '../../server/db/embedded/pid-file.ts'

/** Upper limit for ending one process. PostgreSQL gets an immediate shutdown, so it normally takes a moment. */
const endTimeoutMs = 10_000

const [folder = '', program, log] = process.argv.slice(2)
if (folder === '') throw new Error('usage: node watchdog.ts <folder> [program]')

const running = program === undefined ? null : run(program)
let isEnding = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
process.stdin.resume().once('end', end).once('error', end)
running?.once('exit', code => void clear().then(() => process.exit(code ?? 1)))

function run(path: string): ChildProcess {
  // The tests must never use the developer's own database.
  const { DATABASE_URL: _omitted, ...environment } = process.env
  return spawn(process.execPath, [path], {
    env: { ...environment, HOST: '127.0.0.1', DATA_DIR: folder },
    stdio: ['ignore', log === undefined ? 'inherit' : openSync(log, 'a'), 'inherit'],
  })
}

function end(): void {
  if (isEnding) return
  isEnding = true
  // The program's exit handler above clears the folder.
  if (running) running.kill('SIGTERM')
  else void clear().then(() => process.exit(0))
}

async function clear(): Promise<void> {
  await haltPostgres()
  await endProcessesInFolder()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** Processes that run in the folder could recreate it after it is deleted. Only Linux shows which they are. */
async function endProcessesInFolder(): Promise<void> {
  for (const pid of (await readdir('/proc').catch(() => [])).map(Number)) {
    const directory = pid > 0 ? await readlink(`/proc/${pid}/cwd`).catch(() => '') : ''
    if (pid === process.pid || (directory !== folder && !directory.startsWith(`${folder}/`))) continue
    // On SIGTERM a PostgreSQL of a directory within the folder would wait for its connections.
    await endProcess(pid, (await readPidFile(directory)) === undefined ? 'SIGTERM' : 'SIGQUIT')
  }
}

async function endProcess(pid: number, signal: NodeJS.Signals): Promise<void> {
  const untilMs = performance.now() + endTimeoutMs
  try {
    process.kill(pid, signal)
  } catch {
    // The process has ended, or belongs to another user.
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
