import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Files, fileKey } from './files.ts'
import { folderFiles } from './folder-files.ts'
import { type S3Settings, s3Files } from './s3-files.ts'

// One suite for both places, since the program does not know which it was given.

let folder: string
let s3: S3rver
let settings: S3Settings
const stores: Record<string, Files> = {}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almoner-files-'))
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
  stores.folder = folderFiles(join(folder, 'kept'))
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

  test('what was put is got, byte for byte, also what no text could hold', async () => {
    const files = storeNamed(name)
    const bytes = Uint8Array.from({ length: 100_000 }, (_, at) => (at * 7) % 256)
    await files.put(key, bytes)
    expect(await files.get(key)).toEqual(Buffer.from(bytes))
  })

  test('a second put replaces the first', async () => {
    const files = storeNamed(name)
    await files.put(key, Buffer.from('first'))
    await files.put(key, Buffer.from('second'))
    expect((await files.get(key))?.toString()).toBe('second')
  })

  test('keys of two realms are two files', async () => {
    const files = storeNamed(name)
    await files.put(fileKey('npt', 'a', 'same'), Buffer.from('one'))
    await files.put(fileKey('rathbones', 'a', 'same'), Buffer.from('other'))
    expect((await files.get(fileKey('npt', 'a', 'same')))?.toString()).toBe('one')
  })

  test('what nobody put is null, and what was removed is gone; a repeat is harmless', async () => {
    const files = storeNamed(name)
    expect(await files.get(fileKey('npt', 'a', 'never'))).toBeNull()
    await files.put(key, Buffer.from('kept'))
    await files.remove(key)
    expect(await files.get(key)).toBeNull()
    await files.remove(key)
  })

  test('many puts of one key at once leave one of them, whole', async () => {
    const files = storeNamed(name)
    const texts = Array.from({ length: 8 }, (_, at) => String(at).repeat(50_000))
    await Promise.all(texts.map(text => files.put(key, Buffer.from(text))))
    expect(texts).toContain((await files.get(key))?.toString())
  })
})

test.each(['..', '.', '', 'a/b', 'a\\b', '/etc', 'A', 'a.b', '%2e%2e', 'a\0', '-a'])(
  'no key leads out of its realm: %j is no part of one',
  text => {
    expect(() => fileKey('npt', text)).toThrow('no part of a file key')
    expect(() => fileKey(text, 'a')).toThrow('no part of a file key')
  },
)

test('the folder is the program’s alone, and holds no half of a file', async () => {
  await storeNamed('folder').put(fileKey('npt', 'alone', 'one'), Buffer.from('x'))
  const kept = join(folder, 'kept', 'npt', 'alone')
  expect(await readdir(kept)).toEqual(['one'])
  expect((await stat(join(kept, 'one'))).mode & 0o077).toBe(0)
  expect((await stat(kept)).mode & 0o077).toBe(0)
})

test('a bucket that is not there and a key that is refused are errors, not files that nobody kept', async () => {
  await expect(s3Files({ ...settings, bucket: 'elsewhere' }).get(fileKey('npt', 'a'))).rejects.toThrow(
    /no bucket elsewhere/,
  )
  const stranger = s3Files({ ...settings, accessKeyId: 'stranger' })
  await expect(stranger.put(fileKey('npt', 'a'), Buffer.from('x'))).rejects.toThrow(/answered 403/)
})
