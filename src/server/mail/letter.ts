import type { Client } from '../../clients/client.ts'

/** The place of the link or code in a stored letter. It is inserted when the letter is sent. */
export const secretPlaceholder = '{secret}'

/** One part of a letter. A string is a paragraph. */
export type Block =
  | string
  | { facts: readonly (readonly [label: string, value: string])[] }
  | { lines: readonly string[] }
  | { secret: 'link' | 'code' }

/** A letter as data, from which both its text and its HTML are written. */
export type Letter = {
  /** Without the client's name, which precedes every subject. */
  subject: string
  /** The name of the recipient in the salutation; null for a message to the client's own staff, which has no closing either. */
  name: string | null
  blocks: readonly Block[]
}

export const subjectOf = (client: Client, { subject }: Letter): string => `${client.displayName}: ${subject}`

export const salutation = (name: string): string => `Dear ${name},`

export const closing = ({ support }: Client): string =>
  `If you did not expect this message, please call ${support.phone} or e-mail ${support.email}.`

/** The letter as plain text. */
export function letterText(client: Client, { name, blocks }: Letter): string {
  const content = blocks.map(textOf)
  if (name === null) return content.join('\n\n')
  return [salutation(name), ...content, closing(client), client.displayName].join('\n\n')
}

function textOf(block: Block): string {
  if (typeof block === 'string') return block
  if ('facts' in block) return block.facts.map(([label, value]) => `${label}: ${value}`).join('\n')
  if ('lines' in block) return block.lines.join('\n')
  return secretPlaceholder
}
