import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporaryDirectory } from '../../testing/temporary/temporary-directory.ts'
import { type Files, fileKey } from './files.ts'
import { folderFiles } from './folder-files.ts'
import { type S3Settings, s3Files } from './s3-files.ts'

// One suite for both implementations, because callers do not know which one they use.

let folder: string
let s3: S3rver
let settings: S3Settings
const stores: Record<string, Files> = {}

beforeAll(async () => {
  folder = temporaryDirectory('files')
  s3 = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: 'portal', configs: [] }],
  })
  const { port } = await s3.run()
  settings = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    bucket: 'portal',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  }
  stores.folder = folderFiles(join(folder, 'stored'))
  stores.s3 = s3Files(settings)
})
afterAll(async () => {
  await s3.close()
  await rm(folder, { recursive: true })
})

const storeNamed = (name: string): Files => {
  const store = stores[name]
  if (!store) throw new Error(`no store ${name}`)
  return store
}

describe.each(['folder', 's3'])('files in the %s', name => {
  const key = fileKey('npt', 'content-files', '0192a3b4-0000-7000-8000-000000000001')

  test('returns the stored bytes unchanged, including bytes that are not text', async () => {
    const files = storeNamed(name)
    const bytes = Uint8Array.from({ length: 100_000 }, (_, at) => (at * 7) % 256)
    await files.put(key, bytes)
    expect(await files.get(key)).toEqual(Buffer.from(bytes))
  })

  test('returns a part of a file, what there is beyond its end, and null for a missing file', async () => {
    const files = storeNamed(name)
    await files.put(key, Buffer.from('0123456789'))
    expect((await files.getRange(key, { start: 3, end: 6 }))?.toString()).toBe('345')
    expect((await files.getRange(key, { start: 8, end: 20 }))?.toString()).toBe('89')
    expect((await files.getRange(key, { start: 20, end: 30 }))?.length).toBe(0)
    expect(await files.getRange(fileKey('npt', 'a', 'never'), { start: 0, end: 1 })).toBeNull()
  })

  test('replaces a file that is stored again', async () => {
    const files = storeNamed(name)
    await files.put(key, Buffer.from('first'))
    await files.put(key, Buffer.from('second'))
    expect((await files.get(key))?.toString()).toBe('second')
  })

  test('keeps the files of two realms apart', async () => {
    const files = storeNamed(name)
    await files.put(fileKey('npt', 'a', 'same'), Buffer.from('one'))
    await files.put(fileKey('rathbones', 'a', 'same'), Buffer.from('other'))
    expect((await files.get(fileKey('npt', 'a', 'same')))?.toString()).toBe('one')
  })

  test('returns null for unknown and removed keys, and removes twice without an error', async () => {
    const files = storeNamed(name)
    expect(await files.get(fileKey('npt', 'a', 'never'))).toBeNull()
    await files.put(key, Buffer.from('stored'))
    await files.remove(key)
    expect(await files.get(key)).toBeNull()
    await files.remove(key)
  })

  test('stores one complete file if several are stored under one key at once', async () => {
    const files = storeNamed(name)
    const texts = Array.from({ length: 8 }, (_, at) => String(at).repeat(50_000))
    await Promise.all(texts.map(text => files.put(key, Buffer.from(text))))
    expect(texts).toContain((await files.get(key))?.toString())
  })
})

test.each(['..', '.', '', 'a/b', 'a\\b', '/etc', 'A', 'a.b', '%2e%2e', 'a\0', '-a'])(
  'rejects %j as a part of a key, so that no key leaves its realm',
  text => {
    expect(() => fileKey('npt', text)).toThrow('is not a valid part of a file key')
    expect(() => fileKey(text, 'a')).toThrow('is not a valid part of a file key')
  },
)

test('only the server’s user can read the folder, and it contains no partial files', async () => {
  await storeNamed('folder').put(fileKey('npt', 'alone', 'one'), Buffer.from('x'))
  const stored = join(folder, 'stored', 'npt', 'alone')
  expect(await readdir(stored)).toEqual(['one'])
  expect((await stat(join(stored, 'one'))).mode & 0o077).toBe(0)
  expect((await stat(stored)).mode & 0o077).toBe(0)
})

test('a missing bucket and rejected credentials are errors, not missing files', async () => {
  await expect(s3Files({ ...settings, bucket: 'elsewhere' }).get(fileKey('npt', 'a'))).rejects.toThrow(
    /no bucket elsewhere/,
  )
  const unauthorized = s3Files({ ...settings, accessKeyId: 'unknown' })
  await expect(unauthorized.put(fileKey('npt', 'a'), Buffer.from('x'))).rejects.toThrow(/answered 403/)
})
