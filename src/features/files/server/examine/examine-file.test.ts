import { deflateSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { clientOfBook } from '../../../../clients/clients.ts'
import { Problem } from '../../../../contract/problems.ts'
import { createHeavyWork, heavyWorkLimits } from '../../../../server/heavy-work/heavy-work.ts'
import { portalOf } from '../../../../server/heavy-work/requester.ts'
import {
  gifOf,
  jpeg4x3,
  losslessWebp4x3,
  pdfOf,
  pdfWithPackedObject,
  pngOf,
  webp4x3,
} from '../../../../testing/factories/make-file.ts'
import { examineFile, examineJob } from './examine-file.ts'

// Mocks do not apply in worker threads, so these fail only if the main thread imports the modules.
vi.mock('@cantoo/pdf-lib', () => {
  throw new Error('the main thread must not parse PDFs')
})
vi.mock('./read-picture.ts', () => {
  throw new Error('the main thread must not read pictures')
})

const requester = portalOf(clientOfBook('npt'))
const uploadOf = (bytes: Uint8Array) => ({ read: async () => new Uint8Array(bytes) })

async function refusalOf(
  bytes: Uint8Array | string,
  limits: Partial<typeof heavyWorkLimits & typeof examineJob> = {},
): Promise<string> {
  try {
    const upload = uploadOf(Buffer.from(bytes as string, 'latin1'))
    const { mediaType } = await examineFile(upload, requester, {
      heavyWork: createHeavyWork({ ...heavyWorkLimits, ...limits }),
      job: { ...examineJob, ...limits },
    })
    return `accepted as ${mediaType}`
  } catch (error) {
    if (error instanceof Problem) return error.errors?.file?.join() ?? error.message
    throw error
  }
}

test.each([
  ['PNG', pngOf(640, 480), 'image/png', { widthPx: 640, heightPx: 480 }],
  ['JPEG', jpeg4x3, 'image/jpeg', { widthPx: 4, heightPx: 3 }],
  ['WebP', webp4x3, 'image/webp', { widthPx: 4, heightPx: 3 }],
  ['WebP without loss', losslessWebp4x3, 'image/webp', { widthPx: 4, heightPx: 3 }],
  ['GIF', gifOf(30, 20), 'image/gif', { widthPx: 30, heightPx: 20 }],
  ['PDF', pdfOf(), 'application/pdf', null],
])('detects a %s and its size by its bytes', async (_name, bytes, mediaType, size) => {
  expect(await examineFile(uploadOf(bytes), requester)).toMatchObject({ mediaType, size })
})

test('rejects a file with the reason that the thread gives', async () => {
  expect(await refusalOf('GIF89a=1;alert(document.cookie)//')).toMatch(/picture is damaged or incomplete/)
})

describe('a file that was made to block the server', () => {
  const manyStreams = `%PDF-1.7\n${'stream\n'.repeat(150_000)}startxref\n9\n%%EOF\n`
  const manyObjectStreams = `%PDF-1.7\n${'<< /ObjStm >> stream\n'.repeat(500_000)}startxref\n9\n%%EOF\n`
  /** The parser looks for an object at each of these letters, and counts the preceding lines each time. */
  const slow = `%PDF-1.7\n${'garbage\n'.repeat(300_000)}startxref\n9\n%%EOF\n`
  const zeros = (megabytes: number) =>
    pdfWithPackedObject({
      object: '<< >>',
      catalog: '/OpenAction 4 0 R',
      dictionary: '/Filter /FlateDecode',
      pack: text =>
        deflateSync(Buffer.concat([Buffer.from(text), Buffer.alloc(megabytes * 1024 * 1024, ' ')])),
    })

  test.each([
    ['of 150,000 streams', manyStreams],
    ['of 500,000 object streams', manyObjectStreams],
    ['of 300,000 objects', `%PDF-1.7\n${'1 0 obj 1 endobj\n'.repeat(300_000)}startxref\n9\n%%EOF\n`],
  ])('%s is rejected before it is parsed', async (_name, bytes) => {
    expect(await refusalOf(bytes)).toMatch(/too many parts/)
  })

  test('that takes longer than the limit is rejected, and the next file is examined', async () => {
    expect(await refusalOf(slow, { cpuMs: 1_000 })).toMatch(/takes too long/)
    expect(await refusalOf(pdfOf())).toBe('accepted as application/pdf')
  })

  test('that decompresses to more memory than the limit is rejected', async () => {
    const limits = { heapMb: 128, buffersMb: 48 }
    expect(await refusalOf(zeros(200), limits)).toMatch(/too much memory/)
    expect(await refusalOf(pdfOf())).toBe('accepted as application/pdf')
  })

  test('that fills the heap is rejected', async () => {
    const names = Array.from({ length: 180_000 }, (_, at) => `/N${at} [${at} (${at})]`).join(' ')
    const limits = { heapMb: 24 }
    expect(await refusalOf(pdfOf({ catalog: `/X << ${names} >>` }), limits)).toMatch(/too much memory/)
  })
})
