import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { testFilesFolder } from './test-files-folder.ts'

const watchdog = fileURLToPath(new URL('watchdog.ts', import.meta.url))

let runFolder: string | undefined

/** Places this process's temporary directories in a folder that the watchdog of its test run deletes. */
export function setRunFolder(folder: string): void {
  runFolder = folder
}

/**
 * Creates a folder among the test files. It is deleted when the test run or this process ends, however that happens, after
 * the PostgreSQL that runs on it was stopped.
 */
export function temporaryDirectory(name: string): string {
  if (runFolder !== undefined) return mkdtempSync(join(runFolder, `almoner-${name}-`))
  const folder = mkdtempSync(join(testFilesFolder(), `almoner-${name}-`))
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
