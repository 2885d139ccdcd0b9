import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ByteRange, FileKey, Files } from './files.ts'

/** Stores files below a local folder. Only the server's user may read them. */
export function folderFiles(folder: string): Files {
  // The parts of a key are plain names (files.ts), so the path is always below the folder.
  const pathOf = (key: FileKey) => join(folder, ...key.split('/'))
  // No part of a key begins with a dot.
  const partials = join(folder, '.partial')
  return {
    put: async (key, bytes) => {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await mkdir(partials, { recursive: true, mode: 0o700 })
      // Write a partial file and rename it, so that readers find the complete file or none, even after a power failure.
      const partial = join(partials, `${partialName(key)}${randomUUID()}`)
      try {
        await writeAndSync(partial, bytes)
        await rename(partial, path)
      } catch (error) {
        await rm(partial, { force: true })
        throw error
      }
    },
    get: key => readFile(pathOf(key)).catch(nullIfMissing),
    getRange: (key, range) => readRange(pathOf(key), range).catch(nullIfMissing),
    remove: async key => {
      await rm(pathOf(key), { force: true })
      // A leftover of a killed program.
      const left = (await readdir(partials).catch(nullIfMissing)) ?? []
      for (const name of left.filter(each => each.startsWith(partialName(key))))
        await rm(join(partials, name), { force: true })
    },
  }
}

/** Keys contain no dot. */
const partialName = (key: FileKey) => `${key.replaceAll('/', '.')}.`

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

async function readRange(path: string, { start, end }: ByteRange): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const bytes = Buffer.alloc(Math.max(0, Math.min(end, size) - start))
    const { bytesRead } = await file.read(bytes, 0, bytes.length, start)
    return bytes.subarray(0, bytesRead)
  } finally {
    await file.close()
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
