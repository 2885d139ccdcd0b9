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
  // A large picture is cut short, so that no test has to inflate it.
  const rows = Buffer.alloc(Math.min((widthPx + 1) * heightPx, 100_000))
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

/** A PDF of one empty page, with `catalog` in its root dictionary and additional `objects`. */
export function pdfOf({ catalog = '', objects = [] as (string | Uint8Array)[] } = {}): Bytes {
  return bytes(
    '%PDF-1.7\n',
    `1 0 obj\n<< /Type /Catalog /Pages 2 0 R ${catalog} >>\nendobj\n`,
    '2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n',
    '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>\nendobj\n',
    ...objects,
    'xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Root 1 0 R /Size 4 >>\nstartxref\n0\n%%EOF\n',
  )
}

/** Uploads a file as this editor, by default a small picture. */
export async function makeFile(
  portal: TestApp,
  editor: TestSession,
  about: { name?: string; alt?: string; bytes?: Bytes } = {},
): Promise<ManagedFile> {
  const { name = 'oak.png', alt = 'An oak in winter', bytes: upload = pngOf(40, 30) } = about
  const { reply } = await portal.call(uploadFile, { query: { name, alt }, upload }, { as: editor })
  return reply
}
