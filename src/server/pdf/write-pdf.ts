import sharp from 'sharp'
import type { RichText } from '../../contract/rich-text.ts'
import { loadClientStyle } from './client-style.ts'
import { drawBlocks } from './draw-blocks.ts'
import { drawDisclaimer, drawFooters, drawLetterhead, drawTitle } from './draw-frame.ts'
import { drawPlacedPages } from './draw-placed-pages.ts'
import { addStruct } from './draw-text.ts'
import type { PdfDocument } from './pdf-document.ts'
import { newPen, type Pen, type Struct, startPage } from './pen.ts'

/**
 * Writes managed text as a tagged PDF in the client's style (PDF/UA, docs/decisions/0019-files-and-pdf.md). Equal documents
 * give equal bytes.
 *
 * @throws Error if the document has more pages than it may have.
 */
export async function writePdf(input: PdfDocument): Promise<Buffer> {
  const document = { ...input, pictures: await drawablePictures(input.pictures) }
  const pen = newPen(document, loadClientStyle(document.client))
  const chunks: Buffer[] = []
  const written = new Promise<Buffer>((resolve, reject) => {
    pen.pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pen.pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pen.pdf.on('error', reject)
  })
  const root = pen.pdf.struct('Document', { title: document.title })
  pen.pdf.addStructure(root)
  if (document.pages) drawPlacedPages(pen, document.pages, root)
  else if (document.letters) drawLetters(pen, document.letters, root)
  else {
    drawTitle(pen, root)
    drawBlocks(pen, document.text, root)
    drawDisclaimer(pen, root)
  }
  root.end()
  if (!document.pages) drawFooters(pen)
  pen.pdf.end()
  return await written
}

function drawLetters(pen: Pen, letters: readonly RichText[], root: Struct): void {
  for (const [index, letter] of letters.entries()) {
    if (index > 0) startPage(pen)
    const section = addStruct(pen, root, 'Sect')
    drawLetterhead(pen, section)
    drawBlocks(pen, letter, section)
    section.end()
  }
}

/** The limit for editors' pictures. A larger picture is replaced by its alternative text. */
const maxPixels = 40_000_000

/**
 * Converts a document's pictures to formats that PDFs support: JPEGs stay as they are, others become PNGs (an animated picture
 * becomes its first frame). Each is decoded here, because pdfkit decodes pictures asynchronously, where the error of a damaged one
 * would stop the server.
 */
async function drawablePictures(pictures: ReadonlyMap<string, Buffer>): Promise<ReadonlyMap<string, Buffer>> {
  const drawable = new Map<string, Buffer>()
  for (const [href, bytes] of pictures) {
    const picture = sharp(bytes, { limitInputPixels: maxPixels })
    try {
      const { format } = await picture.metadata()
      const isJpeg = format === 'jpeg'
      const decoded = await (isJpeg ? picture.jpeg() : picture.png({ palette: false })).toBuffer()
      drawable.set(href, isJpeg ? bytes : decoded)
    } catch {
      // A damaged picture is replaced by its alternative text, like a missing one.
    }
  }
  return drawable
}
