import { type ExecFileOptions, execFile } from 'node:child_process'
import { userInfo } from 'node:os'
import { promisify } from 'node:util'
import { EmbeddedPostgresError, nobody } from './binaries.ts'

const run = promisify(execFile)

/**
 * Runs initdb. It looks up the name of its user and refuses a user id without an entry in /etc/passwd, as containers often have.
 * In that case it runs in a user namespace of its own, where the id stands for nobody. The files still belong to the real id.
 *
 * @throws the error of `execFile`; EmbeddedPostgresError where the user has no name and there can be no namespace.
 */
export async function runInitdb(initdb: string, args: string[], options: ExecFileOptions): Promise<void> {
  // As another user, `options` name one that has an entry.
  if (options.uid !== undefined || hasName()) {
    await run(initdb, args, options)
    return
  }
  const namespace = ['--user', `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`]
  await run('unshare', [...namespace, 'true'], options).catch((error: Error & { stderr?: string }) => {
    throw new EmbeddedPostgresError(
      `User ${process.getuid?.()} has no entry in /etc/passwd, which PostgreSQL needs to set up its data, and this container allows no user namespace instead (${(error.stderr || error.message).trim()}). Add an entry, run as a user that has one, or set DATABASE_URL to your own server.`,
    )
  })
  await run('unshare', [...namespace, initdb, ...args], options)
}

function hasName(): boolean {
  try {
    userInfo()
    return true
  } catch {
    return false
  }
}
