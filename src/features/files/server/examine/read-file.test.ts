import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { gifOf, jpeg4x3, pdfOf, pngOf, webp4x3 } from '../../../../testing/factories/make-file.ts'
import { readFile } from './read-file.ts'
import { RefusedFile } from './refused-file.ts'

// In this thread, because starting one takes longer than the test. examine-file.test.ts tests the thread.

async function refusalOf(bytes: Uint8Array | string): Promise<string> {
  try {
    const { mediaType } = await readFile(Buffer.from(bytes as string, 'latin1'))
    return `accepted as ${mediaType}`
  } catch (error) {
    if (error instanceof RefusedFile) return error.message
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
    const { bytes, size } = await readFile(original)
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
    const { bytes } = await readFile(concat(picture, '<html><script>alert(1)</script></html>'))
    expect(Buffer.from(bytes).includes('<script>')).toBe(false)
  })

  test('removes a text in a PNG', async () => {
    const { bytes } = await readFile(pngOf(9, 9, ['tEXt', Buffer.from('Comment\0<script>')]))
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
    const { bytes, size } = await readFile(animated)
    expect(size).toEqual({ widthPx: 40, heightPx: 30 })
    expect((await sharp(bytes, { animated: true }).metadata()).pages).toBe(2)
  })

  test('writes an interlaced PNG of 16 bits as a plain PNG', async () => {
    const odd = await photo.clone().toColourspace('rgb16').png({ progressive: true }).toBuffer()
    const { bytes } = await readFile(odd)
    const { depth, isProgressive } = await sharp(bytes).metadata()
    expect([depth, isProgressive]).toEqual(['uchar', false])
  })
})
