import { randomBytes } from 'node:crypto'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { EmbeddedPostgresError, isRoot, nobody, preparePostgresBinaries } from './binaries.ts'
import { type Postmaster, readPostmaster } from './pid-file.ts'
import {
  type Cluster,
  createCluster,
  launchPostmaster,
  removeAbandonedDrafts,
  ServerStillStoppingError,
  stopPostmaster,
  waitUntilSettled,
} from './postmaster.ts'

/** The administrator's connection. `host` is the folder of a Unix socket, except on Windows. */
export type EmbeddedConnection = {
  host: string
  port: number
  user: 'postgres'
  database: string
  password?: string
}

export type EmbeddedPostgres = { connection: EmbeddedConnection; stop(): Promise<void> }

/** Another process uses the data folder. */
export class DataFolderInUseError extends EmbeddedPostgresError {
  override name = 'DataFolderInUseError'
}

const majorVersion = '18'
const ownershipLockKey = 7_204_118
const database = 'almoner'
const lockAttempts = 4
const relockAttempts = 20
const launchAttempts = 10

/**
 * Starts the PostgreSQL that npm installed with the data folder `<dataDir>/postgres`, or reuses it if it still runs after the
 * server was killed. It listens on a Unix socket that only its own user can access, never on the network. On Windows, where
 * Node cannot use such sockets, it listens on the loopback address with a password. Windows and macOS are untested.
 *
 * @param options.durable false turns fsync off. For tests only: a power failure would destroy the cluster.
 * @throws DataFolderInUseError if another process uses the folder; EmbeddedPostgresError if PostgreSQL cannot start.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  durable?: boolean
}): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const cluster: Cluster = {
    binaries: await preparePostgresBinaries(dataDir),
    folder: join(dataDir, 'postgres'),
    log: join(dataDir, 'postgres.log'),
    durable: options.durable ?? true,
  }
  await removeAbandonedDrafts(cluster.folder)
  const password = await windowsPassword(dataDir)
  await ensureCluster(cluster, password?.file)

  const postmaster = await findOrLaunch(cluster)
  const connection: EmbeddedConnection = {
    host: process.platform === 'win32' ? '127.0.0.1' : postmaster.socketFolder,
    port: postmaster.port,
    user: 'postgres',
    database,
    ...(password && { password: password.text }),
  }
  const ownership = await acquireOwnership(connection, dataDir)
  await ensureDatabase(connection)
  return {
    connection,
    stop: async () => {
      await ownership.release()
      await stopPostmaster(cluster, postmaster)
    },
  }
}

async function ensureCluster(cluster: Cluster, windowsPasswordFile: string | undefined): Promise<void> {
  const owner = await stat(cluster.folder).catch(() => undefined)
  if (owner === undefined) return createCluster(cluster, windowsPasswordFile)
  const serverUser = isRoot() ? nobody.uid : process.getuid?.()
  if (serverUser !== undefined && owner.uid !== serverUser)
    throw new EmbeddedPostgresError(
      `${cluster.folder} belongs to user ${owner.uid} and PostgreSQL would run as user ${serverUser}: start the server as that user, or choose another folder with DATA_DIR.`,
    )
  const version = (await readFile(join(cluster.folder, 'PG_VERSION'), 'utf8').catch(() => 'unknown')).trim()
  if (version !== majorVersion)
    throw new EmbeddedPostgresError(
      `${cluster.folder} was created by PostgreSQL ${version}, and this version uses PostgreSQL ${majorVersion}: see "Upgrade" in docs/operate.md.`,
    )
}

async function findOrLaunch(cluster: Cluster): Promise<Postmaster> {
  for (let attempt = 1; ; attempt++) {
    const running = await readPostmaster(cluster.folder)
    if (running?.ready && (await acceptsConnections(running))) return running
    try {
      // Only PostgreSQL can tell whether the process id in a PID file belongs to a server or was reused.
      return await launchPostmaster(cluster)
    } catch (error) {
      if (attempt === launchAttempts) throw error
      // Another server is starting, recovering or stopping here, or a killed one has not ended yet.
      if ((await readPostmaster(cluster.folder)) !== undefined) await waitUntilSettled(cluster)
      else if (!(error instanceof ServerStillStoppingError)) throw error
      await delay(100 * attempt)
    }
  }
}

async function acceptsConnections(postmaster: Postmaster): Promise<boolean> {
  if (process.platform === 'win32') return true
  const client = new pg.Client({
    host: postmaster.socketFolder,
    port: postmaster.port,
    user: 'postgres',
    database: 'postgres',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch (error) {
    // A rejection comes from a running server too (57P03: it is starting or stopping).
    return error instanceof pg.DatabaseError
  } finally {
    await client.end().catch(() => {})
  }
}

/** Holds an advisory lock on its own session until this process ends, so that only one process uses the data folder. */
async function acquireOwnership(
  connection: EmbeddedConnection,
  dataDir: string,
): Promise<{ release(): Promise<void> }> {
  let released = false
  let session = await lockedSession(connection)
  // PostgreSQL may take a moment to notice that the previous process was killed.
  for (let attempt = 1; session === undefined && attempt < lockAttempts; attempt++) {
    await delay(200)
    session = await lockedSession(connection)
  }
  if (session === undefined)
    throw new DataFolderInUseError(
      `Another server uses ${dataDir}: stop it first, or choose another folder with DATA_DIR.`,
    )

  // PostgreSQL closes all sessions when one of its processes crashes. The lock must be acquired again.
  const relock = async () => {
    for (let attempt = 0; attempt < relockAttempts && !released; attempt++) {
      await delay(250)
      session = await lockedSession(connection).catch(() => undefined)
      if (session !== undefined) return void session.once('end', onEnd)
    }
  }
  const onEnd = () => {
    if (!released) void relock()
  }
  session.once('end', onEnd)
  return {
    release: async () => {
      released = true
      await session?.end().catch(() => {})
    },
  }
}

async function lockedSession(connection: EmbeddedConnection): Promise<pg.Client | undefined> {
  const client = new pg.Client({ ...connection, database: 'postgres', application_name: 'almoner owner' })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ acquired: boolean }>('select pg_try_advisory_lock($1) as acquired', [
    ownershipLockKey,
  ])
  if (rows[0]?.acquired) return client
  await client.end()
  return undefined
}

async function ensureDatabase(connection: EmbeddedConnection): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
    if (rowCount === 0) await client.query(`create database ${database}`)
  } finally {
    await client.end()
  }
}

async function windowsPassword(dataDir: string): Promise<{ file: string; text: string } | undefined> {
  if (process.platform !== 'win32') return undefined
  const file = join(dataDir, 'postgres-password')
  const text = await readFile(file, 'utf8').catch(async () => {
    const password = randomBytes(24).toString('hex')
    await writeFile(file, password, { mode: 0o600, flag: 'wx' })
    return password
  })
  return { file, text }
}
