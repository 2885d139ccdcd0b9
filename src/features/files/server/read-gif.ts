import type { PictureSize } from './read-file.ts'

/** Screen, colours, then blocks until the trailer; each picture among them is a frame. null: it is cut off, or holds none. */
export function readGif(bytes: Buffer): PictureSize | null {
  if (bytes.length < 14) return null
  const size = { widthPx: bytes.readUInt16LE(6), heightPx: bytes.readUInt16LE(8) }
  let at = 13 + colourTableBytes(bytes[10] ?? 0)
  let frames = 0
  while (at < bytes.length) {
    const block = bytes[at]
    if (block === 0x3b) return frames > 0 && at + 1 === bytes.length ? { ...size, frames } : null
    if (block === 0x21) at += 2
    else if (block === 0x2c) {
      if (!fitsScreen(bytes, at, size)) return null
      frames += 1
      // Descriptor, colours of its own, and the size of a code.
      at += 10 + colourTableBytes(bytes[at + 9] ?? 0) + 1
    } else return null
    at = afterSubBlocks(bytes, at)
  }
  return null
}

/** A frame that reaches beyond the screen would be a larger picture than the one that was looked at. */
function fitsScreen(bytes: Buffer, at: number, screen: { widthPx: number; heightPx: number }): boolean {
  if (at + 10 > bytes.length) return false
  const right = bytes.readUInt16LE(at + 1) + bytes.readUInt16LE(at + 5)
  const bottom = bytes.readUInt16LE(at + 3) + bytes.readUInt16LE(at + 7)
  return right <= screen.widthPx && bottom <= screen.heightPx
}

const colourTableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

function afterSubBlocks(bytes: Buffer, from: number): number {
  let at = from
  while (at < bytes.length) {
    const length = bytes[at] ?? 0
    at += 1 + length
    if (length === 0) return at
  }
  return at
}
