import type { Inline } from '../../contract/rich-text.ts'
import type { Piece } from './break-lines.ts'
import type { TextStyle } from './text-style.ts'

/** The words of a text with their styles. A style is one object for all that looks alike, so that runs can be told apart. */
export function piecesOf(children: readonly Inline[], style: TextStyle): Piece[] {
  return children.flatMap(inline => piecesOfOne(inline, style))
}

function piecesOfOne(inline: Inline, style: TextStyle): Piece | Piece[] {
  switch (inline.kind) {
    case 'text':
    case 'code':
      return { text: inline.text, style }
    case 'break':
      return 'break'
    case 'strong':
      return piecesOf(inline.children, { ...style, face: stronger[style.face] })
    case 'emphasis':
      return piecesOf(inline.children, { ...style, face: leaning[style.face] })
    case 'link':
      return piecesOf(inline.children, { ...style, href: inline.href })
  }
}

const stronger: Record<TextStyle['face'], TextStyle['face']> = {
  text: 'strong',
  strong: 'strong',
  emphasis: 'strong-emphasis',
  'strong-emphasis': 'strong-emphasis',
  heading: 'heading',
}
const leaning: Record<TextStyle['face'], TextStyle['face']> = {
  text: 'emphasis',
  strong: 'strong-emphasis',
  emphasis: 'emphasis',
  'strong-emphasis': 'strong-emphasis',
  heading: 'heading',
}

/** What is said, without how it looks: for bookmarks and descriptions. */
export function plainWords(children: readonly Inline[]): string {
  return children
    .map(inline => {
      if (inline.kind === 'break') return ' '
      return 'text' in inline ? inline.text : plainWords(inline.children)
    })
    .join('')
}
