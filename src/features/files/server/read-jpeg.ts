import type { PictureSize } from './read-file.ts'

/** Start of frame: C0 to CF but for the tables that stand among them. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** Segments up to the first scan, one of which is the frame with the size. null: none is, or the end is not there. */
export function readJpeg(bytes: Buffer): PictureSize | null {
  let at = 2
  let size: PictureSize | null = null
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1] ?? 0
    // Any number of FF may stand before a marker.
    if (marker === 0xff) {
      at += 1
      continue
    }
    const length = bytes.readUInt16BE(at + 2)
    if (length < 2 || at + 2 + length > bytes.length) return null
    if (isFrame(marker)) {
      if (length < 8 || size) return null
      size = { heightPx: bytes.readUInt16BE(at + 5), widthPx: bytes.readUInt16BE(at + 7), frames: 1 }
    }
    if (marker === 0xda) return bytes.lastIndexOf(Buffer.from([0xff, 0xd9])) > at ? size : null
    at += 2 + length
  }
  return null
}
