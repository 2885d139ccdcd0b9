import type { PDFPageProxy } from 'pdfjs-dist'

/** The types of pdf.js leave out the last two. */
type Tree = Awaited<ReturnType<PDFPageProxy['getStructTree']>> & { alt?: string; lang?: string }

/** The ARIA role of each structure type of a tagged PDF (ISO 32000-2, 14.8.4) that means something to a screen reader. */
const roles: Record<string, string> = {
  Sect: 'group',
  P: 'paragraph',
  Caption: 'paragraph',
  Note: 'note',
  BlockQuote: 'blockquote',
  L: 'list',
  LI: 'listitem',
  Table: 'table',
  THead: 'rowgroup',
  TBody: 'rowgroup',
  TFoot: 'rowgroup',
  TR: 'row',
  TH: 'columnheader',
  TD: 'cell',
  Figure: 'img',
}
const headingType = /^H([1-6])$/

/**
 * The structure of a page as elements that own its lines of text (`aria-owns`), so that a screen reader finds headings, paragraphs,
 * lists and tables instead of lines. `layer` has the lines. Null if the PDF is not tagged.
 */
export async function structureOf(page: PDFPageProxy, layer: HTMLElement): Promise<HTMLElement | null> {
  // Null for a file without tags, which its type does not say.
  const tree: Tree | null = await page.getStructTree()
  return tree === null ? null : elementOf(tree, layer)
}

function elementOf(node: Tree, layer: HTMLElement): HTMLElement {
  const element = document.createElement('span')
  const level = headingType.exec(node.role)?.[1]
  const role = level === undefined ? roles[node.role] : 'heading'
  if (role !== undefined) element.setAttribute('role', role)
  // A page of the portal has an h1 and an h2 above the document.
  if (level !== undefined) element.setAttribute('aria-level', String(Math.min(6, Number(level) + 2)))
  if (node.alt !== undefined) element.setAttribute('aria-label', node.alt)
  if (node.lang !== undefined) element.lang = node.lang
  for (const child of node.children) {
    if ('children' in child) element.append(elementOf(child, layer))
    // A picture or a link has no line.
    else if (layer.querySelector(`#${CSS.escape(child.id)}`)) element.append(ownerOf(child.id))
  }
  return element
}

/** The id is that of a text in the layer above the page. */
function ownerOf(id: string): HTMLElement {
  const owner = document.createElement('span')
  owner.setAttribute('aria-owns', id)
  return owner
}
