import type { PictureSize } from './read-file.ts'

/**
 * A RIFF of chunks. The plain forms hold one picture, the extended one says its canvas and may hold frames. null: the size that
 * the file says of itself is not its own, or there is no picture in it.
 */
export function readWebp(bytes: Buffer): PictureSize | null {
  if (bytes.length < 30 || bytes.readUInt32LE(4) + 8 !== bytes.length) return null
  let canvas: Omit<PictureSize, 'frames'> | null = null
  let frames = 0
  let holdsPicture = false
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    const data = bytes.subarray(at + 8, at + 8 + length)
    if (data.length < length) return null
    if (name === 'VP8X') canvas = length >= 10 ? canvasOf(data) : null
    if (name === 'VP8 ' || name === 'VP8L') {
      const size = name === 'VP8 ' ? sizeOfLossy(data) : sizeOfLossless(data)
      if (!size || (canvas && !within(size, canvas))) return null
      canvas ??= size
      holdsPicture = true
    }
    if (name === 'ANMF') frames += 1
    at += 8 + length + (length % 2)
  }
  return canvas && (holdsPicture || frames > 0) ? { ...canvas, frames: Math.max(1, frames) } : null
}

type Size = { widthPx: number; heightPx: number }

const within = (size: Size, canvas: Size) =>
  size.widthPx <= canvas.widthPx && size.heightPx <= canvas.heightPx

const canvasOf = (data: Buffer): Size => ({
  widthPx: 1 + data.readUIntLE(4, 3),
  heightPx: 1 + data.readUIntLE(7, 3),
})

/** A key frame begins with three bytes of its own, a start code, and 14 bits each for width and height. */
function sizeOfLossy(data: Buffer): Size | null {
  if (data.length < 10 || data.readUIntBE(3, 3) !== 0x9d012a) return null
  return { widthPx: data.readUInt16LE(6) & 0x3fff, heightPx: data.readUInt16LE(8) & 0x3fff }
}

/** One byte of signature, then 14 bits each for width and height, less one. */
function sizeOfLossless(data: Buffer): Size | null {
  if (data.length < 5 || data[0] !== 0x2f) return null
  const bits = data.readUInt32LE(1)
  return { widthPx: 1 + (bits & 0x3fff), heightPx: 1 + ((bits >>> 14) & 0x3fff) }
}
