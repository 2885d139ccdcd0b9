import { createHash } from 'node:crypto'
import { keysOf } from '../../../../domain/keys-of.ts'
import type { MediaType } from '../../domain/file-kinds.ts'
import type { PictureSize } from './read-picture.ts'
import { RefusedFile } from './refused-file.ts'

/** A file to store. Its bytes were written by the server, not by the person who uploaded it. */
export type ReadFile = {
  mediaType: MediaType
  bytes: Uint8Array
  sha256: Uint8Array
  /** The size of a picture; null for a PDF. */
  size: PictureSize | null
}

export const startsWith = (bytes: Uint8Array, pattern: RegExp) => pattern.test(latin1(bytes.subarray(0, 16)))
const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

export const signatures: Record<MediaType, RegExp> = {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the signature of a PNG contains one
  'image/png': /^\x89PNG\r\n\x1a\n/,
  'image/jpeg': /^\xff\xd8\xff/,
  'image/webp': /^RIFF[\s\S]{4}WEBP/,
  'image/gif': /^GIF8[79]a/,
  'application/pdf': /^%PDF-/,
}

/**
 * Detects the type of a file by its bytes, not by its name or media type, and writes it again.
 *
 * @throws RefusedFile with the reason.
 */
export async function readFile(uploaded: Uint8Array): Promise<ReadFile> {
  const types = keysOf(signatures)
  const mediaType = types.find(type => startsWith(uploaded, signatures[type]))
  if (mediaType === undefined) throw new RefusedFile(reasonForUnknown(uploaded))
  if (mediaType === 'application/pdf') {
    const { rewritePdf } = await import('./read-pdf.ts')
    return withHash({ mediaType, bytes: await rewritePdf(uploaded), size: null })
  }
  const { rewritePicture } = await import('./read-picture.ts')
  return withHash({ mediaType, ...(await rewritePicture(uploaded, mediaType)) })
}

export const withHash = (file: Omit<ReadFile, 'sha256'>): ReadFile => ({
  ...file,
  sha256: new Uint8Array(createHash('sha256').update(file.bytes).digest()),
})

function reasonForUnknown(bytes: Uint8Array): string {
  // Remove byte order marks and the zero bytes of UTF-16.
  const text = latin1(bytes.subarray(0, 1024))
    .replaceAll('\0', '')
    .replace(/^(ï»¿|ÿþ|þÿ)/, '')
  return /^\s*<(\?xml|!doctype|!--|svg|html|head|body|script)/i.test(text)
    ? 'SVG pictures and HTML pages can contain scripts, so they are not accepted. Save the picture as a PNG instead.'
    : 'This file is neither a picture (PNG, JPEG, WebP, GIF) nor a PDF. Nothing was saved.'
}
