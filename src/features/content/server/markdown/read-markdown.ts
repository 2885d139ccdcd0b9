import type { Definition, Heading, Image, ImageReference, List, Paragraph, RootContent, Table } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'
import type { Block, Inline, RichText } from '../../../../contract/rich-text.ts'
import { isFileAddress } from '../../domain/links.ts'
import { inlinesOf, plainText, shortened, urlOf } from './inlines.ts'
import { lineOverLimits } from './limits.ts'
import { type Note, type Reader, readerOf, type Surroundings } from './reader.ts'

const maxDepth = 5
const maxColumns = 12

/**
 * Parses Markdown to a rich-text tree, with notes about everything that is shown differently. Only this tree reaches a
 * browser, so whatever it cannot represent (HTML, scripts, frames, foreign pictures, links that src/contract/rich-text.ts
 * does not allow) becomes plain text or nothing.
 */
export function readMarkdown(
  markdown: string,
  surroundings: Surroundings,
): { tree: RichText; notes: readonly Note[] } {
  const source = markdown.replaceAll(/\r\n?/g, '\n')
  const line = lineOverLimits(source)
  if (line !== null) return asTyped(source, line, surroundings)
  const root = fromMarkdown(source, {
    extensions: [gfmTable()],
    mdastExtensions: [gfmTableFromMarkdown()],
  })
  const reader = readerOf(surroundings, definitionsIn(root.children))
  const tree = blocksOf(root.children, reader, 0)
  return { tree, notes: reader.notes }
}

/** The first definition of a name wins (CommonMark 4.7). */
function definitionsIn(nodes: readonly RootContent[], found = new Map<string, Definition>()) {
  for (const node of nodes) {
    if (node.type === 'definition' && !found.has(node.identifier)) found.set(node.identifier, node)
    if (node.type === 'blockquote' || node.type === 'list' || node.type === 'listItem')
      definitionsIn(node.children, found)
  }
  return found
}

function asTyped(source: string, line: number, surroundings: Surroundings) {
  const reader = readerOf(surroundings, new Map())
  const tree = source.split(/\n\s*\n/).flatMap((part): Block[] => {
    const node = { type: 'text', value: part } as const
    const text = reader.hasRoom(node) ? reader.text(node, part).trim() : ''
    return text === '' ? [] : [{ kind: 'paragraph', children: [{ kind: 'text', text }] }]
  })
  const over = 'There is too much formatting from here on, so the whole text is shown as typed.'
  return { tree, notes: [{ line, text: over }, ...reader.notes] }
}

function blocksOf(nodes: readonly RootContent[], reader: Reader, depth: number): Block[] {
  return nodes.flatMap(node => (reader.hasRoom(node) ? blockOf(node, reader, depth) : []))
}

function blockOf(node: RootContent, reader: Reader, depth: number): Block[] {
  switch (node.type) {
    case 'paragraph':
      return paragraphsOf(node, reader)
    case 'heading':
      return headingOf(node, reader)
    case 'thematicBreak':
      return [{ kind: 'rule' }]
    case 'list':
      return listOf(node, reader, depth)
    case 'blockquote': {
      const children = blocksOf(node.children, reader, depth + 1)
      if (depth < maxDepth) return children.length === 0 ? [] : [{ kind: 'quote', children }]
      reader.note(
        node,
        'Quotes and lists can be nested five levels deep. This one is shown without its formatting.',
      )
      return children
    }
    case 'table':
      return tableOf(node, reader)
    case 'html':
      reader.note(node, 'HTML isn’t supported and is shown as plain text.')
      return wordsIn(node, node.value.split('\n'), reader)
    case 'code':
      reader.note(node, 'Code blocks are shown as plain lines of text.')
      return wordsIn(node, node.value.split('\n'), reader)
    case 'definition':
      return []
    default:
      reader.note(node, 'This can’t be shown here and is left out.')
      return []
  }
}

