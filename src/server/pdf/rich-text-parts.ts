import type { Inline, RichText } from '../../contract/rich-text.ts'

// What texts that the program writes for PDFs consist of.

export const text = (words: string): Inline[] => [{ kind: 'text', text: words }]

export const paragraph = (words: string): RichText[number] => ({ kind: 'paragraph', children: text(words) })

/** Its id is made of its words, unless one is given. */
export const heading = (
  words: string,
  id: string = words.toLowerCase().replaceAll(' ', '-'),
): RichText[number] => ({ kind: 'heading', level: 2, id, children: text(words) })

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): RichText[number] => ({
  kind: 'table',
  head: head.map(text),
  rows: rows.map(row => row.map(text)),
})
