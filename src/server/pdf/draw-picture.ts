import type { Block } from '../../contract/rich-text.ts'
import { addStruct, bodyStyle, drawParagraph } from './draw-text.ts'
import { addSpace, ensureSpace, type Pen, type Struct } from './pen.ts'

/** An inch has 96 CSS pixels and 72 points. */
const pointsPerPixel = 0.75
const maxHeightPt = 340

/**
 * Draws a picture, or its alternative text where the picture is missing or damaged. A picture without alternative text is
 * decorative, so screen readers skip it.
 */
export function drawPicture(
  pen: Pen,
  { href, alt, widthPx, heightPx }: Block & { kind: 'image' },
  parent: Struct,
): void {
  const bytes = pen.document.pictures.get(href)
  if (!bytes) {
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
