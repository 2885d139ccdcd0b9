import type { Kysely } from 'kysely'
import { keysOf } from '../../../domain/keys-of.ts'
import { recordAuditEvent } from '../../../server/audit/record-audit-event.ts'
import type { Actor } from '../../../server/auth/actor.ts'
import { decisionRefusal } from '../../../server/auth/dual-control.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { eftPaymentTypeCode } from '../../charities/server/charity-status.ts'
import { type PayeeFields, payeeFields } from '../payee-changes.contract.ts'
import type { PayeeChangeRecord } from './payee-changes.queries.ts'
import type { ProfileRecord } from './profiles.queries.ts'

export type Context = BaseContext & { actor: Actor }

export type PayeeColumns = Pick<
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

export const columnsOf = (record: PayeeColumns | undefined): PayeeColumns => {
  const { default_payment_type_code, payee_name, payee_address, payee_email } = record ?? noPayee
  return { default_payment_type_code, payee_name, payee_address, payee_email }
}

export const fieldsOf = (columns: PayeeColumns): PayeeFields => ({
  paysByEft: columns.default_payment_type_code === eftPaymentTypeCode,
  payeeName: columns.payee_name ?? '',
  payeeAddress: columns.payee_address ?? '',
  payeeEmail: columns.payee_email ?? '',
})

const fieldNames = keysOf(payeeFields.shape)

export const changedFields = (before: PayeeFields, after: PayeeFields) =>
  fieldNames
    .filter(field => before[field] !== after[field])
    .map(field => ({ field, before: String(before[field]), after: String(after[field]) }))

export const confirmationRefusal = ({ proposed_by: by }: PayeeChangeRecord, actor: Actor): string | null =>
  decisionRefusal(actor, { permission: 'BANK_DETAILS_CONFIRM', by, own: ownChange })

type Recorded = {
  kind: 'payee-change-entered' | 'payee-change-confirmed' | 'payee-change-declined'
  charityId: string
  changeId: string
}

export async function record(
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
