import { formatDate } from '../../domain/dates.ts'
import type { Logo, LogoColor } from '../../domain/logo.ts'
import { breakLines } from './break-lines.ts'
import { addStruct, drawParagraph } from './draw-text.ts'
import { drawArtifact, hairline, type Pen, pageEdgesOf, type Struct } from './pen.ts'
import { drawSpans } from './spans.ts'
import type { TextStyle } from './text-style.ts'

const logoPt = 40

const smallStyle = ({ clientStyle }: Pen): TextStyle => ({
  face: 'text',
  sizePt: 8.5,
  leadingPt: 12,
  color: clientStyle.quiet,
})

/** The client's logo and name at the top of a page. */
export function drawLetterhead(pen: Pen, root: Struct): void {
  const { document, clientStyle } = pen
  const { client } = document
  const { leftPt, rightPt } = pageEdgesOf(pen)
  if (clientStyle.logo) drawLogo(pen, clientStyle.logo, leftPt, pen.yPt)
  const logoWidthPt = clientStyle.logo ? logoPt + 14 : 0
  const name: TextStyle = { face: 'heading', sizePt: 17, leadingPt: 22, color: clientStyle.brand }
  pen.leftPt += logoWidthPt
  pen.contentWidthPt -= logoWidthPt
  pen.yPt += 3
  drawParagraph(pen, [{ text: client.displayName, style: name }], addStruct(pen, root, 'P'))
  drawParagraph(pen, [{ text: client.tagline, style: lineStyle(pen) }], addStruct(pen, root, 'P'))
  pen.leftPt -= logoWidthPt
  pen.contentWidthPt += logoWidthPt
  pen.yPt += 16
  hairline(pen, leftPt, rightPt, pen.yPt, clientStyle.line)
  pen.yPt += 34
}

const lineStyle = (pen: Pen): TextStyle => ({ ...smallStyle(pen), sizePt: 9.5, leadingPt: 14 })

/** The head of the first page: the letterhead, the title, and the date of the version. */
export function drawTitle(pen: Pen, root: Struct): void {
  const { document, clientStyle } = pen
  const { client, title } = document
  drawLetterhead(pen, root)
  const heading: TextStyle = { face: 'heading', sizePt: 27, leadingPt: 34, color: clientStyle.ink }
  pen.pdf.addNamedDestination('top', 'XYZ', 0, pen.yPt, null)
  drawParagraph(pen, [{ text: title, style: heading }], addStruct(pen, root, 'H1', { title }))
  if (document.versionOf) {
    const day = formatDate(document.versionOf, client.locale)
    pen.yPt += 4
    drawParagraph(pen, [{ text: `Version of ${day}`, style: lineStyle(pen) }], addStruct(pen, root, 'P'))
  }
  pen.yPt += 18
}

/** The client's disclaimer, once at the end of the document. */
export function drawDisclaimer(pen: Pen, root: Struct): void {
  const { disclaimer } = pen.document.client.footer
  const style = smallStyle(pen)
  const { length } = breakLines([{ text: disclaimer, style }], pen.contentWidthPt, pen.measure)
  pen.yPt += 28
  if (length > 0) drawParagraph(pen, [{ text: disclaimer, style }], addStruct(pen, root, 'P'))
}

/** The footers of all pages: the client's contact details and the page number. Called last, when the page count is known. */
export function drawFooters(pen: Pen): void {
  const { pdf, document, clientStyle } = pen
  const { client, title } = document
  const { leftPt, rightPt } = pageEdgesOf(pen)
  const style = smallStyle(pen)
  const { count } = pdf.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    pdf.switchToPage(page)
    const yPt = pdf.page.height - 56
    const contact = `${client.displayName} · ${client.support.phone} · ${client.support.email}`
    const number = `Page ${page + 1} of ${count}`
    drawArtifact(
      pen,
      () => {
        pdf
          .moveTo(leftPt, yPt - 10)
          .lineTo(rightPt, yPt - 10)
          .lineWidth(0.6)
          .strokeColor(clientStyle.line)
          .stroke()
        drawSpans(pen, contact, style, leftPt, yPt)
        if (document.letters) return
        drawSpans(pen, number, style, rightPt - pen.measure(number, style), yPt)
        if (page > 0) drawSpans(pen, title, style, leftPt, 34)
      },
      'Pagination',
    )
  }
}

/** Draws the shapes of a logo, which has a canvas of 48 by 48. */
function drawLogo(pen: Pen, logo: Logo, xPt: number, yPt: number): void {
  const { pdf, clientStyle } = pen
  const colorOf = (paint: LogoColor) =>
    paint === 'ink' ? clientStyle.brand : paint === 'accent' ? clientStyle.accent : paint
  drawArtifact(pen, () => {
    pdf.translate(xPt, yPt).scale(logoPt / 48)
    for (const shape of logo) {
      for (const angle of shape.turns ?? [0]) {
        pdf.save()
        if (angle !== 0) pdf.rotate(angle, { origin: [24, 24] })
        if ('path' in shape) pdf.path(shape.path)
        else pdf.circle(...shape.circle)
        const { fill, line } = shape
        if (line) pdf.lineWidth(line.widthPx)
        if (line?.dashPx) pdf.dash(line.dashPx[0], { space: line.dashPx[1] })
        const rule = shape.isEvenOdd ? 'even-odd' : 'non-zero'
        if (fill && line) pdf.fillAndStroke(colorOf(fill), colorOf(line.paint), rule)
        else if (fill) pdf.fill(colorOf(fill), rule)
        else if (line) pdf.stroke(colorOf(line.paint))
        pdf.restore()
      }
    }
  })
}
