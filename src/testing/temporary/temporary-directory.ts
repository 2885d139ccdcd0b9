import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const watchdog = fileURLToPath(new URL('watchdog.ts', import.meta.url))

/**
 * Creates a folder in the system's temporary directory. It is deleted when this process ends, however that happens, after
 * the PostgreSQL that runs on it was stopped.
 */
export function temporaryDirectory(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `almoner-${name}-`))
  // Detached, so that a signal to this process group, such as Ctrl-C, does not reach the watchdog.
  const child = spawn(process.execPath, [watchdog, folder], {
    detached: true,
    windowsHide: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.unref()
  // The pipe stays open and is never written to; it must not keep this process alive.
  if (child.stdin instanceof Socket) child.stdin.unref()
  return folder
}
