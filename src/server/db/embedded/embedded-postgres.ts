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
  DyingServerError,
  haltPostmaster,
  launchPostmaster,
  removeAbandonedDrafts,
  untilSettled,
} from './postmaster.ts'

/** The administrator's connection; `host` is a socket's folder but on Windows. */
export type EmbeddedConnection = {
  host: string
  port: number
  user: 'postgres'
  database: string
  password?: string
}

export type EmbeddedPostgres = { connection: EmbeddedConnection; stop(): Promise<void> }

/** A second program was started on a data folder that a first one still uses. */
export class DataFolderInUseError extends EmbeddedPostgresError {
  override name = 'DataFolderInUseError'
}

const majorVersion = '18'
const ownershipLock = 7_204_118
const database = 'almoner'
const claimAttempts = 4
const reclaimAttempts = 20
const launchAttempts = 10

/**
 * Starts the PostgreSQL that npm installed on `<dataDir>/postgres`, or finds it still running after its program was
 * killed. It listens on a socket that only its own user can reach, never on the network (but on Windows, where Node
 * cannot use such sockets: loopback and a password; that branch and macOS have not been tried).
 *
 * @param options.durable false turns fsync off: for tests alone, a power cut would lose the cluster.
 * @throws DataFolderInUseError when another program uses the folder; EmbeddedPostgresError, with a sentence for the
 * person at the terminal, when the server cannot start.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  durable?: boolean
}): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const cluster: Cluster = {
    binaries: await preparePostgresBinaries(),
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
  const ownership = await claim(connection, dataDir)
  await ensureDatabase(connection)
  return {
    connection,
    stop: async () => {
      await ownership.release()
      await haltPostmaster(cluster, postmaster)
    },
  }
}

async function ensureCluster(cluster: Cluster, windowsPasswordFile: string | undefined): Promise<void> {
  const owner = await stat(cluster.folder).catch(() => undefined)
  if (owner === undefined) return createCluster(cluster, windowsPasswordFile)
  const serverUser = isRoot() ? nobody.uid : process.getuid?.()
  if (serverUser !== undefined && owner.uid !== serverUser)
    throw new EmbeddedPostgresError(
      `${cluster.folder} belongs to user ${owner.uid} and PostgreSQL would run as user ${serverUser}: start the program as whoever started it first, or choose another folder with DATA_DIR.`,
    )
  const version = (
    await readFile(join(cluster.folder, 'PG_VERSION'), 'utf8').catch(() => 'nothing known')
  ).trim()
  if (version !== majorVersion)
    throw new EmbeddedPostgresError(
      `${cluster.folder} was made by PostgreSQL ${version} and this program brings ${majorVersion}: see "Upgrade" in docs/operate.md.`,
    )
}

async function findOrLaunch(cluster: Cluster): Promise<Postmaster> {
  for (let attempt = 1; ; attempt++) {
    const running = await readPostmaster(cluster.folder)
    if (running?.ready && (await answers(running))) return running
    try {
      // Only PostgreSQL itself can tell a stale file, whose number another process now has, from a server.
      return await launchPostmaster(cluster)
    } catch (error) {
      if (attempt === launchAttempts) throw error
      // Refused because another server is just starting, recovering or stopping here, or one that was killed still dies.
      if ((await readPostmaster(cluster.folder)) !== undefined) await untilSettled(cluster)
      else if (!(error instanceof DyingServerError)) throw error
      await delay(100 * attempt)
    }
  }
}

async function answers(postmaster: Postmaster): Promise<boolean> {
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
    // Refused by the server is an answer too (57P03: it is just starting or stopping).
    return error instanceof pg.DatabaseError
  } finally {
    await client.end().catch(() => {})
  }
}

/** Holds an advisory lock on a session of its own as long as this program lives; the lock goes when the program does. */
async function claim(connection: EmbeddedConnection, dataDir: string): Promise<{ release(): Promise<void> }> {
  let released = false
  let session = await lockedSession(connection)
  // The server may need a moment to notice that the last program was killed.
  for (let attempt = 1; session === undefined && attempt < claimAttempts; attempt++) {
    await delay(200)
    session = await lockedSession(connection)
  }
  if (session === undefined)
    throw new DataFolderInUseError(
      `Another copy of the program is running on ${dataDir}: stop it first, or choose another folder with DATA_DIR.`,
    )

  // The server drops every session when one of its processes crashes; the lock has to be taken again.
  const reclaim = async () => {
    for (let attempt = 0; attempt < reclaimAttempts && !released; attempt++) {
      await delay(250)
      session = await lockedSession(connection).catch(() => undefined)
      if (session !== undefined) return void session.once('end', lost)
    }
  }
  const lost = () => {
    if (!released) void reclaim()
  }
  session.once('end', lost)
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
  const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
    ownershipLock,
  ])
  if (rows[0]?.mine) return client
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
    const fresh = randomBytes(24).toString('hex')
    await writeFile(file, fresh, { mode: 0o600, flag: 'wx' })
    return fresh
  })
  return { file, text }
}
