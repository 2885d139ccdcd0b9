import { fieldProblem, type Problem } from '../../../contract/problems.ts'
import { fileKinds, largestPictureBytes, type MediaType } from '../domain/file-kinds.ts'
import { readGif } from './read-gif.ts'
import { readJpeg } from './read-jpeg.ts'
import { checkPdf } from './read-pdf.ts'
import { readPng } from './read-png.ts'
import { readWebp } from './read-webp.ts'

/** What was found in a picture's own bytes. An animation shows `frames` pictures of that size. */
export type PictureSize = { widthPx: number; heightPx: number; frames: number }

export type ReadFile = { mediaType: MediaType; size: PictureSize | null }

/** Wider or higher than any screen; a browser needs four bytes for each pixel that it shows. */
const longestSidePx = 8192
const pixelsAtMost = 40_000_000
/** All frames of an animation together: some ten seconds of a moving picture as wide as a card. */
const movingPixelsAtMost = 200_000_000

type Kind = { begins(bytes: Buffer): boolean; size: ((bytes: Buffer) => PictureSize | null) | null }

const kinds: Record<MediaType, Kind> = {
  'image/png': {
    begins: bytes => bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')),
    size: readPng,
  },
  'image/jpeg': {
    begins: bytes => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
    size: readJpeg,
  },
  'image/webp': {
    begins: bytes => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
    size: readWebp,
  },
  'image/gif': { begins: bytes => /^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6)), size: readGif },
  'application/pdf': { begins: bytes => bytes.toString('latin1', 0, 5) === '%PDF-', size: null },
}

/**
 * What a file is, by its bytes alone: neither its name nor what the browser says of it is asked.
 *
 * @throws Problem that says in a sentence why this one is not taken.
 */
export function readFile(bytes: Buffer): ReadFile {
  for (const [mediaType, kind] of Object.entries(kinds) as [MediaType, Kind][]) {
    if (!kind.begins(bytes)) continue
    if (kind.size) return { mediaType, size: checkedSize(kind.size(bytes), bytes, mediaType) }
    checkPdf(bytes)
    return { mediaType, size: null }
  }
  if (looksLikeMarkup(bytes))
    throw refused(
      'SVG pictures and pages of HTML can hold programs, so they are not taken. Save the picture as a PNG instead.',
    )
  throw refused(
    'This is neither a picture (PNG, JPEG, WebP or GIF) nor a PDF, whatever its name says. Nothing was kept.',
  )
}

function checkedSize(size: PictureSize | null, bytes: Buffer, mediaType: MediaType): PictureSize {
  const { word } = fileKinds[mediaType]
  if (bytes.length > largestPictureBytes)
    throw refused('The picture is larger than 5 MB. Save it with fewer pixels or with more compression.')
  if (!size || size.widthPx < 1 || size.heightPx < 1)
    throw refused(`The ${word} picture is damaged or not complete. Save it once more and try again.`)
  const pixels = size.widthPx * size.heightPx
  if (Math.max(size.widthPx, size.heightPx) > longestSidePx || pixels > pixelsAtMost)
    throw refused(
      `The picture has ${size.widthPx} × ${size.heightPx} pixels. At most ${longestSidePx} on a side and 40 million in all are taken.`,
    )
  if (pixels * size.frames > movingPixelsAtMost)
    throw refused('The moving picture is too long for its size. Take fewer frames, or make it smaller.')
  return size
}

function looksLikeMarkup(bytes: Buffer): boolean {
  // The mark that some editors put before a text, and the two alphabets that double its bytes.
  const text = bytes
    .toString('latin1', 0, 1024)
    .replaceAll('\0', '')
    .replace(/^(ï»¿|ÿþ|þÿ)/, '')
  return /^\s*<(\?xml|!doctype|!--|svg|html|head|body|script)/i.test(text)
}

export function refused(sentence: string): Problem {
  return fieldProblem('file', sentence)
}
