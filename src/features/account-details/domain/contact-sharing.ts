import type { Permission } from '../../../contract/permissions.ts'

/**
 * Whether a person lets the others on an account see their contact data. `not-asked`: they had no login, so the data are the book's
 * own. `waiting`: they were added and have not decided.
 */
export const contactSharings = ['not-asked', 'waiting', 'accepted', 'declined'] as const
export type ContactSharing = (typeof contactSharings)[number]

type Person = {
  /** Null for a person without a login. */
  userId: string | null
  sharing: ContactSharing
  hasEnded: boolean
}
type Reader = { userId: string; actions: ReadonlySet<Permission> }

/**
 * Whether a reader of an account's people sees a person's contact data, user ID and name as they are stored. Data of a person with a
 * login are the person's: for others they are masked unless the person accepted a relationship that has not ended. Staff who manage
 * users see them.
 */
export function seesContact(person: Person, reader: Reader): boolean {
  if (person.userId === null) return true
  if (person.userId === reader.userId || reader.actions.has('USER_MANAGE')) return true
  return person.sharing === 'accepted' && !person.hasEnded
}

const maskText = '•••'

/** The first letter and the domain: `v•••@people.example`. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = ''] = email
  return `${first}${maskText}${email.slice(at)}`
}
