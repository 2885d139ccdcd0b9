/** What a message may be about (open-points 7), in the order in which it is offered. `/contact?topic=` names one. */
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

export function isContactTopic(text: string | undefined): text is ContactTopic {
  return text !== undefined && Object.hasOwn(contactTopics, text)
}

/** A message's number as people read it out: `4821 0937`. */
export function spokenNumber(number: number): string {
  return String(number).replace(/^(\d{4})(\d{4})$/, '$1 $2')
}
