import type { PictureSize } from './read-file.ts'

/** Signature, then chunks: length, name, data, check sum. null: it does not begin with IHDR, end with IEND, or hold a picture. */
export function readPng(bytes: Buffer): PictureSize | null {
  if (bytes.length < 33 || bytes.toString('latin1', 12, 16) !== 'IHDR') return null
  let at = 8
  let frames = 1
  let holdsPicture = false
  while (at + 12 <= bytes.length) {
    const length = bytes.readUInt32BE(at)
    const name = bytes.toString('latin1', at + 4, at + 8)
    const next = at + 12 + length
    if (next > bytes.length) return null
    if (name === 'acTL' && length >= 4) frames = Math.max(1, bytes.readUInt32BE(at + 8))
    if (name === 'IDAT') holdsPicture = true
    // Whatever follows the end is no part of a picture.
    if (name === 'IEND')
      return holdsPicture && next === bytes.length
        ? { widthPx: bytes.readUInt32BE(16), heightPx: bytes.readUInt32BE(20), frames }
        : null
    at = next
  }
  return null
}
