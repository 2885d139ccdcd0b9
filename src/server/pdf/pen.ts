import PDFDocument from 'pdfkit'
import type { Line, Measure } from './break-lines.ts'
import type { ClientStyle } from './client-style.ts'
import { type Face, fontOf } from './faces.ts'
import { defaultMaxPages, type PdfDocument } from './pdf-document.ts'
import { drawSpans, type Spans, spansWith, widthOf } from './spans.ts'
import type { FaceName, TextStyle } from './text-style.ts'

export type Struct = PDFKit.PDFStructureElement

/** The state of drawing one document, from the top of its first page to its end. */
export type Pen = {
  pdf: PDFKit.PDFDocument
  document: PdfDocument
  clientStyle: ClientStyle
  spans: Spans
  measure: Measure
  /** The left edge and the width of the current content; lists and quotes indent it. */
  leftPt: number
  contentWidthPt: number
  yPt: number
}

const marginsPt = { top: 64, bottom: 88 }
/** A landscape page is for a wide table, which needs the width more than white space. */
const sidesPt = { portrait: { left: 72, right: 84 }, landscape: { left: 48, right: 48 } }
const layoutOf = ({ isLandscape }: PdfDocument) => (isLandscape ? 'landscape' : 'portrait')
/** The paper size by locale. */
const paperSizes = { 'en-US': 'LETTER', 'en-GB': 'A4' } as const

const textFamily = 'Public Sans Variable'
const faces: Record<Exclude<FaceName, 'heading'>, Face> = {
  text: { family: textFamily, weight: 400 },
  strong: { family: textFamily, weight: 600 },
  emphasis: { family: textFamily, weight: 400, isItalic: true },
  'strong-emphasis': { family: textFamily, weight: 600, isItalic: true },
}

export function newPen(document: PdfDocument, clientStyle: ClientStyle): Pen {
  const { client, title, createdAt } = document
  const options = {
    size: document.paper ?? paperSizes[client.locale],
    layout: layoutOf(document),
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
      // The date of the text instead of now, so that equal texts give equal bytes.
      CreationDate: createdAt,
      ModDate: createdAt,
    },
  }
  // The types of pdfkit lack the subset PDF/UA.
  const pdf = new PDFDocument(options as object)
  const allFaces = { ...faces, heading: clientStyle.heading }
  for (const [name, face] of Object.entries(allFaces)) pdf.registerFont(name, fontOf(face))
  const spans = spansWith(pdf, allFaces)
  const measure = measureWith(pdf, spans)
  const pen: Pen = { pdf, document, clientStyle, spans, measure, leftPt: 0, contentWidthPt: 0, yPt: 0 }
  startPage(pen)
  const { leftPt, rightPt } = pageEdgesOf(pen)
  pen.leftPt = leftPt
  pen.contentWidthPt = rightPt - leftPt
  return pen
}

export const pageTopPt = marginsPt.top
export const pageBottomOf = ({ pdf }: Pen) => pdf.page.height - marginsPt.bottom
/** The height of the content area of a page. */
export const pageContentHeightPt = (pen: Pen) => pageBottomOf(pen) - marginsPt.top
export const pageEdgesOf = ({ pdf, document }: Pen) => {
  const { left, right } = sidesPt[layoutOf(document)]
  return { leftPt: left, rightPt: pdf.page.width - right }
}

export function startPage(pen: Pen): void {
  const { maxPages = defaultMaxPages } = pen.document
  if (pen.pdf.bufferedPageRange().count >= maxPages)
    throw new Error(`${pen.document.title} would have more than ${maxPages} pages`)
  pen.pdf.addPage()
  pen.yPt = marginsPt.top
}

/** Starts a new page if less than this height is left. */
export function ensureSpace(pen: Pen, heightPt: number): void {
  if (pen.yPt + heightPt > pageBottomOf(pen)) startPage(pen)
}

/** Adds vertical space, except at the top of a page. */
export function addSpace(pen: Pen, heightPt: number): void {
  if (pen.yPt > marginsPt.top) pen.yPt += heightPt
}

/** Draws content that screen readers skip. */
export function drawArtifact(pen: Pen, draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
  pen.pdf.markContent('Artifact', { type })
  pen.pdf.save()
  draw()
  pen.pdf.restore()
  pen.pdf.endMarkedContent()
}

export function hairline(pen: Pen, fromPt: number, toPt: number, yPt: number, color: string): void {
  drawArtifact(pen, () => {
    pen.pdf.moveTo(fromPt, yPt).lineTo(toPt, yPt).lineWidth(0.6).strokeColor(color).stroke()
  })
}

/** Draws one line with its top at `yPt`. Each link is its own structure element with its text. */
export function drawLine(pen: Pen, line: Line, parent: Struct, xPt: number, yPt: number): void {
  let x = xPt
  for (const { text, style, widthPt } of line.runs) {
    const left = x
    const draw = () => drawText(pen, text, style, left, yPt)
    if (style.href === undefined) parent.add(draw)
    else
      drawLink(pen, { text, href: style.href, widthPt, heightPt: style.leadingPt }, parent, {
        left,
        yPt,
        draw,
      })
    x += widthPt
  }
}

function drawText(pen: Pen, text: string, style: TextStyle, xPt: number, yPt: number): void {
  // Centers the text vertically in its leading.
  drawSpans(pen, text, style, xPt, yPt + (style.leadingPt - style.sizePt * 1.2) / 2)
}

type LinkContent = { text: string; href: string; widthPt: number; heightPt: number }
type LinkPosition = { left: number; yPt: number; draw: () => void }

function drawLink(pen: Pen, content: LinkContent, parent: Struct, { left, yPt, draw }: LinkPosition): void {
  const { text, href, widthPt, heightPt } = content
  const { pdf } = pen
  const link = pdf.struct('Link', { alt: text })
  parent.add(link)
  link.add(() => {
    draw()
    // The types of pdfkit lack both options.
    const options = { structParent: link, Contents: new String(text) } as never
    if (href.startsWith('#')) pdf.goTo(left, yPt, widthPt, heightPt, href.slice(1), options)
    else pdf.link(left, yPt, widthPt, heightPt, absolute(href, pen.document.origin), options)
  })
  link.end()
  drawArtifact(pen, () => {
    const underlineYPt = yPt + heightPt * 0.86
    pdf
      .moveTo(left, underlineYPt)
      .lineTo(left + widthPt, underlineYPt)
      .lineWidth(0.5)
      .strokeColor(pen.clientStyle.accent)
      .stroke()
  })
}

const absolute = (href: string, origin: string) => (href.startsWith('/') ? `${origin}${href}` : href)

/** Caches widths, because laying out glyphs takes most of the time of a document. */
function measureWith(pdf: PDFKit.PDFDocument, spans: Spans): Measure {
  const widthsPerPoint = new Map<string, number>()
  return (text, style) => {
    const key = `${style.face} ${style.hasTabularFigures ?? ''} ${text}`
    const cached = widthsPerPoint.get(key)
    if (cached !== undefined) return cached * style.sizePt
    const widthPt = widthOf({ pdf, spans }, text, style)
    widthsPerPoint.set(key, widthPt / style.sizePt)
    return widthPt
  }
}
