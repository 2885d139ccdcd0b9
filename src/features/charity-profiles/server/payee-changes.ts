import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { addDays, dateOf } from '../../../domain/dates.ts'
import { keysOf } from '../../../domain/keys-of.ts'
import { recordAuditEvent } from '../../../server/audit/record-audit-event.ts'
import { type Actor, nameOf } from '../../../server/auth/actor.ts'
import { decisionRefusal } from '../../../server/auth/dual-control.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { findCharity } from '../../charities/server/charities.queries.ts'
import { eftPaymentTypeCode } from '../../charities/server/charity-status.ts'
import { bankDetailsWaitDays } from '../domain/bank-numbers.ts'
import {
  type confirmPayeeChange,
  type declinePayeeChange,
  type getCharityPayee,
  type PayeeChange,
  type PayeeFields,
  payeeFields,
  type proposePayeeChange,
} from '../payee-changes.contract.ts'
import {
  insertPayeeChange,
  listPayeeChanges,
  type PayeeChangeRecord,
  updatePayeeChange,
} from './payee-changes.queries.ts'
import {
  findProfile,
  insertProfileChange,
  lockProfile,
  type ProfileRecord,
  writeProfile,
} from './profiles.queries.ts'
import { requireRevision } from './profiles.ts'

type Context = BaseContext & { actor: Actor }

type PayeeColumns = Pick<
  ProfileRecord,
  'default_payment_type_code' | 'payee_name' | 'payee_address' | 'payee_email'
>

const ownChange = 'You entered this change, so someone else has to confirm it.'

const noPayee: PayeeColumns = {
  default_payment_type_code: null,
  payee_name: null,
  payee_address: null,
  payee_email: null,
}

const columnsOf = (record: PayeeColumns | undefined): PayeeColumns => {
  const { default_payment_type_code, payee_name, payee_address, payee_email } = record ?? noPayee
  return { default_payment_type_code, payee_name, payee_address, payee_email }
}

const fieldsOf = (columns: PayeeColumns): PayeeFields => ({
  paysByEft: columns.default_payment_type_code === eftPaymentTypeCode,
  payeeName: columns.payee_name ?? '',
  payeeAddress: columns.payee_address ?? '',
  payeeEmail: columns.payee_email ?? '',
})

const fieldNames = keysOf(payeeFields.shape)

const changedFields = (before: PayeeFields, after: PayeeFields) =>
  fieldNames
    .filter(field => before[field] !== after[field])
    .map(field => ({ field, before: String(before[field]), after: String(after[field]) }))

/** The payee of a charity of the client's registers, with its changes. Throws `not-found`. */
export async function charityPayee(
  { params: { charityId } }: Pick<HandlerInput<typeof getCharityPayee>, 'params'>,
  context: Context,
): Promise<Reply<typeof getCharityPayee>> {
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

async function requireCharity(charityId: string, { db, client }: Context): Promise<void> {
  if (!(await findCharity(db, charityId, client.charityRegisters))) throw new Problem('not-found')
}

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
  mayDecide: row.state === 'proposed' ? confirmationRefusal(row, actor) : null,
})

const confirmationRefusal = ({ proposed_by: by }: PayeeChangeRecord, actor: Actor): string | null =>
  decisionRefusal(actor, { permission: 'CHARITY_EDIT', by, own: ownChange })

const orNull = (text: string) => (text === '' ? null : text)

/**
 * Enters a change, until someone else confirms it. Throws `conflict` while another is open or if the profile was changed in the meantime,
 * `validation` where nothing changes, `not-found`.
 */
