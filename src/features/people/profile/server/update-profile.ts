import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { Problem } from '../../../../contract/problems.ts'
import { actorOf, authorizedAccount } from '../../../../server/auth/actor.ts'
import { loadPrincipal } from '../../../../server/auth/load-principal.ts'
import { changeAuthor } from '../../../../server/changes/record-change.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import { storeDefaultAccount } from '../../../identity/login/server/default-account.queries.ts'
import type { setDefaultAccount, setGrantNaming, setNotice, updateProfile } from '../profile.contract.ts'
import { findPartyContact, storeGrantNaming, storeNotice } from './profile.queries.ts'
import { savePersonDetails } from './save-person-details.ts'
import { detailsOf, loadPerson } from './show-profile.ts'

/** Changes the caller's name and contact. Throws `access-denied` where the client manages them (§15). */
export async function saveProfile(
  { body }: HandlerInput<typeof updateProfile>,
  context: ContextOf<typeof updateProfile>,
): Promise<Reply<typeof updateProfile>> {
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

export async function chooseGrantNaming(
  { body }: HandlerInput<typeof setGrantNaming>,
  { actor, realmDb }: ContextOf<typeof setGrantNaming>,
): Promise<Reply<typeof setGrantNaming>> {
  await storeGrantNaming(realmDb, actor.userId, body.data.attributes.grantNaming)
  return {}
}

/** The contract admits only kinds that people may switch off. */
export async function switchNotice(
  { body }: HandlerInput<typeof setNotice>,
  { actor, realmDb }: ContextOf<typeof setNotice>,
): Promise<Reply<typeof setNotice>> {
  await storeNotice(realmDb, actor.userId, body.data.attributes)
  return {}
}

/** Throws `not-found` for an account that the caller may not see. */
export async function chooseDefaultAccount(
  { body }: HandlerInput<typeof setDefaultAccount>,
  { actor, realmDb, db, book, client, sessions, clock, request }: ContextOf<typeof setDefaultAccount>,
): Promise<Reply<typeof setDefaultAccount>> {
  const { fundId } = body.data.attributes
  if (fundId !== null) {
    const now = clock.now()
    const claims = sessions.claimsOf(request, client, now)
    if (!claims) throw new Problem('signed-out')
    const about = { ...claims, client: client.name, book: book.name, now, fundId }
    const principal = await loadPrincipal(db, about)
    const there = principal && authorizedAccount(principal, actorOf(principal, actor.sessionId), fundId)
    if (!there) throw new Problem('not-found')
  }
  await storeDefaultAccount(realmDb, actor.userId, { book: book.name, fundId })
  return {}
}
