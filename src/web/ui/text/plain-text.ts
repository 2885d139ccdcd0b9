import type { Block, Inline, RichText } from '../../../contract/rich-text.ts'

/** The plain text of managed text, with spaces between its parts: for searching. */
export function plainTextOf(text: RichText): string {
  return text.map(plainTextOfBlock).join(' ').replaceAll(/\s+/g, ' ').trim()
}

function plainTextOfBlock(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return plainTextOfInlines(block.children)
    case 'list':
      return block.items.map(plainTextOf).join(' ')
    case 'quote':
      return plainTextOf(block.children)
    case 'rule':
      return ''
    case 'table':
      return [block.head, ...block.rows].map(row => row.map(plainTextOfInlines).join(' ')).join(' ')
    case 'image':
      return block.alt
  }
}

function plainTextOfInlines(inlines: readonly Inline[]): string {
  return inlines
    .map(inline => {
      if (inline.kind === 'break') return ' '
      return 'text' in inline ? inline.text : plainTextOfInlines(inline.children)
    })
    .join('')
}

/** An entry of a table of contents: the heading's id, which deep links use, and its text. */
export type ContentsEntry = { id: string; text: string; level: 2 | 3 | 4 }

/** The headings of a text down to a level, in order. */
export function headingsOf(text: RichText, deepest: 2 | 3 | 4 = 2): ContentsEntry[] {
  return text.flatMap(block =>
    block.kind === 'heading' && block.level <= deepest
      ? [{ id: block.id, text: plainTextOfInlines(block.children), level: block.level }]
      : [],
  )
}
