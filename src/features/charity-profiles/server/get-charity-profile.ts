import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { keysOf } from '../../../domain/keys-of.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { findCharity } from '../../charities/server/charities.queries.ts'
import { logoAddress, rowResponse } from '../../charities/server/charity-response.ts'
import { type PayeeFields, payeeFields } from '../payee-changes.contract.ts'
import type * as contract from '../profiles.contract.ts'
import type { ProfileFields } from '../profiles.contract.ts'
import { findProfile, listProfileChanges } from './profiles.queries.ts'
import { fieldNames, fieldsOf } from './profiles.ts'

/** The fields of a change: those of the form, those of the payee, or the logo. */
type StoredFields = Partial<Record<keyof ProfileFields | keyof PayeeFields | 'logo', unknown>>

const changedFields = (before: StoredFields, after: StoredFields) =>
  ([...fieldNames, ...keysOf(payeeFields.shape), 'logo'] as const)
    .filter(field => field in after)
    .map(field => ({ field, before: String(before[field] ?? ''), after: String(after[field] ?? '') }))

const shownChanges = 50

/** A charity of the client's registers with its profile in the realm. Throws `not-found`. */
export async function getCharityProfile(
  { params: { charityId } }: Pick<HandlerInput<typeof contract.getCharityProfile>, 'params'>,
  { db, realmDb, client }: Pick<ContextOf<typeof contract.getCharityProfile>, 'db' | 'realmDb' | 'client'>,
): Promise<Reply<typeof contract.getCharityProfile>> {
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
      // A change stores the columns of the profile under their names.
      fields: changedFields(change.before_change as StoredFields, change.after_change as StoredFields),
    })),
  }
}
