import { isIP } from 'node:net'
import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'

export type SignInEventKind =
  | 'password-accepted'
  | 'password-refused'
  | 'password-throttled'
  | 'signed-in'
  | 'sign-in-refused'
  | 'signed-out'

/** Writes down what happened at the door, for the audit trail; never what was typed. */
export async function recordSignInEvent(
  realmDb: Kysely<DB>,
  event: {
    kind: SignInEventKind
    userId: string | null
    at: Date
    address: string
    detail: Record<string, string>
  },
): Promise<void> {
  await realmDb
    .insertInto('sign_in_event')
    .values({
      kind: event.kind,
      user_id: event.userId,
      at: event.at,
      address: isIP(event.address) ? event.address : null,
      detail: JSON.stringify(event.detail),
    })
    .execute()
}
