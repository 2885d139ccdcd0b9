import { createHash } from 'node:crypto'
import type { MediaType } from '../../domain/file-kinds.ts'
import { RefusedFile } from './refused-file.ts'

export type PictureSize = { widthPx: number; heightPx: number }

/** A file as it is stored: `bytes` were written by the program, not by the person who sent the file. */
export type ReadFile = {
  mediaType: MediaType
  bytes: Uint8Array
  sha256: Uint8Array
  /** Of pictures; null for a PDF. */
  size: PictureSize | null
}

const startsWith = (bytes: Uint8Array, pattern: RegExp) => pattern.test(latin1(bytes.subarray(0, 16)))
const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

const signatures: Record<MediaType, RegExp> = {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the signature of a PNG holds one
  'image/png': /^\x89PNG\r\n\x1a\n/,
  'image/jpeg': /^\xff\xd8\xff/,
  'image/webp': /^RIFF[\s\S]{4}WEBP/,
  'image/gif': /^GIF8[79]a/,
  'application/pdf': /^%PDF-/,
}

/**
 * Finds out by its bytes what a file is, whatever its name and the browser say, and writes it anew.
 *
 * @throws RefusedFile with a sentence for the person who sent it.
 */
export async function readFile(uploaded: Uint8Array): Promise<ReadFile> {
  const types = Object.keys(signatures) as MediaType[]
  const mediaType = types.find(type => startsWith(uploaded, signatures[type]))
  if (mediaType === undefined) throw new RefusedFile(whyUnknown(uploaded))
  if (mediaType === 'application/pdf') {
    const { rewritePdf } = await import('./read-pdf.ts')
    return hashed({ mediaType, bytes: await rewritePdf(uploaded), size: null })
  }
  const { rewritePicture } = await import('./read-picture.ts')
  return hashed({ mediaType, ...(await rewritePicture(uploaded, mediaType)) })
}

const hashed = (file: Omit<ReadFile, 'sha256'>): ReadFile => ({
  ...file,
  sha256: new Uint8Array(createHash('sha256').update(file.bytes).digest()),
})

function whyUnknown(bytes: Uint8Array): string {
  // Without the byte order marks that some editors put before a text, and the zeros of UTF-16.
  const text = latin1(bytes.subarray(0, 1024))
    .replaceAll('\0', '')
    .replace(/^(ï»¿|ÿþ|þÿ)/, '')
  return /^\s*<(\?xml|!doctype|!--|svg|html|head|body|script)/i.test(text)
    ? 'SVG pictures and pages of HTML can hold programs, so they are not accepted. Save the picture as a PNG instead.'
    : 'This is neither a picture (PNG, JPEG, WebP or GIF) nor a PDF, whatever its name says. Nothing was stored.'
}
