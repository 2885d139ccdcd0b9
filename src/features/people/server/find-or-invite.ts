import { randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Client } from '../../../clients/client.ts'
import { Problem } from '../../../contract/problems.ts'
import type { DB } from '../../../server/db/schema.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { asSsoId } from '../../identity/server/create-user.ts'
import { insertUser } from '../../identity/server/users.queries.ts'
import { hasPasswords, invitePeople } from './invite-people.ts'
import { findPerson, insertInvitation, lockEmail, type PersonName, ssoIdExists } from './people.queries.ts'

/** A number that distinguishes the user IDs of people with the same address. */
const maxSuffix = 1_000_000

/**
 * The person of the realm with this name and address. If there is none, they are created without a password and will be invited:
 * call `mailInvitation` once the person belongs to an account. Throws `conflict` where the client's user IDs are the addresses and
 * someone else has this one.
 */
export async function findOrInvite(
  realmDb: Kysely<DB>,
  client: Client,
  person: PersonName & { email: string },
  now: Date,
): Promise<string> {
  return await realmDb.transaction().execute(async trx => {
    await lockEmail(trx, person.email)
    const found = await findPerson(trx, person)
    if (found) return found
    const userId = await insertUser(trx, {
      ...person,
      ssoId: await freeSsoId(trx, client, person.email),
      hasAccess: true,
      forceEmailChange: false,
    })
    await insertInvitation(trx, { userId, client: client.name, at: now })
    return userId
  })
}

async function freeSsoId(trx: Kysely<DB>, client: Client, email: string): Promise<string> {
  const ssoId = asSsoId(email)
  if (!(await ssoIdExists(trx, ssoId))) return ssoId
  if (client.mapsEmailToSsoId || !hasPasswords(client))
    throw new Problem('conflict', {
      detail: `We can’t add this person online. Please call us at ${client.support.phone}.`,
    })
  return `${ssoId}.${randomInt(maxSuffix)}`
}

/** Mails the person's invitation, if they have not had it. A scheduled job does the same, in case the program crashes first. */
export async function mailInvitation(realmDb: Kysely<DB>, userId: string): Promise<void> {
  await addJob(realmDb, invitePeople, { userId })
}
