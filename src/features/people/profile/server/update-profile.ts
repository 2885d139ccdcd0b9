import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { Problem } from '../../../../contract/problems.ts'
import { changeAuthor } from '../../../../server/changes/record-change.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import type * as contract from '../details.contract.ts'
import { findPartyContact } from './profile.queries.ts'
import { savePersonDetails } from './save-person-details.ts'
import { detailsOf, loadPerson } from './show-profile.ts'

/** Changes the caller's name and contact. Throws `access-denied` where the client manages them (§15). */
export async function updateProfile(
  { body }: HandlerInput<typeof contract.updateProfile>,
  context: ContextOf<typeof contract.updateProfile>,
): Promise<Reply<typeof contract.updateProfile>> {
  const { actor, client, db, realmDb, clock } = context
  if (!client.profileUpdates) throw new Problem('access-denied')
  const { details, revision } = body.data.attributes
  const fromBook = await findPartyContact(db, actor.userId)
  await realmDb.transaction().execute(trx =>
    savePersonDetails(trx, {
      userId: actor.userId,
      details,
      fromBook,
      editedRevision: revision,
      reason: null,
      author: changeAuthor(context),
      reader: { actor, sponsor: client.displayName },
      client: client.name,
      at: clock.now(),
    }),
  )
  const { revision: stored, ...person } = await loadPerson(
    { db, realmDb, phoneCountry: client.defaultPhoneCountry },
    actor.userId,
  )
  return { details: detailsOf(person), revision: stored }
}
