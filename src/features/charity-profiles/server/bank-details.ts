import type { Kysely } from 'kysely'
import { recordAuditEvent } from '../../../server/audit/record-audit-event.ts'
import type { Actor } from '../../../server/auth/actor.ts'
import { decisionRefusal } from '../../../server/auth/dual-control.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import type { BankDetailsRecord } from './bank-details.queries.ts'

export type Context = BaseContext & { actor: Actor }

const ownDetails = 'You entered these details, so someone else has to confirm them after a call.'

export const confirmationRefusal = ({ proposed_by: by }: BankDetailsRecord, actor: Actor): string | null =>
  decisionRefusal(actor, { permission: 'BANK_DETAILS_CONFIRM', by, own: ownDetails })

type Recorded = {
  kind: 'bank-details-entered' | 'bank-details-confirmed' | 'bank-details-declined'
  charityId: string
  detailsId: string
}

export async function record(
  trx: Kysely<DB>,
  { actor, clock, request, client }: Context,
  { kind, charityId, detailsId }: Recorded,
): Promise<void> {
  await recordAuditEvent(trx, {
    kind,
    userId: actor.userId,
    sessionId: actor.sessionId,
    at: clock.now(),
    address: request.ip,
    detail: { client: client.name, charity: charityId, details: detailsId },
  })
}
