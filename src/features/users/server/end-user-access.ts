import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import type * as contract from '../access.contract.ts'
import { booksShown } from './books-shown.ts'
import { changePerson } from './change-person.ts'
import { waitingShown } from './end-access.ts'
import { endRealmAccess } from './end-realm-access.ts'
import { requireOtherDonors } from './end-relationships.ts'
import { endRelationships } from './end-relationships-everywhere.ts'
import { orRefused } from './operator-of-request.ts'
import { findPerson } from './staff.queries.ts'

/**
 * Ends all access of a person who leaves: at once in the realm, then by a job each relationship in every book of the realm. Throws
 * `access-denied`, `conflict` for the last donor of an account that the client shows, `not-found`.
 */
export async function endUserAccess(
  { params: { personId: userId }, body }: HandlerInput<typeof contract.endUserAccess>,
  context: ContextOf<typeof contract.endUserAccess>,
): Promise<Reply<typeof contract.endUserAccess>> {
  const { realmDb, client, clock, actor } = context
  const { reason, acceptsSmallerTeam } = body.data.attributes
  const team = { smallestTeam: client.smallestTeam, acceptsSmallerTeam }
  const books = booksShown(context)
  const person = await findPerson(realmDb, { userId }, clock.now())
  if (!person) throw new Problem('not-found')
  await orRefused(() => requireOtherDonors(books, person))
  const sessions = await changePerson(context, (trx, operator, now) =>
    endRealmAccess(trx, operator, { userId, reason, team }, now),
  )
  context.sessions.notifyEnded(userId)
  // Relationships give nothing without access, so a crash before this line lets nobody in; a repeat adds the job.
  await addJob(
    realmDb,
    endRelationships,
    { userId, endedBy: actor.userId },
    { key: `end-relationships:${userId}` },
  )
  return { sessions, waiting: await waitingShown({ realmDb, books, now: clock.now() }, userId) }
}
