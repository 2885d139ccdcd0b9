import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { addDays, dateOf } from '../../../domain/dates.ts'
import { bankDetailsWaitDays } from '../domain/bank-numbers.ts'
import type * as contract from '../payee-changes.contract.ts'
import type { PayeeChange } from '../payee-changes.contract.ts'
import type { PayeeChangeRecord } from './payee-changes.queries.ts'
import { listPayeeChanges } from './payee-changes.queries.ts'
import {
  type Context,
  changedFields,
  columnsOf,
  confirmationRefusal,
  fieldsOf,
  type PayeeColumns,
} from './payee-changes.ts'
import { findProfile } from './profiles.queries.ts'
import { requireCharity } from './require-charity.ts'

const response = (row: PayeeChangeRecord, { actor, client }: Context): PayeeChange => ({
  changeId: row.change_id,
  state: row.state,
  // The database stores the columns of the profile under their names.
  fields: changedFields(fieldsOf(row.before_payee as PayeeColumns), fieldsOf(row)),
  reason: row.reason,
  proposedByName: row.proposed_by_name,
  proposedAt: row.proposed_at.toISOString(),
  decidedByName: row.decided_by_name,
  decidedAt: row.decided_at?.toISOString() ?? null,
  note: row.note,
  usableFrom:
    row.state === 'confirmed' && row.decided_at !== null
      ? addDays(dateOf(row.decided_at, client.timeZone), bankDetailsWaitDays)
      : null,
  decisionRefusal: row.state === 'proposed' ? confirmationRefusal(row, actor) : null,
})

/** The payee of a charity of the client's registers, with its changes. Throws `not-found`. */
export async function getCharityPayee(
  { params: { charityId } }: Pick<HandlerInput<typeof contract.getCharityPayee>, 'params'>,
  context: Context,
): Promise<Reply<typeof contract.getCharityPayee>> {
  await requireCharity(charityId, context)
  const [profile, rows] = await Promise.all([
    findProfile(context.realmDb, charityId),
    listPayeeChanges(context.realmDb, charityId),
  ])
  return {
    fields: fieldsOf(columnsOf(profile)),
    revision: profile?.revision ?? 0,
    data: rows.map(row => response(row, context)),
  }
}
