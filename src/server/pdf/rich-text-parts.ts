import type { Client } from '../../clients/client.ts'
import type { Inline, RichText } from '../../contract/rich-text.ts'

// What texts that the program writes for PDFs consist of.

export const text = (words: string): Inline[] => [{ kind: 'text', text: words }]

export const paragraph = (words: string): RichText[number] => ({ kind: 'paragraph', children: text(words) })

/** A name, and an address or the like below it. */
export const linesBelow = (name: string, lines: readonly string[]): RichText[number] => ({
  kind: 'paragraph',
  children: [
    { kind: 'strong', children: text(name) },
    ...lines.flatMap(line => [{ kind: 'break' } as const, ...text(line)]),
  ],
})

/** Whose document it is, as auditors and tax offices know the organization: the name of the letterhead may be another. */
export const sponsorLines = ({
  legalName,
  address,
  number,
}: Pick<Client['sponsor'], 'legalName' | 'number'> & { address: readonly string[] }): RichText[number] =>
  linesBelow(legalName, [...address, number])

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
