import { inflateSync } from 'node:zlib'
import type { Block } from '../../contract/rich-text.ts'
import { addStruct, bodyStyle, drawParagraph } from './draw-blocks.ts'
import { leaveSpace, needRoom, type Pen, type Struct } from './pen.ts'

/** CSS has 96 pixels to an inch, paper 72 points. */
const pointsPerPixel = 0.75
const tallestPt = 340

/** A PNG or JPEG; any other, and one that is not there, is told by its words. A picture that shows nothing to tell is left to the eye. */
export function drawPicture(
  pen: Pen,
  { href, alt, widthPx, heightPx }: Block & { kind: 'image' },
  parent: Struct,
): void {
  const bytes = pen.document.pictures.get(href)
  if (!bytes || !(isJpeg(bytes) || isSoundPng(bytes))) {
    if (alt === '') return
    const style = { ...bodyStyle(pen), face: 'emphasis' as const, colour: pen.look.quiet }
    drawParagraph(pen, [{ text: alt, style }], addStruct(pen, parent, 'P'))
    return
  }
  const scale = Math.min(pointsPerPixel, pen.roomPt / Math.max(1, widthPx), tallestPt / Math.max(1, heightPx))
  const [width, height] = [widthPx * scale, heightPx * scale]
  leaveSpace(pen, 4)
  needRoom(pen, height + 8)
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
 * Whether its rows are all there, eight bits a channel and not interlaced: pdfkit unpacks a picture without anybody waiting for
 * it, so a damaged one would end the program. At most 40 million pixels were let in.
 */
export function isSoundPng(bytes: Buffer): boolean {
  if (bytes.toString('latin1', 1, 4) !== 'PNG' || bytes.length < 33) return false
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  const [depth, colours, interlace] = [bytes[24], bytes[25] ?? -1, bytes[28]]
  const perPixel = channels[colours]
  if (depth !== 8 || interlace !== 0 || perPixel === undefined) return false
  const rows = height * (1 + width * perPixel)
  try {
    return inflateSync(dataOf(bytes), { maxOutputLength: rows + 1 }).length === rows
  } catch {
    return false
  }
}

function dataOf(bytes: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(bytes.subarray(at + 8, at + 8 + length))
    at += 12 + length
  }
  return Buffer.concat(parts)
}
