import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { recordAuditEvent } from '../../../server/audit/record-audit-event.ts'
import { nameOf } from '../../../server/auth/actor.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { nameKey, searchWords } from '../../charities/domain/name-key.ts'
import { wordKey } from '../../charities/domain/synonyms.ts'
import { findCharity } from '../../charities/server/charities.queries.ts'
import { addCharityWords } from '../../charities/server/charity-words.queries.ts'
import type * as contract from '../profiles.contract.ts'
import type { ProfileFields } from '../profiles.contract.ts'
import { getCharityProfile } from './get-charity-profile.ts'
import { insertProfileChange, lockProfile, writeProfile } from './profiles.queries.ts'
import { fieldNames, fieldsOf, requireRevision } from './profiles.ts'

const orNull = (text: string) => (text === '' ? null : text)

/** Changes the profile for this realm alone. Throws `conflict` if it was changed in the meantime, `not-found`. */
export async function changeCharityProfile(
  { params, body }: HandlerInput<typeof contract.changeCharityProfile>,
  context: ContextOf<typeof contract.changeCharityProfile>,
): Promise<Reply<typeof contract.changeCharityProfile>> {
  const { charityId } = params
  const { revision, fields, reason } = body.data.attributes
  const { db, realmDb, client, actor, clock, request } = context
  if (!(await findCharity(db, charityId, client.charityRegisters))) throw new Problem('not-found')
  const name = nameOf(actor)
  await realmDb.transaction().execute(async trx => {
    const stored = await lockProfile(trx, charityId)
    requireRevision(stored, revision)
    const before = fieldsOf(stored)
    const changed = fieldNames.filter(field => before[field] !== fields[field])
    if (changed.length === 0) return
    await writeProfile(trx, {
      charity_id: charityId,
      other_names: orNull(fields.otherNames),
      other_name_keys: searchWords(nameKey(fields.otherNames)).map(wordKey),
      website: orNull(fields.website),
      candid_url: orNull(fields.profileLink),
      profile_level: fields.profileLevel,
      comment: orNull(fields.comment),
      party_status: fields.partyStatus,
      party_grantee_status: fields.partyGranteeStatus,
      revision: revision + 1,
      changed_at: clock.now(),
      changed_by: name,
    })
    const pick = (of: ProfileFields) =>
      JSON.stringify(Object.fromEntries(changed.map(field => [field, of[field]])))
    if (before.otherNames !== fields.otherNames) await addCharityWords(trx, [fields.otherNames])
    await insertProfileChange(trx, {
      charity_id: charityId,
      revision: revision + 1,
      before_change: pick(before),
      after_change: pick(fields),
      reason,
      actor_user_id: actor.userId,
      actor_name: name,
      at: clock.now(),
    })
    await recordAuditEvent(trx, {
      kind: 'charity-profile-changed',
      userId: actor.userId,
      sessionId: actor.sessionId,
      at: clock.now(),
      address: request.ip,
      detail: { client: client.name, charity: charityId, fields: changed.join(' ') },
    })
  })
  return await getCharityProfile({ params }, context)
}
