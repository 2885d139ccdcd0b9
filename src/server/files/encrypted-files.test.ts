import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { temporaryDirectory } from '../../testing/temporary/temporary-directory.ts'
import { dataKeysOf } from './data-keys.ts'
import { chunkBytes, type EncryptedFile, encryptedFiles } from './encrypted-files.ts'
import { type FileKey, fileKey } from './files.ts'
import { folderFiles } from './folder-files.ts'

const files = folderFiles(temporaryDirectory('encrypted'))
const ring = [{ keyId: 'k2', key: randomBytes(32) }]
const store = encryptedFiles(files, ring)
const storedChunk = chunkBytes + 16
let made = 0

async function stored(plain: Buffer): Promise<EncryptedFile> {
  made += 1
  const key = fileKey('npt', 'documents', String(made))
  const file = { key, dataKey: store.createKey(key), bytes: plain.length }
  await store.put(file, plain)
  return file
}

async function readAll(file: EncryptedFile, range?: { start: number; end: number }): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of store.read(file, range)) parts.push(part)
  return Buffer.concat(parts)
}

/** Replaces the stored bytes. */
async function alter(key: FileKey, change: (bytes: Buffer) => Uint8Array): Promise<void> {
  await files.put(key, change((await files.get(key)) ?? Buffer.alloc(0)))
}

describe('an encrypted file', () => {
  test.each([1, 100, chunkBytes - 1, chunkBytes, chunkBytes + 1, 20 * chunkBytes + 7])(
    'of %i bytes is read back unchanged, and nothing of it is stored in clear',
    async bytes => {
      const plain = Buffer.alloc(bytes, 'Ada Finch, account 4711. ')
      const file = await stored(plain)
      expect((await readAll(file)).equals(plain)).toBe(true)
      expect((await files.get(file.key))?.includes('Ada Finch')).toBe(false)
    },
  )

  test('returns any range, also across chunks and reads', async () => {
    const plain = randomBytes(18 * chunkBytes + 5)
    const file = await stored(plain)
    const ranges: [number, number][] = [
      [0, 1],
      [chunkBytes - 1, chunkBytes + 1],
      [chunkBytes, 2 * chunkBytes],
      [5, 17 * chunkBytes],
      [18 * chunkBytes, plain.length],
      [plain.length - 1, plain.length],
    ]
    for (const [start, end] of ranges)
      expect((await readAll(file, { start, end })).equals(plain.subarray(start, end))).toBe(true)
  })

  test.each([
    ['with one changed bit', (bytes: Buffer) => bytes.fill((bytes[9] ?? 0) ^ 1, 9, 10)],
    ['without its last chunk', (bytes: Buffer) => bytes.subarray(0, 2 * storedChunk)],
    ['cut within a chunk', (bytes: Buffer) => bytes.subarray(0, bytes.length - 1)],
    [
      'with two chunks swapped',
      (bytes: Buffer) =>
        Buffer.concat([
          bytes.subarray(storedChunk, 2 * storedChunk),
          bytes.subarray(0, storedChunk),
          bytes.subarray(2 * storedChunk),
        ]),
    ],
  ])('is refused %s', async (_what, change) => {
    const file = await stored(randomBytes(2 * chunkBytes + 100))
    await alter(file.key, change)
    await expect(readAll(file)).rejects.toThrow()
  })

  test('is refused if it ends before the length of its row, at the edge of a chunk', async () => {
    const file = await stored(randomBytes(2 * chunkBytes))
    await expect(readAll({ ...file, bytes: chunkBytes })).rejects.toThrow()
    await expect(readAll({ ...file, bytes: 3 * chunkBytes })).rejects.toThrow()
  })

  test('cannot be read with the key of another file, or with a key that was altered', async () => {
    const [one, other] = [await stored(randomBytes(10)), await stored(randomBytes(10))]
    expect(() => store.read({ ...one, dataKey: other.dataKey })).toThrow()
    const wrapped = Buffer.from(one.dataKey.wrapped)
    wrapped.writeUInt8((wrapped[20] ?? 0) ^ 1, 20)
    expect(() => store.read({ ...one, dataKey: { ...one.dataKey, wrapped } })).toThrow()
  })

  test('that is missing from the store is an error', async () => {
    const file = await stored(randomBytes(10))
    await store.remove(file.key)
    await expect(readAll(file)).rejects.toThrow(/missing/)
  })
})

test('a data key is wrapped by the first key of the server, and unwrapped by any that it has', () => {
  const [older, newer] = [randomBytes(32), randomBytes(32)]
  const before = dataKeysOf([{ keyId: 'older', key: older }])
  const both = dataKeysOf([
    { keyId: 'newer', key: newer },
    { keyId: 'older', key: older },
  ])
  const dataKey = before.create()
  const wrapped = before.wrap(dataKey, 'npt/documents/1')
  expect(both.unwrap(wrapped, 'npt/documents/1').equals(dataKey)).toBe(true)
  const again = both.wrap(dataKey, 'npt/documents/1')
  expect(again.keyId).toBe('newer')
  expect(() => before.unwrap(again, 'npt/documents/1')).toThrow('the server has no key newer')
})
