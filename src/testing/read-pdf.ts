import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

// pdf.js warns at import when these are missing. Only rendering, which the tests do not need, uses them.
Object.assign(globalThis, { DOMMatrix: class {}, Path2D: class {} })
const { getDocument, OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs')

/** A node of the structure tree, with its text and that of its children. `scope` is a table header's. */
type StructureNode = {
  type: string
  alt: string | null
  scope: string | null
  text: string
  children: StructureNode[]
}

type PdfContents = {
  language: string | null
  viewerPreferences: Readonly<Record<string, unknown>>
  markInfo: Readonly<Record<string, unknown>>
  info: Readonly<Record<string, unknown>>
  /** The XMP metadata. */
  metadata: string
  pages: number
  structure: StructureNode
  fonts: { name: string; isEmbedded: boolean }[]
  links: { to: string; text: string; isInStructure: boolean }[]
  /** Text outside the structure tree, one line for each drawing operation. Screen readers skip it. */
  artifacts: string
}

export const openPdf = (pdf: Uint8Array) =>
  getDocument({ data: new Uint8Array(pdf), verbosity: 0, useWasm: false, fontExtraProperties: true })

/** Reads a PDF with pdf.js, independently of the program's own code. */
export async function readPdf(pdf: Buffer): Promise<PdfContents> {
  const task = openPdf(pdf)
  const document = await task.promise
  try {
    const { info, metadata } = await document.getMetadata()
    const structure: StructureNode = { type: '', alt: null, scope: null, text: '', children: [] }
    const fonts = new Map<string, boolean>()
    const links: PdfContents['links'] = []
    let artifacts = ''
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number)
      const drawn = await readDrawing(page, fonts)
      artifacts += drawn.artifacts
      const annotationIds = new Set<string>()
      const root = await page.getStructTree()
      for (const node of root?.children ?? []) {
        // pdf.js types the tree without the attributes of tables.
        const found = structureOf(node as TreeNode, drawn.texts, annotationIds)
        if (found === null) continue
        structure.type = found.type
        structure.text += found.text
        structure.children.push(...found.children)
      }
      links.push(...(await readLinks(page, annotationIds)))
    }
    return {
      language: (info as { Language?: string }).Language ?? null,
      viewerPreferences: Object.fromEntries((await document.getViewerPreferences()) ?? []),
      // pdf.js types it as an object but returns a map.
      markInfo: Object.fromEntries(((await document.getMarkInfo()) ?? new Map()) as Map<string, boolean>),
      info: info as Record<string, unknown>,
      metadata: metadata?.getRaw() ?? '',
      pages: document.numPages,
      structure,
      fonts: [...fonts].map(([name, isEmbedded]) => ({ name, isEmbedded })),
      links,
      artifacts,
    }
  } finally {
    await task.destroy()
  }
}

/** All nodes of these types, in reading order. */
export function nodesOf(node: StructureNode, ...types: string[]): StructureNode[] {
  return node.children.flatMap(child => [
    ...(types.includes(child.type) ? [child] : []),
    ...nodesOf(child, ...types),
  ])
}

type TreeNode =
  | { role: string; alt?: string; scope?: string; children: TreeNode[] }
  | { type: 'content' | 'object' | 'annotation'; id: string }

/** The node with its content on this page; null without content, because pdf.js repeats table headers on every page. */
function structureOf(
  node: TreeNode,
  texts: ReadonlyMap<string, string>,
  annotationIds: Set<string>,
): StructureNode | null {
  if (!('role' in node)) return null
  const found: StructureNode = {
    type: node.role,
    alt: node.alt ?? null,
    scope: node.scope ?? null,
    text: '',
    children: [],
  }
  let hasContent = false
  for (const child of node.children) {
    if ('role' in child) {
      const inner = structureOf(child, texts, annotationIds)
      if (inner === null) continue
      hasContent = true
      found.children.push(inner)
      found.text += inner.text
    } else if (child.type === 'annotation') {
      hasContent = true
      annotationIds.add(child.id)
    } else {
      hasContent ||= texts.has(child.id)
      found.text += texts.get(child.id) ?? ''
    }
  }
  return hasContent ? found : null
}

type Glyph = { unicode: string }

/** The text of each marked-content sequence by its id in the structure tree, and the text outside of them. */
export async function readDrawing(
  page: PDFPageProxy,
  fonts = new Map<string, boolean>(),
): Promise<{ texts: Map<string, string>; artifacts: string }> {
  const { fnArray, argsArray } = await page.getOperatorList()
  const pageId = `p${page.ref?.num}R`
  const texts = new Map<string, string>()
  const openIds: (string | null)[] = []
  let artifacts = ''
  for (const [index, operator] of fnArray.entries()) {
    const args = argsArray[index] ?? []
    if (operator === OPS.beginMarkedContent) openIds.push(null)
    if (operator === OPS.beginMarkedContentProps) {
      const contentId = typeof args[1] === 'number' ? `${pageId}_mc${args[1]}` : null
      openIds.push(contentId)
      if (contentId !== null && !texts.has(contentId)) texts.set(contentId, '')
    }
    if (operator === OPS.endMarkedContent) openIds.pop()
    if (operator === OPS.setFont) {
      const font = page.commonObjs.get(args[0]) as { name: string; missingFile?: boolean }
      fonts.set(font.name, font.missingFile !== true)
    }
    if (operator !== OPS.showText) continue
    const text = (args[0] as (Glyph | number)[])
      .map(glyph => (typeof glyph === 'number' ? '' : glyph.unicode))
      .join('')
    const id = openIds.at(-1)
    if (id) texts.set(id, (texts.get(id) ?? '') + text)
    else artifacts += `${text}\n`
  }
  return { texts, artifacts }
}

async function readLinks(
  page: PDFPageProxy,
  annotationIds: ReadonlySet<string>,
): Promise<PdfContents['links']> {
  const annotations = await page.getAnnotations()
  const links = annotations.filter(({ subtype }) => subtype === 'Link')
  return links.map(({ id, unsafeUrl, dest, contentsObj }) => ({
    to: unsafeUrl ?? `#${dest}`,
    text: contentsObj?.str ?? '',
    isInStructure: annotationIds.has(`pdfjs_internal_id_${id}`),
  }))
}
