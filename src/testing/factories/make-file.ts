import { crc32, deflateSync } from 'node:zlib'
import type { ManagedFile } from '../../features/files/files.contract.ts'
import { uploadFile } from '../../features/files/files.contract.ts'
import type { TestApp, TestSession } from '../app.ts'

type Bytes = Uint8Array<ArrayBuffer>
const bytes = (...parts: (Uint8Array | string)[]): Bytes =>
  new Uint8Array(
    Buffer.concat(parts.map(part => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part))),
  )

/** A PNG of one color, with `chunks` before its end. */
export function pngOf(widthPx: number, heightPx: number, ...chunks: [name: string, data: Buffer][]): Bytes {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0])
  header.writeUInt32BE(widthPx, 0)
  header.writeUInt32BE(heightPx, 4)
  // A picture that claims a larger size is rejected before its rows are read.
  const rows = Buffer.alloc(Math.min((widthPx + 1) * heightPx, 4_000_000))
  return bytes(
    '\x89PNG\r\n\x1a\n',
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    ...chunks.map(([name, data]) => pngChunk(name, data)),
    pngChunk('IEND', Buffer.alloc(0)),
  )
}

function pngChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** One color, 4 × 3 pixels, as a browser's canvas writes it. */
export const jpeg4x3: Bytes = bytes(
  Buffer.from(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////////////////////////' +
      '2wBDAVVaWnhpeOuCguv/////////////////////////////////////////////////////////////////////////wAARCAADAAQDASIAAhEBAxEB/8QA' +
      'FQABAQAAAAAAAAAAAAAAAAAAAAP/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAQL/xAAUEQEAAAAAAAAAAAAAAAAAAAAA' +
      '/9oADAMBAAIRAxEAPwCACy//2Q==',
    'base64',
  ),
)
export const webp4x3: Bytes = bytes(
  Buffer.from('UklGRiwAAABXRUJQVlA4ICAAAABwAQCdASoEAAMAB0CWJaACdAFAAAD+6NcFaK6XSAYAAA==', 'base64'),
)
export const losslessWebp4x3: Bytes = bytes(
  Buffer.from('UklGRh4AAABXRUJQVlA4TBEAAAAvA4AAAAdQljqVr/+BiOh/AAA=', 'base64'),
)

/** A GIF of two colors with this number of frames, each as large as the picture. */
export function gifOf(widthPx: number, heightPx: number, frames = 1): Bytes {
  const size = Buffer.alloc(4)
  size.writeUInt16LE(widthPx, 0)
  size.writeUInt16LE(heightPx, 2)
  const frame = bytes('\x2c\0\0\0\0', size, '\0\x02\x02\x4c\x01\0')
  return bytes(
    'GIF89a',
    size,
    '\x80\0\0\xff\xff\xff\0\0\0',
    ...Array.from({ length: frames }, () => frame),
    '\x3b',
  )
}

/**
 * A PDF with one empty page and a cross-reference table. `catalog` and `page` are added to these dictionaries; `objects` are
 * complete further objects (`4 0 obj … endobj`).
 */
export function pdfOf({
  catalog = '',
  page = '',
  trailer = '',
  objects = [] as (string | Uint8Array)[],
} = {}): Bytes {
  const parts = [
    '%PDF-1.7\n',
    `1 0 obj\n<< /Type /Catalog /Pages 2 0 R ${catalog} >>\nendobj\n`,
    '2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n',
    `3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] ${page} >>\nendobj\n`,
    ...objects,
  ].map(part => bytes(part))
  const offsets = new Map<number, number>()
  let length = 0
  for (const part of parts) {
    const number = /^(\d+) 0 obj/.exec(Buffer.from(part.subarray(0, 20)).toString('latin1'))?.[1]
    if (number) offsets.set(Number(number), length)
    length += part.length
  }
  const entries = [...offsets]
    .map(([number, at]) => `${number} 1\n${String(at).padStart(10, '0')} 00000 n \n`)
    .join('')
  const size = Math.max(...offsets.keys()) + 1
  return bytes(
    ...parts,
    `xref\n0 1\n0000000000 65535 f \n${entries}trailer\n<< /Root 1 0 R /Size ${size} ${trailer} >>\nstartxref\n${length}\n%%EOF\n`,
  )
}

/** A stream object with this dictionary and content. `after` follows the keyword `stream`. */
export function pdfStream(
  number: number,
  dictionary: string,
  content: Uint8Array | string,
  after = '',
): Bytes {
  const data = bytes(content)
  return bytes(
    `${number} 0 obj\n<< ${dictionary} /Length ${data.length} >>\nstream${after}\n`,
    data,
    '\nendstream\nendobj\n',
  )
}

/**
 * A PDF whose object 4 is in an object stream (number 5), as PDF 1.5 allows. `pack` encodes the text of the stream.
 */
export function pdfWithPackedObject({
  object = '',
  catalog = '',
  page = '',
  dictionary = '',
  after = '',
  pack = (text: string): Uint8Array | string => text,
}): Bytes {
  const parts = [
    '%PDF-1.7\n',
    `1 0 obj\n<< /Type /Catalog /Pages 2 0 R ${catalog} >>\nendobj\n`,
    '2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n',
    `3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] ${page} >>\nendobj\n`,
    pdfStream(5, `/Type /ObjStm /N 1 /First 4 ${dictionary}`, pack(`4 0 ${object}`), after),
  ].map(part => bytes(part))
  const offsets = parts.map((_, at) => Buffer.concat(parts.slice(0, at)).length)
  const xrefAt = Buffer.concat(parts).length
  const table = Buffer.alloc(7 * 7)
  const entry = (number: number, type: number, where: number, index = 0) => {
    table.writeUInt8(type, 7 * number)
    table.writeUInt32BE(where, 7 * number + 1)
    table.writeUInt16BE(index, 7 * number + 5)
  }
  for (const [number, part] of [1, 2, 3].entries()) entry(part, 1, offsets[number + 1] ?? 0)
  entry(4, 2, 5)
  entry(5, 1, offsets[4] ?? 0)
  entry(6, 1, xrefAt)
  const xref = pdfStream(6, '/Type /XRef /Size 7 /W [1 4 2] /Root 1 0 R', table)
  return bytes(...parts, xref, `startxref\n${xrefAt}\n%%EOF\n`)
}

/** Uploads a file as an editor: a small picture by default. */
export async function makeFile(
  portal: TestApp,
  editor: TestSession,
  about: { name?: string; alt?: string; bytes?: Bytes } = {},
): Promise<ManagedFile> {
  const { name = 'oak.png', alt = 'An oak in winter', bytes: upload = pngOf(40, 30) } = about
  const { reply } = await portal.call(uploadFile, { query: { name, alt }, upload }, { as: editor })
  return reply
}
