import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The parts of postmaster.pid that we need; `ready` once connections are accepted. */
export type Postmaster = { pid: number; port: number; socketFolder: string; ready: boolean }

/** What postmaster.pid says, or undefined when there is no such file or its process is gone. */
export async function readPostmaster(folder: string): Promise<Postmaster | undefined> {
  const postmaster = await readPidFile(folder)
  return postmaster !== undefined && isAlive(postmaster.pid) ? postmaster : undefined
}

/** The same of a server that may be dead. */
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
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Dead, but nobody has asked how it ended: in a container whose first process does not reap, that is for ever. */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** One more than Linux gives to any process. */
const pidOfNobody = 4_194_305

/**
 * PostgreSQL takes a zombie for a living server and would not start. Its number is written over, and the rest of the file
 * kept: from that PostgreSQL sees whether processes of the dead server still write.
 */
export async function forgetZombie(folder: string, { pid }: Postmaster): Promise<void> {
  if (!isZombie(pid)) return
  const file = join(folder, 'postmaster.pid')
  const text = await readFile(file, 'utf8')
  if (text.startsWith(`${pid}\n`)) await writeFile(file, text.replace(String(pid), String(pidOfNobody)))
}
