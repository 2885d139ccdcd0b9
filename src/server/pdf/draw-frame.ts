import type { Logo, LogoColor } from '../../clients/logo.ts'
import { formatDate } from '../../domain/dates.ts'
import { breakLines } from './break-lines.ts'
import { addStruct, drawParagraph } from './draw-blocks.ts'
import { drawArtifact, edgesOf, hairline, type Pen, type Struct } from './pen.ts'
import { drawSpans } from './spans.ts'
import type { TextStyle } from './text-style.ts'

const logoPt = 40

const small = ({ look }: Pen): TextStyle => ({ face: 'text', sizePt: 8.5, leadingPt: 12, colour: look.quiet })

/** The top of the first page: whose paper it is, what it is, and of when. */
export function drawTitle(pen: Pen, root: Struct): void {
  const { document, look } = pen
  const { client, title } = document
  const { leftPt, rightPt } = edgesOf(pen)
  if (look.logo) drawLogo(pen, look.logo, leftPt, pen.yPt)
  const besidePt = look.logo ? logoPt + 14 : 0
  const name: TextStyle = { face: 'heading', sizePt: 17, leadingPt: 22, colour: look.brand }
  pen.leftPt += besidePt
  pen.roomPt -= besidePt
  pen.yPt += 3
  drawParagraph(pen, [{ text: client.displayName, style: name }], addStruct(pen, root, 'P'))
  const line = { ...small(pen), sizePt: 9.5, leadingPt: 14 }
  drawParagraph(pen, [{ text: client.tagline, style: line }], addStruct(pen, root, 'P'))
  pen.leftPt -= besidePt
  pen.roomPt += besidePt
  pen.yPt += 16
  hairline(pen, leftPt, rightPt, pen.yPt, look.line)
  pen.yPt += 34
  const heading: TextStyle = { face: 'heading', sizePt: 27, leadingPt: 34, colour: look.ink }
  pen.pdf.addNamedDestination('top', 'XYZ', 0, pen.yPt, null)
  drawParagraph(pen, [{ text: title, style: heading }], addStruct(pen, root, 'H1', { title }))
  if (document.versionOf) {
    const day = formatDate(document.versionOf, client.locale)
    pen.yPt += 4
    drawParagraph(pen, [{ text: `Version of ${day}`, style: line }], addStruct(pen, root, 'P'))
  }
  pen.yPt += 18
}

/** What the house says at the foot of its pages: here once, at the end. */
export function drawDisclaimer(pen: Pen, root: Struct): void {
  const { disclaimer } = pen.document.client.footer
  const style = small(pen)
  const { length } = breakLines([{ text: disclaimer, style }], pen.roomPt, pen.measure)
  pen.yPt += 28
  if (length > 0) drawParagraph(pen, [{ text: disclaimer, style }], addStruct(pen, root, 'P'))
}

/** On every page, when it is known how many there are: how to reach the house, and where in the document one is. */
export function drawFeet(pen: Pen): void {
  const { pdf, document, look } = pen
  const { client, title } = document
  const { leftPt, rightPt } = edgesOf(pen)
  const style = small(pen)
  const { count } = pdf.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    pdf.switchToPage(page)
    const yPt = pdf.page.height - 56
    const reach = `${client.displayName} · ${client.support.phone} · ${client.support.email}`
    const number = `Page ${page + 1} of ${count}`
    drawArtifact(
      pen,
      () => {
        pdf
          .moveTo(leftPt, yPt - 10)
          .lineTo(rightPt, yPt - 10)
          .lineWidth(0.6)
          .strokeColor(look.line)
          .stroke()
        drawSpans(pen, reach, style, leftPt, yPt)
        drawSpans(pen, number, style, rightPt - pen.measure(number, style), yPt)
        if (page > 0) drawSpans(pen, title, style, leftPt, 34)
      },
      'Pagination',
    )
  }
}

/** Shapes of 48 by 48, as the portal's header draws them. */
function drawLogo(pen: Pen, logo: Logo, xPt: number, yPt: number): void {
  const { pdf, look } = pen
  const colourOf = (paint: LogoColor) =>
    paint === 'ink' ? look.brand : paint === 'accent' ? look.accent : paint
  drawArtifact(pen, () => {
    pdf.translate(xPt, yPt).scale(logoPt / 48)
    for (const shape of logo) {
      for (const turn of shape.turns ?? [0]) {
        pdf.save()
        if (turn !== 0) pdf.rotate(turn, { origin: [24, 24] })
        if ('path' in shape) pdf.path(shape.path)
        else pdf.circle(...shape.circle)
        const { fill, line } = shape
        if (line) pdf.lineWidth(line.widthPx)
        if (line?.dashPx) pdf.dash(line.dashPx[0], { space: line.dashPx[1] })
        const rule = shape.isEvenOdd ? 'even-odd' : 'non-zero'
        if (fill && line) pdf.fillAndStroke(colourOf(fill), colourOf(line.paint), rule)
        else if (fill) pdf.fill(colourOf(fill), rule)
        else if (line) pdf.stroke(colourOf(line.paint))
        pdf.restore()
      }
    }
  })
}
