import PDFDocument from 'pdfkit'
import type { Line, Measure } from './break-lines.ts'
import type { ClientStyle } from './client-style.ts'
import { type Face, fontOf } from './faces.ts'
import { type PdfDocument, pagesAtMost } from './pdf-document.ts'
import { drawSpans, type Spans, spansWith, widthOf } from './spans.ts'
import type { FaceName, TextStyle } from './text-style.ts'

export type Struct = PDFKit.PDFStructureElement

/** Where the next thing goes, and how: one document that is being drawn, from the top of its first page to its end. */
export type Pen = {
  pdf: PDFKit.PDFDocument
  document: PdfDocument
  look: ClientStyle
  spans: Spans
  measure: Measure
  /** The left edge and the width of what is being drawn; lists and quotes move them in. */
  leftPt: number
  roomPt: number
  yPt: number
}

const marginsPt = { left: 72, right: 84, top: 64, bottom: 88 }
/** The paper of the client's country. */
const papers = { 'en-US': 'LETTER', 'en-GB': 'A4' } as const

const textFamily = 'Public Sans Variable'
const faces: Record<Exclude<FaceName, 'heading'>, Face> = {
  text: { family: textFamily, weight: 400 },
  strong: { family: textFamily, weight: 640 },
  emphasis: { family: textFamily, weight: 400, isItalic: true },
  'strong-emphasis': { family: textFamily, weight: 640, isItalic: true },
}

export function newPen(document: PdfDocument, look: ClientStyle): Pen {
  const { client, title, versionOf } = document
  // The day of the version, not of the making: the same text gives the same bytes.
  const day = new Date(versionOf ?? 0)
  const options = {
    size: papers[client.locale],
    margin: 0,
    pdfVersion: '1.7',
    subset: 'PDF/UA',
    tagged: true,
    lang: client.locale,
    displayTitle: true,
    bufferPages: true,
    autoFirstPage: false,
    info: {
      Title: `${title} – ${client.displayName}`,
      Author: client.displayName,
      Producer: 'Almoner',
      Creator: 'Almoner',
      CreationDate: day,
      ModDate: day,
    },
  }
  // The types know the levels of PDF/A alone.
  const pdf = new PDFDocument(options as object)
  const all = { ...faces, heading: look.heading }
  for (const [name, face] of Object.entries(all)) pdf.registerFont(name, fontOf(face))
  const spans = spansWith(pdf, all)
  const measure = measureWith(pdf, spans)
  const pen: Pen = { pdf, document, look, spans, measure, leftPt: 0, roomPt: 0, yPt: 0 }
  turnPage(pen)
  pen.leftPt = marginsPt.left
  pen.roomPt = pdf.page.width - marginsPt.left - marginsPt.right
  return pen
}

export const topOfPage = marginsPt.top
export const bottomOf = ({ pdf }: Pen) => pdf.page.height - marginsPt.bottom
/** What fits on one page. */
export const pageRoomPt = (pen: Pen) => bottomOf(pen) - marginsPt.top
export const edgesOf = ({ pdf }: Pen) => ({
  leftPt: marginsPt.left,
  rightPt: pdf.page.width - marginsPt.right,
})

export function turnPage(pen: Pen): void {
  if (pen.pdf.bufferedPageRange().count >= pagesAtMost)
    throw new Error(`${pen.document.title} would have more than ${pagesAtMost} pages`)
  pen.pdf.addPage()
  pen.yPt = marginsPt.top
}

/** Turns the page where less than this is left of it. */
export function needRoom(pen: Pen, heightPt: number): void {
  if (pen.yPt + heightPt > bottomOf(pen)) turnPage(pen)
}

/** Space above what comes; none at the top of a page. */
export function leaveSpace(pen: Pen, heightPt: number): void {
  if (pen.yPt > marginsPt.top) pen.yPt += heightPt
}

/** What is drawn there for the eye alone: a reader that speaks passes over it. */
export function drawArtifact(pen: Pen, draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
  pen.pdf.markContent('Artifact', { type })
  pen.pdf.save()
  draw()
  pen.pdf.restore()
  pen.pdf.endMarkedContent()
}

export function hairline(pen: Pen, fromPt: number, toPt: number, yPt: number, colour: string): void {
  drawArtifact(pen, () => {
    pen.pdf.moveTo(fromPt, yPt).lineTo(toPt, yPt).lineWidth(0.6).strokeColor(colour).stroke()
  })
}

/** One line with its top at `yPt`, each run in its own tag: a link is told as one, with its words. */
export function drawLine(pen: Pen, line: Line, parent: Struct, xPt: number, yPt: number): void {
  let at = xPt
  for (const { text, style, widthPt } of line.runs) {
    const from = at
    const draw = () => drawText(pen, text, style, from, yPt)
    if (style.href === undefined) parent.add(draw)
    else
      drawLink(pen, { text, href: style.href, widthPt, heightPt: style.leadingPt }, parent, {
        from,
        yPt,
        draw,
      })
    at += widthPt
  }
}

function drawText(pen: Pen, text: string, style: TextStyle, xPt: number, yPt: number): void {
  // Set on its own line: the eye expects letters in the middle of the leading.
  drawSpans(pen, text, style, xPt, yPt + (style.leadingPt - style.sizePt * 1.2) / 2)
}

type LinkAbout = { text: string; href: string; widthPt: number; heightPt: number }
type LinkPlace = { from: number; yPt: number; draw: () => void }

function drawLink(pen: Pen, about: LinkAbout, parent: Struct, { from, yPt, draw }: LinkPlace): void {
  const { text, href, widthPt, heightPt } = about
  const { pdf } = pen
  const link = pdf.struct('Link', { alt: text })
  parent.add(link)
  link.add(() => {
    draw()
    const options = { structParent: link, Contents: new String(text) } as never
    if (href.startsWith('#')) pdf.goTo(from, yPt, widthPt, heightPt, href.slice(1), options)
    else pdf.link(from, yPt, widthPt, heightPt, absolute(href, pen.document.origin), options)
  })
  link.end()
  drawArtifact(pen, () => {
    const under = yPt + heightPt * 0.86
    pdf
      .moveTo(from, under)
      .lineTo(from + widthPt, under)
      .lineWidth(0.5)
      .strokeColor(pen.look.accent)
      .stroke()
  })
}

const absolute = (href: string, origin: string) => (href.startsWith('/') ? `${origin}${href}` : href)

/** Each text is measured once: laying out letters is what a document costs. */
function measureWith(pdf: PDFKit.PDFDocument, spans: Spans): Measure {
  const perPoint = new Map<string, number>()
  return (text, style) => {
    const key = `${style.face} ${style.hasTableFigures ?? ''} ${text}`
    const known = perPoint.get(key)
    if (known !== undefined) return known * style.sizePt
    const widthPt = widthOf({ pdf, spans }, text, style)
    perPoint.set(key, widthPt / style.sizePt)
    return widthPt
  }
}
