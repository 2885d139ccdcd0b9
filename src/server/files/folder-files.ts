import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileKey, Files } from './files.ts'

/** Files below a folder of this machine. Only the program's user may read them. */
export function folderFiles(folder: string): Files {
  // A key is made of plain names alone (files.ts), so this is always below the folder.
  const pathOf = (key: FileKey) => join(folder, ...key.split('/'))
  return {
    put: async (key, bytes) => {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      // Beside it first: whoever reads meanwhile, and whoever starts after a power cut, finds the whole file or none.
      const partial = `${path}.${randomUUID()}.partial`
      try {
        await writeThrough(partial, bytes)
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

async function writeThrough(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}
