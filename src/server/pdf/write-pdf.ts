import { drawBlocks } from './draw/draw-blocks.ts'
import { drawDisclaimer, drawFeet, drawTitle } from './draw/draw-frame.ts'
import { drawablePictures } from './draw/drawable-pictures.ts'
import { takePen } from './layout/pen.ts'
import { lookOf } from './look/house-look.ts'
import type { PdfDocument } from './pdf-document.ts'

/**
 * A managed text as a PDF on the house's paper: tagged, so that whoever listens hears headings, lists, tables and links as
 * whoever sees them does (PDF/UA; docs/decisions/0019-files-and-pdf.md). The same document gives the same bytes.
 *
 * @throws Error for one of more than `pagesAtMost` pages.
 */
export async function writePdf(given: PdfDocument): Promise<Buffer> {
  const document = { ...given, pictures: await drawablePictures(given.pictures) }
  const pen = takePen(document, await lookOf(document.client.name))
  const parts: Buffer[] = []
  const written = new Promise<Buffer>((resolve, reject) => {
    pen.pdf.on('data', (part: Buffer) => parts.push(part))
    pen.pdf.on('end', () => resolve(Buffer.concat(parts)))
    pen.pdf.on('error', reject)
  })
  const root = pen.pdf.struct('Document', { title: document.title })
  pen.pdf.addStructure(root)
  drawTitle(pen, root)
  drawBlocks(pen, document.text, root)
  drawDisclaimer(pen, root)
  root.end()
  drawFeet(pen)
  pen.pdf.end()
  return await written
}
