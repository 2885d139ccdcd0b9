import type { Block } from '../../../contract/rich-text.ts'
import { leaveSpace, needRoom, type Pen, type Struct } from '../layout/pen.ts'
import { addStruct, bodyStyle, drawParagraph } from './draw-blocks.ts'

/** CSS has 96 pixels to an inch, paper 72 points. */
const pointsPerPixel = 0.75
const tallestPt = 340

/** A picture that is not there, or damaged, is told by its words. A picture that shows nothing to tell is left to the eye. */
export function drawPicture(
  pen: Pen,
  { href, alt, widthPx, heightPx }: Block & { kind: 'image' },
  parent: Struct,
): void {
  const bytes = pen.document.pictures.get(href)
  if (!bytes) {
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
