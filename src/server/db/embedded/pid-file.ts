import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The contents of postmaster.pid. `ready` is true once the server accepts connections. */
export type Postmaster = { pid: number; port: number; socketFolder: string; ready: boolean }

/** Reads postmaster.pid; undefined if there is no such file or its process has ended. */
export async function readPostmaster(folder: string): Promise<Postmaster | undefined> {
  const postmaster = await readPidFile(folder)
  return postmaster !== undefined && isAlive(postmaster.pid) ? postmaster : undefined
}

/** Reads postmaster.pid without checking its process. */
export async function readPidFile(folder: string): Promise<Postmaster | undefined> {
  const lines = (await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  if (!(pid > 0)) return undefined
  const ready = lines[7]?.trim() === 'ready'
  return { pid, port: Number(lines[3] ?? 0), socketFolder: lines[4] ?? '', ready }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    // kill throws errors of the system.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** A process that ended but was not reaped. In a container whose init does not reap, zombies stay forever. */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** Greater than the largest process id on Linux. */
const unusedPid = 4_194_305

/**
 * Replaces the process id of a zombie in postmaster.pid, because PostgreSQL would take it for a running server and not start. The
 * rest of the file stays: from it PostgreSQL detects whether other processes of the dead server still run.
 */
export async function overwriteZombiePid(folder: string, { pid }: Postmaster): Promise<void> {
  if (!isZombie(pid)) return
  const file = join(folder, 'postmaster.pid')
  const text = await readFile(file, 'utf8')
  if (text.startsWith(`${pid}\n`)) await writeFile(file, text.replace(String(pid), String(unusedPid)))
}
