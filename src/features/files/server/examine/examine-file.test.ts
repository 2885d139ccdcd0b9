import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { Problem } from '../../../../contract/problems.ts'
import {
  gifOf,
  jpeg4x3,
  losslessWebp4x3,
  pdfOf,
  pdfWithPackedObject,
  pngOf,
  webp4x3,
} from '../../../../testing/factories/make-file.ts'
import { examinationLimits, examineFile } from './examine-file.ts'

// Mocks do not apply in worker threads, so these fail only if the main thread imports the modules.
vi.mock('@cantoo/pdf-lib', () => {
  throw new Error('the main thread must not parse PDFs')
})
vi.mock('./read-picture.ts', () => {
  throw new Error('the main thread must not read pictures')
})

async function refusalOf(bytes: Uint8Array | string, limits = examinationLimits): Promise<string> {
  try {
    const { mediaType } = await examineFile(Buffer.from(bytes as string, 'latin1'), limits)
    return `accepted as ${mediaType}`
  } catch (error) {
    if (error instanceof Problem) return error.errors?.file?.join() ?? error.message
    throw error
  }
}
const concat = (...parts: (Uint8Array | string)[]) =>
  Buffer.concat(
    parts.map(part => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  )
const withChange = (bytes: Uint8Array, change: (copy: Buffer) => void) => {
  const copy = Buffer.from(bytes)
  change(copy)
  return copy
}
const noise = (widthPx: number, heightPx: number) =>
  Buffer.from(
    Array.from({ length: 3 * widthPx * heightPx }, (_, at) => (at * 7919 + (at >> 8) * 104_729) % 256),
  )

test.each([
  ['PNG', pngOf(640, 480), 'image/png', { widthPx: 640, heightPx: 480 }],
  ['JPEG', jpeg4x3, 'image/jpeg', { widthPx: 4, heightPx: 3 }],
  ['WebP', webp4x3, 'image/webp', { widthPx: 4, heightPx: 3 }],
  ['WebP without loss', losslessWebp4x3, 'image/webp', { widthPx: 4, heightPx: 3 }],
  ['GIF', gifOf(30, 20), 'image/gif', { widthPx: 30, heightPx: 20 }],
  ['PDF', pdfOf(), 'application/pdf', null],
])('detects a %s and its size by its bytes', async (_name, bytes, mediaType, size) => {
  expect(await examineFile(bytes)).toMatchObject({ mediaType, size })
})

describe('rejects a file that is neither a picture nor a PDF', () => {
  test.each([
    [
      'an SVG',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      /SVG.*not accepted/,
    ],
    ['an SVG after a comment', '\n <!-- oak --><svg></svg>', /SVG.*not accepted/],
    ['an SVG after a byte order mark', '\xef\xbb\xbf<?xml version="1.0"?><svg/>', /SVG.*not accepted/],
    ['an SVG in UTF-16', Buffer.from('\ufeff<svg/>', 'utf16le'), /SVG.*not accepted/],
    ['an HTML page', '<!DOCTYPE html><html></html>', /HTML.*not accepted/],
    ['a script', 'alert(1)', /neither a picture/],
    ['a program', 'MZ\x90\0', /neither a picture/],
    ['a Word document', 'PK\x03\x04', /neither a picture/],
    ['a PDF after other bytes', concat('GARBAGE\n', pdfOf()), /neither a picture/],
    ['a BMP', 'BM\x1e\0\0\0', /neither a picture/],
    ['a RIFF file with sound', 'RIFF\x10\0\0\0WAVEfmt ', /neither a picture/],
    ['an AVIF', '\0\0\0\x1cftypavif', /neither a picture/],
  ])('%s', async (_name, bytes, why) => {
    expect(await refusalOf(bytes)).toMatch(why)
  })
})

describe('rejects a damaged picture', () => {
  test.each([
    ['only the first bytes of a PNG', '\x89PNG\r\n\x1a\n'],
    ['a truncated PNG', pngOf(90, 90).subarray(0, -30)],
    ['a PNG without a width', pngOf(0, 9)],
    ['only the first bytes of a JPEG', '\xff\xd8\xff\xe0'],
    ['a truncated JPEG', jpeg4x3.subarray(0, -20)],
    ['only the first bytes of a GIF', 'GIF89a'],
    ['a GIF that is a script', 'GIF89a=1;alert(document.cookie)//'],
    ['a truncated WebP', webp4x3.subarray(0, -12)],
    ['a WebP without a picture', withChange(webp4x3, copy => copy.write('XXXX', 12, 'latin1'))],
  ])('%s', async (_name, bytes) => {
    expect(await refusalOf(bytes)).toMatch(/picture is damaged or incomplete/)
  })
})

describe('rejects a picture that would exhaust the memory, even if its file is small', () => {
  test.each([
    ['a PNG 100,000 pixels wide', pngOf(100_000, 2), /100000 × 2 pixels/],
    ['a PNG of 64 million pixels', pngOf(8000, 8000), /8000 × 8000 pixels/],
    ['a GIF of 60,000 pixels on each side', gifOf(60_000, 60_000), /60000 × 60000 pixels|damaged/],
    [
      'a JPEG that claims 65,000 pixels on each side',
      withChange(jpeg4x3, copy => copy.writeUInt32BE(0xfde8fde8, copy.indexOf('\xff\xc0', 0, 'latin1') + 5)),
      /65000 × 65000 pixels/,
    ],
    ['a GIF of a thousand frames', gifOf(2000, 1000, 1000), /animation is too large/],
    ['a PNG of more than 5 MB', pngOf(9, 9, ['tEXt', Buffer.alloc(5 * 1024 * 1024)]), /larger than 5 MB/],
  ])('%s', async (_name, bytes, why) => {
    expect(await refusalOf(bytes)).toMatch(why)
  })
})

describe('encodes a picture again', () => {
  const photo = sharp(noise(40, 30), { raw: { width: 40, height: 30, channels: 3 } })

  test('removes the camera’s metadata, including the location, and applies its orientation', async () => {
    const original = await photo
      .clone()
      .jpeg()
      .withExif({
        IFD0: { Copyright: 'Margaret Ellison' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '40/1 42/1 46/1' },
      })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect(original.includes('Margaret')).toBe(true)
    const { bytes, size } = await examineFile(original)
    expect(size).toEqual({ widthPx: 30, heightPx: 40 })
    const left = await sharp(bytes).metadata()
    expect([left.exif, left.iptc, left.xmp, left.icc, left.orientation]).toEqual(Array(5).fill(undefined))
    expect(Buffer.from(bytes).includes('Margaret')).toBe(false)
  })

  test.each([
    ['PNG', pngOf(9, 9)],
    ['GIF', gifOf(3, 2)],
    ['JPEG', jpeg4x3],
  ])('removes an HTML page after the end of a %s', async (_name, picture) => {
    const { bytes } = await examineFile(concat(picture, '<html><script>alert(1)</script></html>'))
    expect(Buffer.from(bytes).includes('<script>')).toBe(false)
  })

  test('removes a text in a PNG', async () => {
    const { bytes } = await examineFile(pngOf(9, 9, ['tEXt', Buffer.from('Comment\0<script>')]))
    expect(Buffer.from(bytes).includes('<script>')).toBe(false)
  })

  test.each(['gif', 'webp'] as const)('keeps the frames of an animated %s', async format => {
    const frames = await Promise.all(
      ['red', 'blue'].map(background =>
        sharp({ create: { width: 40, height: 30, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const animated = await sharp(frames, { join: { animated: true } })
      [format]({ loop: 0, delay: [100, 100] })
      .toBuffer()
    expect((await sharp(animated, { animated: true }).metadata()).pages).toBe(2)
    const { bytes, size } = await examineFile(animated)
    expect(size).toEqual({ widthPx: 40, heightPx: 30 })
    expect((await sharp(bytes, { animated: true }).metadata()).pages).toBe(2)
  })

  test('writes an interlaced PNG of 16 bits as a plain PNG', async () => {
    const odd = await photo.clone().toColourspace('rgb16').png({ progressive: true }).toBuffer()
    const { bytes } = await examineFile(odd)
    const { depth, isProgressive } = await sharp(bytes).metadata()
    expect([depth, isProgressive]).toEqual(['uchar', false])
  })
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
    expect(await refusalOf(slow, { ...examinationLimits, timeMs: 2_000 })).toMatch(/takes too long/)
    expect(await refusalOf(pdfOf())).toBe('accepted as application/pdf')
  })

  test('that decompresses to more memory than the limit is rejected', async () => {
    const limits = { timeMs: 25_000, heapMb: 128, buffersMb: 48 }
    expect(await refusalOf(zeros(200), limits)).toMatch(/too much memory/)
    expect(await refusalOf(pdfOf())).toBe('accepted as application/pdf')
  })

  test('that fills the heap is rejected', async () => {
    const names = Array.from({ length: 180_000 }, (_, at) => `/N${at} [${at} (${at})]`).join(' ')
    const limits = { ...examinationLimits, heapMb: 24 }
    expect(await refusalOf(pdfOf({ catalog: `/X << ${names} >>` }), limits)).toMatch(/too much memory/)
  })

  test('does not block the main thread while it is examined', async () => {
    let turns = 0
    const timer = setInterval(() => {
      turns += 1
    }, 5)
    await refusalOf(slow, { ...examinationLimits, timeMs: 1_500 })
    clearInterval(timer)
    // If the main thread parsed the file, the timer would not fire until the end.
    expect(turns).toBeGreaterThan(20)
  })

  test('waits with at most five others, and any further file is rejected', async () => {
    const answers = await Promise.all(Array.from({ length: 9 }, () => refusalOf('nothing')))
    expect(answers.filter(answer => /checking several other files/.test(answer))).toHaveLength(3)
  })
})