export async function enterPayeeChange(
  { params: { charityId }, body }: HandlerInput<typeof proposePayeeChange>,
  context: Context,
): Promise<Reply<typeof getCharityPayee>> {
  await requireCharity(charityId, context)
  const { revision, fields, reason } = body.data.attributes
  const { realmDb, actor, clock } = context
  await realmDb.transaction().execute(async trx => {
    const stored = await lockProfile(trx, charityId)
    if ((await listPayeeChanges(trx, charityId)).some(({ state }) => state === 'proposed'))
      throw new Problem('conflict', {
        detail: 'Another change of this charity’s payee is awaiting confirmation.',
      })
    requireRevision(stored, revision)
    const before = columnsOf(stored)
    if (changedFields(fieldsOf(before), fields).length === 0)
      throw fieldProblem('payeeName', 'This is the payee in use')
    const changeId = randomUUIDv7()
    await insertPayeeChange(trx, {
      change_id: changeId,
      charity_id: charityId,
      before_payee: JSON.stringify(before),
      // A code of another payment type stays until staff change it.
      default_payment_type_code:
        fields.paysByEft === fieldsOf(before).paysByEft
          ? before.default_payment_type_code
          : fields.paysByEft
            ? eftPaymentTypeCode
            : null,
      payee_name: orNull(fields.payeeName),
      payee_address: orNull(fields.payeeAddress),
      payee_email: orNull(fields.payeeEmail),
      reason,
      proposed_by: actor.userId,
      proposed_by_name: nameOf(actor),
      proposed_at: clock.now(),
    })
    await record(trx, context, { kind: 'payee-change-entered', charityId, changeId })
  })
  return await charityPayee({ params: { charityId } }, context)
}

type Decision = HandlerInput<typeof confirmPayeeChange> | HandlerInput<typeof declinePayeeChange>

/** Confirms a change, which the profile then has. Throws `access-denied` to the person who entered it, `conflict` where it is not open. */
export const confirmPayee = (input: Decision, context: Context) => decide(input, context, 'confirmed')

/** Declines an open change; the person who entered it may withdraw it in this way. Throws `conflict`, `not-found`. */
export const declinePayee = (input: Decision, context: Context) => decide(input, context, 'declined')

async function decide(
  { params: { charityId, changeId }, body }: Decision,
  context: Context,
  state: 'confirmed' | 'declined',
): Promise<Reply<typeof getCharityPayee>> {
  await requireCharity(charityId, context)
  const { realmDb, actor, clock } = context
  await realmDb.transaction().execute(async trx => {
    const stored = await lockProfile(trx, charityId)
    const row = (await listPayeeChanges(trx, charityId)).find(each => each.change_id === changeId)
    if (!row) throw new Problem('not-found')
    if (row.state !== 'proposed')
      throw new Problem('conflict', { detail: 'This change is no longer awaiting confirmation.' })
    const refusal = state === 'confirmed' ? confirmationRefusal(row, actor) : null
    if (refusal !== null) throw new Problem('access-denied', { detail: refusal })
    await updatePayeeChange(trx, changeId, {
      state,
      note: body.data.attributes.note,
      decided_by: actor.userId,
      decided_by_name: nameOf(actor),
      decided_at: clock.now(),
    })
    if (state === 'confirmed') await apply(trx, stored, row, context)
    await record(trx, context, { kind: `payee-change-${state}`, charityId, changeId })
  })
  return await charityPayee({ params: { charityId } }, context)
}

/** Writes a confirmed payee to the profile, whose history shows it like every other change. */
async function apply(
  trx: Kysely<DB>,
  stored: ProfileRecord | undefined,
  row: PayeeChangeRecord,
  { actor, clock }: Context,
): Promise<void> {
  const revision = (stored?.revision ?? 0) + 1
  const changed = changedFields(fieldsOf(columnsOf(stored)), fieldsOf(row))
  const pick = (of: 'before' | 'after') =>
    JSON.stringify(Object.fromEntries(changed.map(each => [each.field, each[of]])))
  await writeProfile(trx, {
    charity_id: row.charity_id,
    ...columnsOf(row),
    revision,
    changed_at: clock.now(),
    changed_by: nameOf(actor),
  })
  await insertProfileChange(trx, {
    charity_id: row.charity_id,
    revision,
    before_change: pick('before'),
    after_change: pick('after'),
    reason: `Entered by ${row.proposed_by_name}: ${row.reason}`.slice(0, 1000),
    actor_user_id: actor.userId,
    actor_name: nameOf(actor),
    at: clock.now(),
  })
}

type Recorded = {
  kind: 'payee-change-entered' | 'payee-change-confirmed' | 'payee-change-declined'
  charityId: string
  changeId: string
}

async function record(
  trx: Kysely<DB>,
  { actor, clock, request, client }: Context,
  { kind, charityId, changeId }: Recorded,
): Promise<void> {
  await recordAuditEvent(trx, {
    kind,
    userId: actor.userId,
    sessionId: actor.sessionId,
    at: clock.now(),
    address: request.ip,
    detail: { client: client.name, charity: charityId, change: changeId },
  })
}
