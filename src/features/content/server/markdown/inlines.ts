import type { Image, ImageReference, Link, LinkReference, Nodes, PhrasingContent } from 'mdast'
import type { Inline } from '../../../../contract/rich-text.ts'
import { telAddress } from '../../../../domain/tel-address.ts'
import { isAllowedLink } from '../../domain/links.ts'
import { fillIn } from '../../domain/placeholders.ts'
import type { Reader } from './reader.ts'

const maxDepth = 6

/** The inlines of a paragraph, heading or cell. Pictures become their description. */
export function inlinesOf(nodes: readonly PhrasingContent[], reader: Reader, depth = 0): Inline[] {
  const found: Inline[] = []
  for (const node of nodes) {
    if (!reader.hasRoom(node)) break
    for (const inline of inlineOf(node, reader, depth)) {
      const last = found.at(-1)
      if (inline.kind === 'text' && last?.kind === 'text') last.text += inline.text
      else found.push(inline)
    }
  }
  return found
}

function inlineOf(node: PhrasingContent, reader: Reader, depth: number): Inline[] {
  switch (node.type) {
    case 'text':
      if (/\[\^[^\]\s]+\]/.test(node.value))
        reader.note(node, 'Footnotes aren’t supported and are shown as typed.')
      return textOf(node, node.value.replaceAll(/\s*\n\s*/g, ' '), reader)
    case 'break':
      return [{ kind: 'break' }]
    case 'inlineCode':
      return [{ kind: 'code', text: reader.text(node, node.value) }]
    case 'html':
      reader.note(node, 'HTML isn’t supported and is shown as plain text.')
      return textOf(node, node.value, reader)
    case 'emphasis':
    case 'strong': {
      if (depth >= maxDepth) return textOf(node, plainTextOf(node), reader)
      const children = inlinesOf(node.children, reader, depth + 1)
      return children.length === 0 ? [] : [{ kind: node.type, children }]
    }
    case 'link':
    case 'linkReference':
      return linkOf(node, reader, depth)
    case 'image':
    case 'imageReference':
      reader.note(node, 'A picture needs its own paragraph. Here its description is shown instead.')
      return textOf(node, node.alt ?? '', reader)
    default:
      reader.note(node, 'This can’t be shown here, so only its text is shown.')
      return textOf(node, plainTextOf(node), reader)
  }
}

function textOf(node: Nodes, written: string, reader: Reader): Inline[] {
  const text = reader.text(node, written)
  return text === '' ? [] : [{ kind: 'text', text }]
}

function linkOf(node: Link | LinkReference, reader: Reader, depth: number): Inline[] {
  const children =
    depth >= maxDepth
      ? textOf(node, plainTextOf(node), reader)
      : inlinesOf(node.children, reader, depth + 1).flatMap(withoutLinks)
  const url = urlOf(node, reader)
  if (url === null || children.length === 0) return children
  const href = hrefOf(url, reader)
  if (href === null) {
    reader.note(node, `Links to ${shortened(url)} aren’t allowed, so only the text is shown.`)
    return children
  }
  return [{ kind: 'link', href, children }]
}

/** Removes links within links. Markdown has none, but a reference could produce one. */
function withoutLinks(inline: Inline): Inline[] {
  return inline.kind === 'link' ? inline.children : [inline]
}

/** The address as written; null for a reference without a definition. */
export function urlOf(node: Link | LinkReference | Image | ImageReference, reader: Reader): string | null {
  if (node.type === 'link' || node.type === 'image') return node.url
  return reader.definitions.get(node.identifier)?.url ?? null
}

function hrefOf(url: string, reader: Reader): string | null {
  const filled = fillIn(url, reader.surroundings.placeholders)
  // `tel:{phone}` becomes a number as it is printed.
  const href = /^tel:/i.test(filled) ? telAddress(filled.slice('tel:'.length)) : filled
  return isAllowedLink(href) ? href : null
}

export const shortened = (url: string) => (url.length > 60 ? `${url.slice(0, 60)}…` : url)

/** The text of a node and its descendants. */
function plainTextOf(node: Nodes): string {
  if ('value' in node) return node.value
  if ('alt' in node) return node.alt ?? ''
  return 'children' in node ? node.children.map(plainTextOf).join('') : ''
}

/** The plain text of inlines, for heading ids and lists. */
export function plainText(inlines: readonly Inline[]): string {
  return inlines
    .map(inline => {
      if (inline.kind === 'break') return ' '
      return 'text' in inline ? inline.text : plainText(inline.children)
    })
    .join('')
}
