import { randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Client } from '../../../clients/client.ts'
import type { DB } from '../../../server/db/schema.ts'
import { addJobs } from '../../../server/jobs/add-job.ts'
import { asSsoId } from '../../identity/server/create-user.ts'
import { invitePeople } from './invite-people.ts'
import { findOrAddPerson, lockEmail, type NamedPerson } from './people.queries.ts'

/** A number that distinguishes the user IDs of people with the same address. */
const maxSuffix = 1_000_000

/**
 * The person of the realm with this name and address, in the caller's transaction of the realm. If there is none, they are created
 * without a password and will be invited: call `mailInvitation` once the person belongs to an account.
 *
 * Neither the result nor the statements tell whether the address belongs to somebody: of someone else with it, the user ID gets a
 * number. Where user IDs are the bank's, staff correct it (docs/decisions/0059-contact-sharing.md).
 */
export async function findOrInvite(
  trx: Kysely<DB>,
  client: Client,
  person: NamedPerson,
  now: Date,
): Promise<string> {
  await lockEmail(trx, person.email)
  return await findOrAddPerson(
    trx,
    { ...person, ssoId: asSsoId(person.email), suffix: randomInt(maxSuffix) },
    { client: client.name, at: now },
  )
}

/** Mails the person's invitation, if they have not had it. A scheduled job does the same, in case the program crashes first. */
export const mailInvitation = (realmDb: Kysely<DB>, userId: string): Promise<void> =>
  mailInvitations(realmDb, [userId])

/** The same for several people, with one statement. */
export async function mailInvitations(realmDb: Kysely<DB>, userIds: readonly string[]): Promise<void> {
  await addJobs(
    realmDb,
    invitePeople,
    userIds.map(userId => ({ payload: { userId } })),
  )
}
