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
import { forgetZombie, isAlive, type Postmaster, readPidFile, readPostmaster } from './pid-file.ts'

const run = promisify(execFile)

export type Cluster = { binaries: Binaries; folder: string; log: string; durable: boolean }

/** Another server still held the folder when this one was started; where it was killed, soon none will. */
export class DyingServerError extends EmbeddedPostgresError {
  override name = 'DyingServerError'
}

/** What PostgreSQL says when it meets a server whose last process has not ended yet, or just did. */
const signsOfDying = ['pre-existing shared memory block', 'lock file "postmaster.pid" already exists']

const readyTimeoutMs = 120_000
const stopTimeoutMs = 30_000
const pollMs = 10
const logLimitBytes = 10_000_000

/**
 * How PostgreSQL is to be started: as nobody when we are root, and then with its data named by its own working folder.
 * Node enters that folder before it gives up root's rights, so the data may lie under folders that nobody may enter.
 */
function asServerUser(cluster: Cluster) {
  const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' }
  if (!isRoot()) return { dataArgument: cluster.folder, options: { env, cwd: cluster.folder } }
  if (process.platform !== 'linux')
    throw new EmbeddedPostgresError('PostgreSQL refuses to run as root: start the program as another user.')
  return { dataArgument: '/proc/self/cwd', options: { env, cwd: cluster.folder, ...nobody } }
}

/** Makes an empty cluster beside its place and moves it there whole, so that an interrupted start leaves nothing half made. */
export async function createCluster(cluster: Cluster, windowsPasswordFile?: string): Promise<void> {
  const draft = `${cluster.folder}.${process.pid}-${randomUUID()}.new`
  await mkdir(draft, { recursive: true, mode: 0o700 })
  if (isRoot()) await chown(draft, nobody.uid, nobody.gid)
  const { dataArgument, options } = asServerUser({ ...cluster, folder: draft })
  const initdbArguments = ['-D', dataArgument, '-U', 'postgres', '-E', 'UTF8', '--locale-provider=builtin']
  initdbArguments.push('--builtin-locale=C.UTF-8', ...(cluster.durable ? [] : ['--no-sync']))
  if (windowsPasswordFile === undefined) initdbArguments.push('-A', 'trust')
  else initdbArguments.push('-A', 'scram-sha-256', `--pwfile=${windowsPasswordFile}`)
  await run(cluster.binaries.initdb, initdbArguments, options).catch((error: Error & { stderr?: string }) => {
    throw new EmbeddedPostgresError(
      `PostgreSQL could not set up ${cluster.folder}: ${error.stderr || error.message}`,
    )
  })
  await rename(draft, cluster.folder).catch(async (error: NodeJS.ErrnoException) => {
    await rm(draft, { recursive: true, force: true })
    // Another program was faster; what it made is as good.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
  })
}

/** Drafts whose program died in the middle of initdb. */
export async function removeAbandonedDrafts(clusterFolder: string): Promise<void> {
  for (const name of await readdir(dirname(clusterFolder))) {
    const pid = /^(.+)\.(\d+)-[0-9a-f-]+\.new$/.exec(name)
    if (pid?.[1] !== basename(clusterFolder) || isAlive(Number(pid[2]))) continue
    await rm(join(dirname(clusterFolder), name), { recursive: true, force: true })
  }
}

/** Starts the server of a cluster that has none; returns once it accepts connections. */
export async function launchPostmaster(cluster: Cluster): Promise<Postmaster> {
  const { dataArgument, options } = asServerUser(cluster)
  const stale = await readPidFile(cluster.folder)
  if (stale !== undefined) await forgetZombie(cluster.folder, stale)
  const socketFolder = process.platform === 'win32' ? '' : await makeSocketFolder()
  const { log, beganAt } = await openLog(cluster.log)
  try {
    const child = spawn(
      cluster.binaries.postgres,
      ['-D', dataArgument, ...(await settings(cluster.durable, socketFolder))],
      // Its own group: Ctrl-C on the terminal is ours to handle, and the server outlives a killed program.
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
      if (ended !== undefined) throw refusal(cluster, ended, beganAt)
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

async function openLog(path: string): Promise<{ log: FileHandle; beganAt: number }> {
  const log = await open(path, 'a', 0o600)
  if ((await log.stat()).size > logLimitBytes) await log.truncate()
  return { log, beganAt: (await log.stat()).size }
}

/** What the server itself said since it was started tells more than its exit code. */
function refusal(cluster: Cluster, ended: string, beganAt: number): EmbeddedPostgresError {
  const said = readFileSync(cluster.log).subarray(beganAt).toString()
  if (signsOfDying.some(sign => said.includes(sign))) return new DyingServerError(said)
  return new EmbeddedPostgresError(`PostgreSQL did not start in ${cluster.folder}: ${ended}.\n${said.trim()}`)
}

async function whenReady(cluster: Cluster, expectedPid: () => number | undefined): Promise<Postmaster> {
  const deadlineMs = Date.now() + readyTimeoutMs
  while (Date.now() < deadlineMs) {
    const pid = expectedPid()
    const postmaster = await readPostmaster(cluster.folder)
    // Until the new server writes its own, the file is still a dead one's.
    if (postmaster?.ready && postmaster.pid === pid) return postmaster
    await delay(pollMs)
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL was not ready after ${readyTimeoutMs / 1000} s: see ${cluster.log}.`,
  )
}

/** Waits while another program's server starts or stops here. */
export async function untilSettled(cluster: Cluster): Promise<void> {
  const deadlineMs = Date.now() + readyTimeoutMs
  while (Date.now() < deadlineMs) {
    const postmaster = await readPostmaster(cluster.folder)
    if (postmaster === undefined || postmaster.ready) return
    await delay(pollMs)
  }
}

/** Ends the server: SIGINT rolls back what is open and checkpoints. SIGTERM would wait for every client. */
export async function haltPostmaster(cluster: Cluster, postmaster: Postmaster): Promise<void> {
  if (process.platform === 'win32') {
    await run(cluster.binaries.pgCtl, ['stop', '-m', 'fast', '-D', cluster.folder])
    return
  }
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    signalIfAlive(postmaster.pid, signal)
    const deadlineMs = Date.now() + stopTimeoutMs
    while (Date.now() < deadlineMs) {
      // The file goes with the server's last breath. A dead process may linger where nobody reaps it.
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
 * A short path, because a socket's may have no more than 107 bytes; beside nothing that a backup would carry away.
 *
 * Only the server's user and root can enter the folder (0700) and PostgreSQL listens nowhere else, so whoever reaches the
 * socket could read the data files as well: trusting connections without a password gives nothing away.
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
    // One pool for each book and realm, in several test files at once.
    max_connections: '300',
    shared_buffers: '256MB',
    max_wal_size: '2GB',
    random_page_cost: '1.1',
    jit: 'off',
    log_checkpoints: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Where /dev/shm is small, as in a container, parallel queries would fail.
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
  if (address === null || typeof address === 'string') throw new Error('no port was given')
  return address.port
}

function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