/** A paragraph, split around its pictures, which become blocks. */
function paragraphsOf(node: Paragraph, reader: Reader): Block[] {
  const blocks: Block[] = []
  let inlines: Paragraph['children'] = []
  const endParagraph = () => {
    const children = trimmed(inlinesOf(inlines, reader))
    if (children.length > 0) blocks.push({ kind: 'paragraph', children })
    inlines = []
  }
  for (const child of node.children) {
    if (child.type !== 'image' && child.type !== 'imageReference') {
      inlines.push(child)
      continue
    }
    endParagraph()
    blocks.push(...pictureOf(child, reader))
  }
  endParagraph()
  return blocks
}

function pictureOf(node: Image | ImageReference, reader: Reader): Block[] {
  const href = urlOf(node, reader) ?? ''
  const picture = isFileAddress(href) ? reader.surroundings.pictureAt(href) : undefined
  const alt = reader.text(node, node.alt ?? '')
  if (!picture) {
    reader.note(node, `${shortened(href)} isn’t one of your pictures, so its description is shown instead.`)
    return alt === '' ? [] : [{ kind: 'paragraph', children: [{ kind: 'text', text: alt }] }]
  }
  const { widthPx, heightPx } = picture
  return [{ kind: 'image', href, alt: alt === '' ? picture.alt : alt, widthPx, heightPx }]
}

/** Headings start at level 2 and skip no level, for navigation by headings (WCAG 1.3.1). */
function headingOf(node: Heading, reader: Reader): Block[] {
  const children = trimmed(inlinesOf(node.children, reader))
  if (children.length === 0) return []
  // Between the limits of min and max.
  const level = Math.min(4, Math.max(2, node.depth), reader.lastHeadingLevel + 1) as 2 | 3 | 4
  reader.lastHeadingLevel = level
  return [{ kind: 'heading', level, id: reader.headingId(plainText(children)), children }]
}

function listOf(node: List, reader: Reader, depth: number): Block[] {
  const items = node.children.map(item => blocksOf(item.children, reader, depth + 1))
  const filled = items.filter(item => item.length > 0)
  if (depth >= maxDepth) {
    reader.note(
      node,
      'Quotes and lists can be nested five levels deep. This one is shown without its formatting.',
    )
    return filled.flat()
  }
  const start = node.ordered ? (node.start ?? 1) : null
  return filled.length === 0 ? [] : [{ kind: 'list', start, items: filled }]
}

/** Gives every row as many cells as the head: drops extra ones and adds empty ones. */
function tableOf(node: Table, reader: Reader): Block[] {
  const [first, ...others] = node.children
  if (!first) return []
  if (first.children.length > maxColumns)
    reader.note(node, `Tables can have up to ${maxColumns} columns. The others are left out.`)
  const cellsOf = (row: Table['children'][number]): Inline[][] =>
    row.children.slice(0, maxColumns).map(cell => trimmed(inlinesOf(cell.children, reader)))
  const head = cellsOf(first)
  const rows = others
    .filter(row => reader.hasRoom(row))
    .map(cellsOf)
    .map(cells => head.map((_, at) => cells[at] ?? []))
  return [{ kind: 'table', head, rows }]
}

function wordsIn(node: RootContent, lines: readonly string[], reader: Reader): Block[] {
  const children: Inline[] = []
  for (const line of lines) {
    const text = reader.text(node, line).trim()
    if (text === '' || !reader.hasRoom(node)) continue
    if (children.length > 0) children.push({ kind: 'break' })
    children.push({ kind: 'text', text })
  }
  return children.length === 0 ? [] : [{ kind: 'paragraph', children }]
}

/** Removes breaks and spaces at the ends, which a picture or an omission may leave. */
function trimmed(inlines: readonly Inline[]): Inline[] {
  const isSpace = (inline: Inline | undefined) =>
    inline?.kind === 'break' || (inline?.kind === 'text' && inline.text.trim() === '')
  let [from, to] = [0, inlines.length]
  while (from < to && isSpace(inlines[from])) from += 1
  while (to > from && isSpace(inlines[to - 1])) to -= 1
  return inlines.slice(from, to).map((inline, at) => {
    if (inline.kind !== 'text') return inline
    const startless = at === 0 ? inline.text.trimStart() : inline.text
    return { kind: 'text', text: at === to - from - 1 ? startless.trimEnd() : startless }
  })
}
