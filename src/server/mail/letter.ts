import type { Client } from '../../clients/client.ts'
import { localEnglish } from '../../domain/local-english.ts'

/** The place of the link or code in a stored letter. It is inserted when the letter is sent. */
export const secretPlaceholder = '{secret}'

/** One part of a letter. A string is a paragraph. */
export type Block =
  | string
  | { facts: readonly (readonly [label: string, value: string])[] }
  | { lines: readonly string[] }
  | { secret: 'link' | 'code' }
  | ScreenLink

/** Where the reader logs in and reads more or acts. */
export type ScreenLink = {
  address: string
  /** The end of the sentence: `to answer`. */
  purpose: string
}

/** A letter as data, from which both its text and its HTML are written. */
export type Letter = {
  /** Without the client's name, which precedes every subject. */
  subject: string
  /** The name of the recipient in the salutation; null for a message to the client's own staff, which has no closing either. */
  name: string | null
  blocks: readonly Block[]
  /** What to do if the reader did not expect the letter. Absent: to call or e-mail the client. */
  ifUnexpected?: string
  /** Where the reader can switch notices of this kind off; null or absent: nowhere. */
  settings?: string | null
}

/** What staff wrote to the reader. */
export const ourMessage = (message: string): string => `Our message: ${message}`

export const subjectOf = (client: Client, { subject }: Letter): string => `${client.displayName}: ${subject}`

export const salutation = (name: string): string => `Dear ${name},`

/** "call us on" in British English, "call us at" in American English, with the client's phone number. */
export const callUs = ({ locale, support }: Client): string =>
  `${localEnglish('call us on', locale)} ${support.phone}`

/** The paragraphs after the content: what to do with an unexpected letter, and the signature. */
export const closing = (
  client: Client,
  {
    ifUnexpected = `If you didn’t expect this message, please ${callUs(client)} or e-mail ${client.support.email}.`,
  }: Letter,
): [ifUnexpected: string, signature: string] => [
  ifUnexpected,
  `Kind regards,\nThe ${client.displayName} team`,
]

/** The address is text and no link, so that people can be told to follow no links in mails but those that they asked for. */
export const screenSentence = ({ address, purpose }: ScreenLink): string =>
  `Log in and open ${address} ${purpose}.`

export const settingsPurpose = 'to choose which notices you receive by e-mail'

/** The letter as plain text. */
export function letterText(client: Client, letter: Letter): string {
  const { name, blocks, settings = null } = letter
  const content = blocks.map(textOf)
  if (name === null) return content.join('\n\n')
  const footer = settings === null ? [] : [screenSentence({ address: settings, purpose: settingsPurpose })]
  return [salutation(name), ...content, ...closing(client, letter), ...footer].join('\n\n')
}

function textOf(block: Block): string {
  if (typeof block === 'string') return block
  if ('facts' in block) return block.facts.map(([label, value]) => `${label}: ${value}`).join('\n')
  if ('lines' in block) return block.lines.join('\n')
  if ('address' in block) return screenSentence(block)
  return secretPlaceholder
}
