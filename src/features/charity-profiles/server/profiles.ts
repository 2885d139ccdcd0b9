import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { keysOf } from '../../../domain/keys-of.ts'
import { recordAuditEvent } from '../../../server/audit/record-audit-event.ts'
import { nameOf } from '../../../server/auth/actor.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { findCharity } from '../../charities/server/charities.queries.ts'
import { logoAddress, rowResponse } from '../../charities/server/charity-response.ts'
import { type PayeeFields, payeeFields } from '../payee-changes.contract.ts'
import {
  type changeCharityProfile,
  type getCharityProfile,
  granteeStatuses,
  type ProfileFields,
  partyStatuses,
  profileFields,
  profileLevels,
} from '../profiles.contract.ts'
import {
  findProfile,
  insertProfileChange,
  listProfileChanges,
  lockProfile,
  type ProfileRecord,
  writeProfile,
} from './profiles.queries.ts'

const shownChanges = 50

/** The profile of a charity without a stored one. */
const emptyProfile: ProfileFields = {
  website: '',
  profileLink: '',
  profileLevel: 'NONE',
  comment: '',
  partyStatus: 'Active',
  partyGranteeStatus: 'Accepted',
}

const fieldsOf = (profile: ProfileRecord | undefined): ProfileFields =>
  profile === undefined
    ? emptyProfile
    : {
        website: profile.website ?? '',
        profileLink: profile.candid_url ?? '',
        profileLevel: profileLevels.find(level => level === profile.profile_level) ?? 'NONE',
        comment: profile.comment ?? '',
        partyStatus: partyStatuses.find(status => status === profile.party_status) ?? 'Active',
        partyGranteeStatus:
          granteeStatuses.find(status => status === profile.party_grantee_status) ?? 'Accepted',
      }

/** A charity of the client's registers with its profile in the realm. Throws `not-found`. */
export async function charityProfile(
  { params: { charityId } }: Pick<HandlerInput<typeof getCharityProfile>, 'params'>,
  { db, realmDb, client }: Pick<ContextOf<typeof getCharityProfile>, 'db' | 'realmDb' | 'client'>,
): Promise<Reply<typeof getCharityProfile>> {
  const [charity, profile, changes] = await Promise.all([
    findCharity(db, charityId, client.charityRegisters),
    findProfile(realmDb, charityId),
    listProfileChanges(realmDb, charityId, shownChanges),
  ])
  if (!charity) throw new Problem('not-found')
  return {
    charity: rowResponse(charity, client),
    revision: profile?.revision ?? 0,
    fields: fieldsOf(profile),
    logoUrl: logoAddress(profile?.logo_name),
    changes: changes.map(change => ({
      revision: change.revision,
      actorName: change.actor_name,
      at: change.at.toISOString(),
      reason: change.reason,
      fields: changedFields(change.before_change as StoredFields, change.after_change as StoredFields),
    })),
  }
}

const fieldNames = keysOf(profileFields.shape)

/** The fields of a change: those of the form, those of the payee, or the logo. */
type StoredFields = Partial<Record<keyof ProfileFields | keyof PayeeFields | 'logo', unknown>>

const changedFields = (before: StoredFields, after: StoredFields) =>
  ([...fieldNames, ...keysOf(payeeFields.shape), 'logo'] as const)
    .filter(field => field in after)
    .map(field => ({ field, before: String(before[field] ?? ''), after: String(after[field] ?? '') }))

const orNull = (text: string) => (text === '' ? null : text)

/** Throws `conflict` if the profile has changed since this revision. */
export function requireRevision(stored: ProfileRecord | undefined, revision: number): void {
  if ((stored?.revision ?? 0) !== revision)
    throw new Problem('conflict', {
      detail: 'Someone else has changed this charity in the meantime. Please check it again.',
    })
}

/** Changes the profile for this realm alone. Throws `conflict` if it was changed in the meantime, `not-found`. */
export async function changeProfile(
  { params, body }: HandlerInput<typeof changeCharityProfile>,
  context: ContextOf<typeof changeCharityProfile>,
): Promise<Reply<typeof changeCharityProfile>> {
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
  return await charityProfile({ params }, context)
}
