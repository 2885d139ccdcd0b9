import type { Block, Inline } from '../../contract/rich-text.ts'

export const text = (content: string): Inline[] => [{ kind: 'text', text: content }]

/** A heading of the second level; `id` is unique in its document. */
export const heading = (content: string, id: string): Block => ({
  kind: 'heading',
  level: 2,
  id,
  children: text(content),
})

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): Block => ({
  kind: 'table',
  head: head.map(text),
  rows: rows.map(row => row.map(text)),
})
