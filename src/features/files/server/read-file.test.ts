import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { Problem } from '../../../contract/problems.ts'
import {
  gifOf,
  jpeg4x3,
  losslessWebp4x3,
  pdfOf,
  pngOf,
  webp4x3,
} from '../../../testing/factories/make-file.ts'
import { readFile } from './read-file.ts'

const whyNot = (bytes: Uint8Array | string): string => {
  try {
    const { mediaType } = readFile(Buffer.from(bytes as string, 'latin1'))
    return `taken as ${mediaType}`
  } catch (error) {
    if (error instanceof Problem) return error.errors?.file?.join() ?? error.message
    throw error
  }
}
const joined = (...parts: (Uint8Array | string)[]) =>
  Buffer.concat(
    parts.map(part => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  )
const changed = (bytes: Uint8Array, change: (copy: Buffer) => void) => {
  const copy = Buffer.from(bytes)
  change(copy)
  return copy
}
const still = (widthPx: number, heightPx: number) => ({ widthPx, heightPx, frames: 1 })

test.each([
  ['PNG', pngOf(640, 480), 'image/png', still(640, 480)],
  [
    'PNG that moves',
    pngOf(64, 48, ['acTL', Buffer.from([0, 0, 0, 9, 0, 0, 0, 0])]),
    'image/png',
    { ...still(64, 48), frames: 9 },
  ],
  ['JPEG', jpeg4x3, 'image/jpeg', still(4, 3)],
  ['WebP', webp4x3, 'image/webp', still(4, 3)],
  ['WebP without loss', losslessWebp4x3, 'image/webp', still(4, 3)],
  ['GIF', gifOf(30, 20), 'image/gif', still(30, 20)],
  ['GIF that moves', gifOf(30, 20, 12), 'image/gif', { ...still(30, 20), frames: 12 }],
  ['PDF', pdfOf(), 'application/pdf', null],
])('open-points 7 a %s is known by its bytes, with its size', (_name, bytes, mediaType, size) => {
  expect(readFile(Buffer.from(bytes))).toEqual({ mediaType, size })
})

describe('open-points 7 what is something else is refused, whatever it is called', () => {
  test.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', /SVG.*not taken/],
    ['an SVG behind a comment', '\n <!-- oak --><svg></svg>', /SVG.*not taken/],
    ['an SVG behind an editor’s mark', '\xef\xbb\xbf<?xml version="1.0"?><svg/>', /SVG.*not taken/],
    ['an SVG in UTF-16', Buffer.from('\ufeff<svg/>', 'utf16le'), /SVG.*not taken/],
    ['a page', '<!DOCTYPE html><html></html>', /HTML.*not taken/],
    ['a script', 'alert(1)', /neither a picture/],
    ['a program', 'MZ\x90\0', /neither a picture/],
    ['a word document', 'PK\x03\x04', /neither a picture/],
    ['a PDF behind something else', joined('GARBAGE\n', pdfOf()), /neither a picture/],
    ['a BMP', 'BM\x1e\0\0\0', /neither a picture/],
    ['a RIFF that is a sound', 'RIFF\x10\0\0\0WAVEfmt ', /neither a picture/],
    ['an AVIF', '\0\0\0\x1cftypavif', /neither a picture/],
  ])('%s', (_name, bytes, why) => {
    expect(whyNot(bytes)).toMatch(why)
  })
})

describe('open-points 7 a picture that is cut off, lies or has another file behind it is refused', () => {
  const page = '<html><script>alert(1)</script></html>'
  test.each([
    ['a PNG’s first bytes alone', '\x89PNG\r\n\x1a\n'],
    ['a PNG cut off', pngOf(9, 9).subarray(0, -14)],
    ['a PNG with a page behind it', joined(pngOf(9, 9), page)],
    [
      'a PNG whose chunk is longer than the file',
      changed(pngOf(9, 9), copy => copy.writeUInt32BE(2 ** 31, 33)),
    ],
    ['a PNG without a picture', joined(pngOf(9, 9).subarray(0, 33), pngOf(9, 9).subarray(-12))],
    ['a PNG of no width', pngOf(0, 9)],
    ['a JPEG’s first bytes alone', '\xff\xd8\xff\xe0'],
    ['a JPEG without its end', jpeg4x3.subarray(0, -2)],
    ['a JPEG without a frame', joined(jpeg4x3.subarray(0, 20), '\xff\xda\0\x02\xff\xd9')],
    ['a GIF’s first bytes alone', 'GIF89a'],
    ['a GIF that is a script', 'GIF89a=1;alert(document.cookie)//'],
    ['a GIF with a page behind it', joined(gifOf(3, 2), page)],
    ['a GIF without its end', gifOf(3, 2).subarray(0, -1)],
    [
      'a GIF whose frame is larger than its screen',
      changed(gifOf(3, 2), copy => copy.writeUInt16LE(60_000, 6 + 13 + 5)),
    ],
    ['a GIF without a frame', gifOf(3, 2, 0)],
    ['a WebP with a page behind it', joined(webp4x3, page)],
    ['a WebP cut off', webp4x3.subarray(0, -3)],
    ['a WebP of nothing', changed(webp4x3, copy => copy.write('XXXX', 12, 'latin1'))],
  ])('%s', (_name, bytes) => {
    expect(whyNot(bytes)).toMatch(/picture is damaged or not complete/)
  })
})

