import type { Inline } from '../../contract/rich-text.ts'
import type { Piece } from './break-lines.ts'
import type { TextStyle } from './text-style.ts'

/** Inline content as pieces of styled text. Equal styles of one call share an object, by which runs are merged. */
export function piecesOf(children: readonly Inline[], style: TextStyle): Piece[] {
  return children.flatMap(inline => piecesOfInline(inline, style))
}

function piecesOfInline(inline: Inline, style: TextStyle): Piece | Piece[] {
  switch (inline.kind) {
    case 'text':
    case 'code':
      return { text: inline.text, style }
    case 'break':
      return 'break'
    case 'strong':
      return piecesOf(inline.children, { ...style, face: boldFaces[style.face] })
    case 'emphasis':
      return piecesOf(inline.children, { ...style, face: italicFaces[style.face] })
    case 'link':
      return piecesOf(inline.children, { ...style, href: inline.href })
  }
}

const boldFaces: Record<TextStyle['face'], TextStyle['face']> = {
  text: 'strong',
  strong: 'strong',
  emphasis: 'strong-emphasis',
  'strong-emphasis': 'strong-emphasis',
  heading: 'heading',
}
const italicFaces: Record<TextStyle['face'], TextStyle['face']> = {
  text: 'emphasis',
  strong: 'strong-emphasis',
  emphasis: 'emphasis',
  'strong-emphasis': 'strong-emphasis',
  heading: 'heading',
}

/** The text without its formatting, for bookmarks and descriptions. */
export function plainTextOf(children: readonly Inline[]): string {
  return children
    .map(inline => {
      if (inline.kind === 'break') return ' '
      return 'text' in inline ? inline.text : plainTextOf(inline.children)
    })
    .join('')
}
