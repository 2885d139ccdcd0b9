import { execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { chmod, chown, type FileHandle, mkdir, mkdtemp, open, readdir, rename, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Binaries, EmbeddedPostgresError, isRoot, nobody } from './binaries.ts'
import { isAlive, overwriteZombiePid, type Postmaster, readPidFile, readPostmaster } from './pid-file.ts'
import { runInitdb } from './run-initdb.ts'

const run = promisify(execFile)

export type Cluster = { binaries: Binaries; folder: string; log: string; durable: boolean }

/** A previous server still uses the folder. If it was killed, it will end soon. */
export class ServerStillStoppingError extends EmbeddedPostgresError {
  override name = 'ServerStillStoppingError'
}

/** Messages of PostgreSQL if a previous server has not ended completely. */
const stillStoppingMessages = [
  'pre-existing shared memory block',
  'lock file "postmaster.pid" already exists',
]

const readyTimeoutMs = 120_000
const stopTimeoutMs = 30_000
const pollMs = 10
const logLimitBytes = 10_000_000

/**
 * Options to start PostgreSQL, as the user nobody if we are root. In that case the data folder is the working directory: Node
 * enters it before it drops root's privileges, so nobody needs no access to the parent folders.
 */
function asServerUser(cluster: Cluster) {
  const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' }
  if (!isRoot()) return { dataArgument: cluster.folder, options: { env, cwd: cluster.folder } }
  if (process.platform !== 'linux')
    throw new EmbeddedPostgresError('PostgreSQL refuses to run as root: start the program as another user.')
  return { dataArgument: '/proc/self/cwd', options: { env, cwd: cluster.folder, ...nobody } }
}

/** Creates an empty cluster in a temporary folder and renames it, so that an interrupted start leaves no partial cluster. */
export async function createCluster(cluster: Cluster, windowsPasswordFile?: string): Promise<void> {
  const draft = `${cluster.folder}.${process.pid}-${randomUUID()}.new`
  await mkdir(draft, { recursive: true, mode: 0o700 })
  if (isRoot()) await chown(draft, nobody.uid, nobody.gid)
  const { dataArgument, options } = asServerUser({ ...cluster, folder: draft })
  const initdbArguments = ['-D', dataArgument, '-U', 'postgres', '-E', 'UTF8', '--locale-provider=builtin']
  initdbArguments.push('--builtin-locale=C.UTF-8', ...(cluster.durable ? [] : ['--no-sync']))
  if (windowsPasswordFile === undefined) initdbArguments.push('-A', 'trust')
  else initdbArguments.push('-A', 'scram-sha-256', `--pwfile=${windowsPasswordFile}`)
  await runInitdb(cluster.binaries.initdb, initdbArguments, options).catch(
    (error: Error & { stderr?: string }) => {
      if (error instanceof EmbeddedPostgresError) throw error
      throw new EmbeddedPostgresError(
        `PostgreSQL could not set up ${cluster.folder}: ${error.stderr || error.message}`,
      )
    },
  )
  await rename(draft, cluster.folder).catch(async (error: NodeJS.ErrnoException) => {
    await rm(draft, { recursive: true, force: true })
    // Another process has created the cluster.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
  })
}

/** Removes temporary folders of processes that were killed during initdb. */
export async function removeAbandonedDrafts(clusterFolder: string): Promise<void> {
  for (const name of await readdir(dirname(clusterFolder))) {
    const pid = /^(.+)\.(\d+)-[0-9a-f-]+\.new$/.exec(name)
    if (pid?.[1] !== basename(clusterFolder) || isAlive(Number(pid[2]))) continue
    await rm(join(dirname(clusterFolder), name), { recursive: true, force: true })
  }
}

/** Starts the server of a cluster and returns once it accepts connections. */
export async function launchPostmaster(cluster: Cluster): Promise<Postmaster> {
  const { dataArgument, options } = asServerUser(cluster)
  const stale = await readPidFile(cluster.folder)
  if (stale !== undefined) await overwriteZombiePid(cluster.folder, stale)
  const socketFolder = process.platform === 'win32' ? '' : await makeSocketFolder()
  const { log, startOffset } = await openLog(cluster.log)
  try {
    const child = spawn(
      cluster.binaries.postgres,
      ['-D', dataArgument, ...(await settings(cluster.durable, socketFolder))],
      // Its own process group: Ctrl-C must reach our process only, and PostgreSQL outlives it if it is killed.
      { ...options, detached: true, stdio: ['ignore', log.fd, log.fd], windowsHide: true },
    )
    child.unref()
    let ended: string | undefined
    child.once('error', error => {
      ended = error.message
    })
    child.once('exit', code => {
      ended = `it ended with code ${code}`
    })
    const postmaster = await whenReady(cluster, () => {
      if (ended !== undefined) throw startError(cluster, ended, startOffset)
      return child.pid
    })
    if (stale !== undefined && stale.socketFolder !== socketFolder)
      await removeSocketFolder(stale.socketFolder)
    return postmaster
  } catch (error) {
    await removeSocketFolder(socketFolder)
    throw error
  } finally {
    await log.close()
  }
}

async function openLog(path: string): Promise<{ log: FileHandle; startOffset: number }> {
  const log = await open(path, 'a', 0o600)
  if ((await log.stat()).size > logLimitBytes) await log.truncate()
  return { log, startOffset: (await log.stat()).size }
}

/** The server's log since its start is more useful than its exit code. */
function startError(cluster: Cluster, ended: string, startOffset: number): EmbeddedPostgresError {
  const output = readFileSync(cluster.log).subarray(startOffset).toString()
  if (stillStoppingMessages.some(message => output.includes(message)))
    return new ServerStillStoppingError(output)
  return new EmbeddedPostgresError(
    `PostgreSQL did not start in ${cluster.folder}: ${ended}.\n${output.trim()}`,
  )
}

async function whenReady(cluster: Cluster, expectedPid: () => number | undefined): Promise<Postmaster> {
  const deadlineMs = Date.now() + readyTimeoutMs
  while (Date.now() < deadlineMs) {
    const pid = expectedPid()
    const postmaster = await readPostmaster(cluster.folder)
    // Until the new server writes the file, it is the previous server's.
    if (postmaster?.ready && postmaster.pid === pid) return postmaster
    await delay(pollMs)
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL was not ready after ${readyTimeoutMs / 1000} s: see ${cluster.log}.`,
  )
}

/** Waits while another process's server starts or stops in the folder. */
export async function waitUntilSettled(cluster: Cluster): Promise<void> {
  const deadlineMs = Date.now() + readyTimeoutMs
  while (Date.now() < deadlineMs) {
    const postmaster = await readPostmaster(cluster.folder)
    if (postmaster === undefined || postmaster.ready) return
    await delay(pollMs)
  }
}

/** Stops the server. SIGINT rolls back open transactions and writes a checkpoint; SIGTERM would wait for all clients. */
export async function stopPostmaster(cluster: Cluster, postmaster: Postmaster): Promise<void> {
  if (process.platform === 'win32') {
    await run(cluster.binaries.pgCtl, ['stop', '-m', 'fast', '-D', cluster.folder])
    return
  }
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    signalIfAlive(postmaster.pid, signal)
    const deadlineMs = Date.now() + stopTimeoutMs
    while (Date.now() < deadlineMs) {
      // Waits for the file instead of the process, which may remain as a zombie.
      if ((await readPostmaster(cluster.folder))?.pid !== postmaster.pid) {
        await removeSocketFolder(postmaster.socketFolder)
        return
      }
      await delay(pollMs)
    }
  }
  throw new EmbeddedPostgresError(`PostgreSQL (process ${postmaster.pid}) did not stop: see ${cluster.log}.`)
}

const socketFolderPrefix = 'almoner-pg-'

/**
 * Creates the folder of the Unix socket, with a short path, because a socket's path has at most 107 bytes.
 *
 * Only the server's user and root can enter it (0700), and both can read the data files anyway, so connections need no password.
 */
async function makeSocketFolder(): Promise<string> {
  const parent = tmpdir().length < 60 ? tmpdir() : '/tmp'
  const folder = await mkdtemp(join(parent, socketFolderPrefix))
  await chmod(folder, 0o700)
  if (isRoot()) await chown(folder, nobody.uid, nobody.gid)
  return folder
}

async function removeSocketFolder(folder: string): Promise<void> {
  if (basename(folder).startsWith(socketFolderPrefix)) await rm(folder, { recursive: true, force: true })
}

async function settings(durable: boolean, socketFolder: string): Promise<string[]> {
  const listen =
    process.platform === 'win32'
      ? { listen_addresses: '127.0.0.1', port: String(await freePort()) }
      : {
          listen_addresses: '',
          unix_socket_directories: socketFolder,
          unix_socket_permissions: '0700',
        }
  const safety = durable
    ? { wal_level: 'replica' }
    : {
        fsync: 'off',
        synchronous_commit: 'off',
        full_page_writes: 'off',
        wal_level: 'minimal',
        max_wal_senders: '0',
      }
  const values = {
    ...listen,
    ...safety,
    // Each book and realm has a pool, and several test files run at once.
    max_connections: '300',
    shared_buffers: '256MB',
    max_wal_size: '2GB',
    random_page_cost: '1.1',
    jit: 'off',
    log_checkpoints: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // /dev/shm is too small for parallel queries in many containers.
    dynamic_shared_memory_type: process.platform === 'win32' ? 'windows' : 'mmap',
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  await new Promise(resolve => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port was assigned')
  return address.port
}

function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    // kill throws errors of the system.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
