import { keysOf } from '../domain/keys-of.ts'

/** The topics of a message (§17), in the order of the list. `/contact?topic=` preselects one. */
export const contactTopics = {
  fund: 'My fund or a statement',
  grant: 'A grant',
  contribution: 'A contribution',
  charity: 'A charity',
  'new-account': 'Opening an account',
  'sign-in': 'Logging in',
  portal: 'This website',
  other: 'Something else',
} as const satisfies Record<string, string>
export type ContactTopic = keyof typeof contactTopics

export const contactTopicNames = keysOf(contactTopics)

export function isContactTopic(text: string | undefined): text is ContactTopic {
  return text !== undefined && Object.hasOwn(contactTopics, text)
}

/** Formats a message's number in groups of four: `4821 0937`. */
export function groupedNumber(number: number): string {
  return String(number).replace(/^(\d{4})(\d{4})$/, '$1 $2')
}
