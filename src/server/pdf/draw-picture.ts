import { inflateSync } from 'node:zlib'
import type { Block } from '../../contract/rich-text.ts'
import { addStruct, bodyStyle, drawParagraph } from './draw-blocks.ts'
import { addSpace, ensureSpace, type Pen, type Struct } from './pen.ts'

/** An inch has 96 CSS pixels and 72 points. */
const pointsPerPixel = 0.75
const maxHeightPt = 340

/**
 * Draws a PNG or JPEG. Its alternative text replaces a missing picture and other formats. A picture without alternative text
 * is decorative, so screen readers skip it.
 */
export function drawPicture(
  pen: Pen,
  { href, alt, widthPx, heightPx }: Block & { kind: 'image' },
  parent: Struct,
): void {
  const bytes = pen.document.pictures.get(href)
  if (!bytes || !(isJpeg(bytes) || isSupportedPng(bytes))) {
    if (alt === '') return
    const style = { ...bodyStyle(pen), face: 'emphasis' as const, color: pen.clientStyle.quiet }
    drawParagraph(pen, [{ text: alt, style }], addStruct(pen, parent, 'P'))
    return
  }
  const scale = Math.min(
    pointsPerPixel,
    pen.contentWidthPt / Math.max(1, widthPx),
    maxHeightPt / Math.max(1, heightPx),
  )
  const [width, height] = [widthPx * scale, heightPx * scale]
  addSpace(pen, 4)
  ensureSpace(pen, height + 8)
  const { leftPt, yPt } = pen
  const draw = () => void pen.pdf.image(bytes, leftPt, yPt, { width, height })
  if (alt === '') {
    pen.pdf.markContent('Artifact', { type: 'Layout' })
    draw()
    pen.pdf.endMarkedContent()
  } else {
    const bbox = [leftPt, yPt, leftPt + width, yPt + height]
    const figure = addStruct(pen, parent, 'Figure', { alt, bbox })
    figure.add(draw)
    figure.end()
  }
  pen.yPt += height + 8
}

const isJpeg = (bytes: Buffer) => bytes[0] === 0xff && bytes[1] === 0xd8

const channels: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/**
 * Whether a PNG is complete, has eight bits per channel and is not interlaced. pdfkit decompresses pictures in a callback, where
 * an error would end the process. Uploads have at most 40 million pixels, so decompressing one here is safe.
 */
export function isSupportedPng(bytes: Buffer): boolean {
  if (bytes.toString('latin1', 1, 4) !== 'PNG' || bytes.length < 33) return false
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  const [depth, colorType, interlace] = [bytes[24], bytes[25] ?? -1, bytes[28]]
  const perPixel = channels[colorType]
  if (depth !== 8 || interlace !== 0 || perPixel === undefined) return false
  const rows = height * (1 + width * perPixel)
  try {
    return inflateSync(imageDataOf(bytes), { maxOutputLength: rows + 1 }).length === rows
  } catch {
    return false
  }
}

function imageDataOf(bytes: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(bytes.subarray(at + 8, at + 8 + length))
    at += 12 + length
  }
  return Buffer.concat(parts)
}
