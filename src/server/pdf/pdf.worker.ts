import type { PdfDocument } from './pdf-document.ts'
import { writePdf } from './write-pdf.ts'

// Runs in a thread of its own (draw-pdf.ts).

export default async function write(document: PdfDocument): Promise<Uint8Array> {
  return await writePdf(document)
}
