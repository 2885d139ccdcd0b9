import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { contactFields, nameFields, type PersonDetails } from '../../../contract/individual.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { missingReason } from '../../../contract/required-text.ts'
import { nameOf, sideOf } from '../../../server/auth/actor.ts'
import { requireStepUp } from '../../../server/auth/step-up.ts'
import { changeAuthor, recordChange } from '../../../server/changes/record-change.ts'
import { changedMeanwhile, requireNoOtherEdit } from '../../../server/changes/require-no-other-edit.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { requireMailTo } from '../../../server/mail/mail-limit.ts'
import { nameDonors } from '../../accounts/server/donor-names.queries.ts'
import { findPartyContact } from '../../people/profile/server/profile.queries.ts'
import { savePersonDetails, withoutUnusedCountries } from '../../people/profile/server/save-person-details.ts'
import { storePartyDetails } from '../../people/server/parties.queries.ts'
import { nameDonorEverywhere } from '../../people/server/sync-person.ts'
import type * as contract from '../relationships.contract.ts'
import { changePeople } from './apply-people-change.ts'
import { getRelationship } from './get-relationship.ts'
import { mailContactUpdate, notifyOfContactUpdate } from './mail-contact-update.ts'
import { findPartyDetails } from './person-contact.queries.ts'
import { findRelationship, type RelationshipDetailsRow } from './relationships.queries.ts'
import { mayEditContactOf } from './show-contact.ts'
import { isShown } from './show-relationships.ts'

type Context = ContextOf<typeof contract.updateContact>
type Edit = { details: PersonDetails; revision: number }

/**
 * Corrects a person's name and contact, with a record; the donors and the person are mailed. They are stored in the book for a person
 * without a login. Those of a person with one are stored in the realm, for all their accounts, and need a step-up and a reason, which
 * the record keeps and the person reads. Throws `access-denied` for people that the caller may not edit, `validation` without a reason,
 * and `conflict` with the other edit if someone else saved one of the fields in the meantime.
 */
export async function updateContact(
  { params, body }: HandlerInput<typeof contract.updateContact>,
  context: Context,
): Promise<Reply<typeof contract.updateContact>> {
  const { db, account } = context
  const stored = await findRelationship(db, account.accountId, params.relationshipId)
  if (!stored || !isShown(stored, context)) throw new Problem('not-found')
  if (!(await mayEditContactOf(stored, context))) throw new Problem('access-denied')
  const { reason, ...edit } = body.data.attributes
  if (stored.user_id === null) await saveInBook(stored, edit, context)
  else {
    requireStepUp(context)
    if (reason === null) throw fieldProblem('reason', missingReason)
    await saveInRealm(stored.user_id, stored, { ...edit, reason }, context)
  }
  return await getRelationship({ params }, context)
}

const fields = [...nameFields, ...contactFields]

async function saveInBook(
  { party_id: partyId, relationship_id: relationshipId }: RelationshipDetailsRow,
  { details, revision: editedRevision }: Edit,
  context: Context,
): Promise<void> {
  const { db, account, actor, client, clock } = context
  const { accountId } = account
  await changePeople(db, accountId, actor, async trx => {
    const stored = await findPartyDetails(trx, partyId, { isLocked: true })
    // Someone has invited the person in the meantime.
    if (!stored || stored.hasUser) throw changedMeanwhile()
    const sent: PersonDetails = { ...details, ...withoutUnusedCountries(details) }
    const changed = fields.filter(field => sent[field] !== stored[field])
    if (changed.length === 0) return
    const row = { subject: 'person', subjectId: partyId } as const
    await requireNoOtherEdit(
      trx,
      { ...row, editedRevision, storedRevision: stored.revision, fields: changed },
      { actor, sponsor: client.displayName },
    )
    const revision = stored.revision + 1
    await storePartyDetails(trx, partyId, sent, revision)
    await recordChange(trx, {
      ...row,
      accountId,
      kind: 'person-updated',
      revision,
      before: Object.fromEntries(changed.map(field => [field, stored[field]])),
      after: Object.fromEntries(changed.map(field => [field, sent[field]])),
      author: changeAuthor(context),
      at: clock.now(),
    })
    await nameDonors(trx, accountId)
    await addJob(trx, nameDonorEverywhere, { partyId })
    await addJob(trx, mailContactUpdate, {
      client: client.name,
      ...noticeOf(relationshipId, revision, null, context),
    })
  })
}

async function saveInRealm(
  userId: string,
  { relationship_id: relationshipId, email }: RelationshipDetailsRow,
  { details, revision: editedRevision, reason }: Edit & { reason: string },
  context: Context,
): Promise<void> {
  const { db, realmDb, book, actor, client, clock, today, identity } = context
  const fromBook = await findPartyContact(db, userId)
  await realmDb.transaction().execute(async trx => {
    // A change that the person would not be told of is refused.
    if (email !== null)
      await requireMailTo(trx, identity.secret, {
        sender: { kind: 'person', userId: actor.userId },
        to: email,
        day: today,
      })
    const { person, isChanged } = await savePersonDetails(trx, {
      userId,
      details,
      fromBook,
      editedRevision,
      reason,
      author: changeAuthor(context),
      reader: { actor, sponsor: client.displayName },
      client: client.name,
      at: clock.now(),
    })
    // The realm cannot add a job of the book, so one of its own does it.
    if (isChanged)
      await addJob(trx, notifyOfContactUpdate, {
        book: book.name,
        client: client.name,
        ...noticeOf(relationshipId, person.revision, reason, context),
      })
  })
}

/** The people of the fund do not see the names of staff. */
const noticeOf = (
  relationshipId: string,
  revision: number,
  reason: string | null,
  { actor }: Pick<Context, 'actor'>,
) => ({
  relationshipId,
  revision,
  reason,
  by: sideOf(actor) === 'fund' ? nameOf(actor) : null,
})