describe('open-points 7 a picture that would fill a browser’s memory is refused, however small its file', () => {
  test.each([
    ['a PNG a mile wide', pngOf(100_000, 2), /100000 × 2 pixels/],
    ['a PNG of 64 million pixels', pngOf(8000, 8000), /8000 × 8000 pixels/],
    ['a GIF of 60 000 pixels a side', gifOf(60_000, 60_000), /60000 × 60000 pixels/],
    [
      'a JPEG that says 65 000 a side',
      changed(jpeg4x3, copy => copy.writeUInt32BE(0xfde8fde8, copy.indexOf('\xff\xc0', 0, 'latin1') + 5)),
      /65000 × 65000 pixels/,
    ],
    ['a GIF of a thousand frames', gifOf(2000, 1000, 1000), /moving picture is too long/],
    [
      'a PNG of a thousand million frames',
      pngOf(64, 48, ['acTL', Buffer.alloc(8, 0x3f)]),
      /moving picture is too long/,
    ],
    ['a PNG of more than 5 MB', pngOf(9, 9, ['tEXt', Buffer.alloc(5 * 1024 * 1024)]), /larger than 5 MB/],
  ])('%s', (_name, bytes, why) => {
    expect(whyNot(bytes)).toMatch(why)
  })
})

const packed = (text: string, dictionary = '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode') =>
  joined(
    `9 0 obj\n<< ${dictionary} >>\nstream\n`,
    deflateSync(Buffer.from(text, 'latin1')),
    '\nendstream\nendobj\n',
  )

describe('open-points 7 a PDF that could do more than be read is refused', () => {
  test.each([
    [
      'runs a script',
      pdfOf({ objects: ['4 0 obj\n<< /S /JavaScript /JS (app.alert(1)) >>\nendobj\n'] }),
      /runs a script \(\/JavaScript\)/,
    ],
    [
      'names it with numbers',
      pdfOf({ objects: ['4 0 obj\n<< /S /J#61vaScr#69pt >>\nendobj\n'] }),
      /runs a script/,
    ],
    ['keeps scripts by name', pdfOf({ catalog: '/Names << /JavaScript 4 0 R >>' }), /runs a script/],
    [
      'starts a program',
      pdfOf({ objects: ['4 0 obj\n<</S/Launch/F(cmd.exe)>>\nendobj\n'] }),
      /starts programs/,
    ],
    [
      'carries a file',
      pdfOf({ objects: ['4 0 obj\n<< /Type /EmbeddedFile >>\nendobj\n'] }),
      /carries other files/,
    ],
    [
      'lists files that it carries',
      pdfOf({ catalog: '/Names << /EmbeddedFiles 4 0 R >>' }),
      /carries other files/,
    ],
    ['acts when it is opened', pdfOf({ catalog: '/OpenAction 4 0 R' }), /when it is opened/],
    ['is encrypted', pdfOf({ catalog: '/Encrypt 4 0 R' }), /is encrypted/],
    [
      'packs its script away',
      pdfOf({ objects: [packed('4 0 << /S /JavaScript /JS (1) >>')] }),
      /runs a script/,
    ],
    [
      'packs a name with numbers away',
      pdfOf({ objects: [packed('4 0 << /S /#4aavaScript >>')] }),
      /runs a script/,
    ],
    [
      'packs its script into what does not say that it is a pack',
      pdfOf({ objects: [packed('4 0 << /S /JavaScript >>', '/Filter /FlateDecode')] }),
      /runs a script/,
    ],
    [
      'packs in a way of its own',
      pdfOf({ objects: [packed('x', '/Type /ObjStm /N 1 /First 4 /Filter [/ASCIIHexDecode /FlateDecode]')] }),
      /cannot be looked through/,
    ],
    [
      'hides how it packs',
      pdfOf({ objects: [packed('x', '/Type /ObjStm /N 1 /First 4 /Filter 8 0 R')] }),
      /cannot be looked through/,
    ],
    [
      'packs with a predictor',
      pdfOf({
        objects: [
          packed('x', '/Type /ObjStm /First 4 /Filter /FlateDecode /DecodeParms << /Predictor 12 >>'),
        ],
      }),
      /cannot be looked through/,
    ],
    [
      'packs so much that nobody could unpack it',
      pdfOf({ objects: [packed('0'.repeat(20 * 1024 * 1024))] }),
      /cannot be looked through/,
    ],
    ['is cut off', pdfOf().subarray(0, -30), /damaged or not complete/],
    ['is a word alone', '%PDF-', /damaged or not complete/],
  ])('%s', (_name, bytes, why) => {
    expect(whyNot(bytes)).toMatch(why)
  })

  test('a plain one is taken, with packs of plain objects and pictures that no check can read', () => {
    const picture = joined('8 0 obj\n<< /Filter /DCTDecode >>\nstream\n', jpeg4x3, '\nendstream\nendobj\n')
    const text = packed('BT (The /Launch of a fund) Tj ET'.replace('/L', 'l'), '/Filter /FlateDecode')
    expect(
      readFile(Buffer.from(pdfOf({ objects: [packed('4 0 << /Type /Font >>'), picture, text] }))).mediaType,
    ).toBe('application/pdf')
  })
})
