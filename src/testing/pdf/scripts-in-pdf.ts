import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** The scripts that pdf.js, the viewer of Firefox, finds in a PDF: those of the document, its pages and its annotations. */
export async function scriptsInPdf(bytes: Uint8Array): Promise<string[]> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0, useSystemFonts: false })
  try {
    const document = await task.promise
    const found: unknown[] = [await document.getJSActions()]
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number)
      found.push(await page.getJSActions())
      for (const annotation of await page.getAnnotations()) found.push(annotation.actions)
    }
    // Its types say objects; it gives maps from the occasion to the scripts.
    return found.flatMap(actions => [...((actions ?? new Map()) as Map<string, string[]>).values()].flat())
  } finally {
    await task.destroy()
  }
}
