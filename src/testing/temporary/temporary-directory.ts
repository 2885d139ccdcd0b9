import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const keeper = fileURLToPath(new URL('keeper.ts', import.meta.url))

/** A folder in the system's temporary directory. It goes with this process, however that ends, and PostgreSQL on it too. */
export function temporaryDirectory(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `almoner-${name}-`))
  // In a group of its own: what is sent to ours, as by Ctrl-C, does not reach it.
  const beside = spawn(process.execPath, [keeper, folder], {
    detached: true,
    windowsHide: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  beside.unref()
  // Held open, never written to, and keeping nobody waiting.
  if (beside.stdin instanceof Socket) beside.stdin.unref()
  return folder
}
