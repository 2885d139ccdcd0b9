import type { ListStyle } from '../contract/list.ts'
import { nodesOf, openPdf, readDrawing, readPdf } from './read-pdf.ts'

type TreeNode =
  | { role: string; children: TreeNode[] }
  | { type: 'content' | 'object' | 'annotation'; id: string }

/** A line of text of a structure element, with the place of its first glyph in points from the left and the bottom. */
type Line = { role: string; text: string; x: number; y: number }

/**
 * What would keep people from reading a generated PDF by its tags, or from reading its words and amounts whole: one sentence for each
 * fault that pdf.js finds. `titles`: letters have none on the page, and a sealed document is followed by its record.
 */
export async function pdfFaults(
  bytes: Uint8Array,
  { locale, titles = 1 }: Pick<ListStyle, 'locale'> & { titles?: number },
): Promise<string[]> {
  const pdf = await readPdf(Buffer.from(bytes))
  const faults: string[] = []
  const fault = (isFault: boolean, sentence: string) => {
    if (isFault) faults.push(sentence)
  }
  fault(pdf.structure.type !== 'Document' || pdf.structure.text.trim() === '', 'it has no structure tree')
  fault(pdf.markInfo.Marked !== true, 'it is not marked as tagged')
  fault(pdf.language !== locale, `its language is ${pdf.language}`)
  fault(typeof pdf.info.Title !== 'string' || pdf.info.Title === '', 'it has no title')
  fault(pdf.viewerPreferences.DisplayDocTitle !== true, 'a reader would show its file name as the title')
  const levels = nodesOf(pdf.structure, 'H1', 'H2', 'H3', 'H4').map(({ type }) => Number(type.slice(1)))
  const found = levels.filter(level => level === 1).length
  fault(found !== titles, `it has ${found} titles (H1)`)
  fault(
    levels.some((level, index) => level > (levels[index - 1] ?? 0) + 1),
    `its headings leave out a level: ${levels}`,
  )
  for (const { name, isEmbedded } of pdf.fonts) fault(!isEmbedded, `the font ${name} is not embedded`)
  for (const { to, text, isInStructure } of pdf.links)
    fault(!isInStructure || text === '', `the link to ${to} has no text or no tag`)
  for (const lines of await linesByPage(bytes)) {
    for (const [index, line] of lines.entries()) {
      const before = lines[index - 1]
      if (before) faults.push(...faultsBetween(before, line))
    }
  }
  return faults
}

const sameLinePt = 2

function faultsBetween(before: Line, line: Line): string[] {
  const isAbove = line.y > before.y + sameLinePt
  // A column of a table begins again at the top of its row, to the right.
  if (isAbove && line.x <= before.x)
    return [`“${line.text}” is read after “${before.text}”, which is below it`]
  const isNextLine = line.y < before.y - sameLinePt && line.role === '' && before.text !== ''
  if (isNextLine && /[\p{L}\p{N}.,]$/u.test(before.text) && /^[\p{L}\p{N}.,]/u.test(line.text))
    return [`“${before.text}|${line.text}” is broken inside`]
  return []
}

/** The lines of each page in the order of the structure tree. A further line of the same element has no role. */
async function linesByPage(bytes: Uint8Array): Promise<Line[][]> {
  const task = openPdf(bytes)
  try {
    const document = await task.promise
    const pages: Line[][] = []
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number)
      const { items } = await page.getTextContent({ includeMarkedContent: true })
      // Its items have places, but lack the spaces at the ends of lines.
      const { texts } = await readDrawing(page)
      const lineOf = new Map<string, Line>()
      const open: string[] = []
      for (const item of items) {
        if (!('str' in item)) {
          if (item.type === 'endMarkedContent') open.pop()
          else open.push(item.id ?? '')
          continue
        }
        const id = open.at(-1)
        const text = id ? texts.get(id) : undefined
        if (id && text && !lineOf.has(id))
          lineOf.set(id, { role: '', text, x: Number(item.transform[4]), y: Number(item.transform[5]) })
      }
      // pdf.js types the tree without what its nodes have.
      const tree = (await page.getStructTree()) as TreeNode | null
      pages.push(tree ? linesInOrder(tree, lineOf) : [])
    }
    return pages
  } finally {
    await task.destroy()
  }
}

function linesInOrder(node: TreeNode, lineOf: ReadonlyMap<string, Line>): Line[] {
  if (!('role' in node)) {
    const line = lineOf.get(node.id)
    return line ? [line] : []
  }
  const lines: Line[] = []
  for (const line of node.children.flatMap(child => linesInOrder(child, lineOf))) {
    const last = lines.at(-1)
    if (line.role === '' && last?.role === '' && Math.abs(last.y - line.y) < sameLinePt)
      last.text += line.text
    else lines.push({ ...line })
  }
  const [first] = lines
  // A link is a part of its paragraph.
  if (first?.role === '' && node.role !== 'Link') first.role = node.role
  return lines
}
