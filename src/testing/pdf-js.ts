import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

const opened = (bytes: Uint8Array) =>
  getDocument({ data: new Uint8Array(bytes), verbosity: 0, useSystemFonts: false })

/** The scripts that pdf.js, the viewer of Firefox, finds in a PDF: those of the document, its pages and its annotations. */
export async function scriptsInPdf(bytes: Uint8Array): Promise<string[]> {
  const task = opened(bytes)
  try {
    const document = await task.promise
    const found: unknown[] = [await document.getJSActions()]
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number)
      found.push(await page.getJSActions())
      for (const annotation of await page.getAnnotations()) found.push(annotation.actions)
    }
    // The types say objects, but pdf.js returns maps from the event to the scripts.
    return found.flatMap(actions => [...((actions ?? new Map()) as Map<string, string[]>).values()].flat())
  } finally {
    await task.destroy()
  }
}

/** What pdf.js offers to screen readers on the first page: its text, its tags and its links. */
export async function readTaggedPdf(
  bytes: Uint8Array,
): Promise<{ text: string; tags: unknown; links: string[] }> {
  const task = opened(bytes)
  try {
    const page = await (await task.promise).getPage(1)
    const { items } = await page.getTextContent()
    return {
      text: items.map(item => ('str' in item ? item.str : '')).join(''),
      tags: await page.getStructTree(),
      links: (await page.getAnnotations()).map(({ url }) => String(url)),
    }
  } finally {
    await task.destroy()
  }
}

/** Texts of which a part is beyond the edge of their page, where a printer cuts it off. */
export async function textsBeyondPaper(bytes: Uint8Array): Promise<string[]> {
  const task = opened(bytes)
  try {
    const document = await task.promise
    const cut: string[] = []
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number)
      const { width } = page.getViewport({ scale: 1 })
      for (const item of (await page.getTextContent()).items)
        if ('str' in item && item.str.trim() !== '' && Number(item.transform[4]) + item.width > width)
          cut.push(item.str)
    }
    return cut
  } finally {
    await task.destroy()
  }
}

/** The lines of text of each page, from top to bottom. */
export async function linesOfPdf(bytes: Uint8Array): Promise<string[][]> {
  const task = opened(bytes)
  try {
    const document = await task.promise
    const pages: string[][] = []
    for (let number = 1; number <= document.numPages; number += 1) {
      const { items } = await (await document.getPage(number)).getTextContent()
      const byHeight = new Map<number, string>()
      for (const item of items) {
        if (!('str' in item)) continue
        const y = Math.round(Number(item.transform[5]))
        byHeight.set(y, `${byHeight.get(y) ?? ''}${item.str}`)
      }
      const lines = [...byHeight].sort(([one], [other]) => other - one).map(([, line]) => line.trim())
      pages.push(lines.filter(line => line !== ''))
    }
    return pages
  } finally {
    await task.destroy()
  }
}
