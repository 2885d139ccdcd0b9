import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileKey, Files } from './files.ts'

/** Stores files below a local folder. Only the server's user may read them. */
export function folderFiles(folder: string): Files {
  // The parts of a key are plain names (files.ts), so the path is always below the folder.
  const pathOf = (key: FileKey) => join(folder, ...key.split('/'))
  return {
    put: async (key, bytes) => {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      // Write a partial file and rename it, so that readers find the complete file or none, even after a power failure.
      const partial = `${path}.${randomUUID()}.partial`
      try {
        await writeAndSync(partial, bytes)
        await rename(partial, path)
      } catch (error) {
        await rm(partial, { force: true })
        throw error
      }
    },
    get: key =>
      readFile(pathOf(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      }),
    remove: key => rm(pathOf(key), { force: true }),
  }
}

async function writeAndSync(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}
