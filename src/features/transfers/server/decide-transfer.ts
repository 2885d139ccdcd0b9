import { Problem } from '../../../contract/problems.ts'
import { type Actor, nameOf } from '../../../server/auth/actor.ts'
import { decisionRefusal } from '../../../server/auth/dual-control.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { transferViolation } from '../domain/transfer-violation.ts'
import type { TransferRecord, WaitingTransfer } from './transfers.queries.ts'

export type Context = BaseContext & { actor: Actor }

const ownTransfer = 'You requested this transfer, so someone else has to decide on it.'

export const violationOf = (row: WaitingTransfer): string | null =>
  transferViolation({
    fromStatus: row.from_status,
    to:
      row.found_id === null || row.found_status === null
        ? null
        : { accountStatus: row.found_status, isSame: row.found_id === row.account_id },
    availableMinor: row.available_minor,
    amountMinor: row.amount_minor,
  })

export const refusalOf = ({ requested_by: by }: TransferRecord, actor: Actor): string | null =>
  decisionRefusal(actor, { permission: 'POSTING_CREATE', by, own: ownTransfer })

export const decidedBy = (actor: Actor, at: Date) => ({
  decided_by: actor.userId,
  decided_by_name: nameOf(actor),
  decided_at: at,
})

export function requireDecidable(stored: TransferRecord | undefined, actor: Actor): void {
  if (!stored) throw new Problem('not-found')
  if (stored.state !== 'requested')
    throw new Problem('conflict', { detail: 'This transfer has already been decided or withdrawn.' })
  const refusal = refusalOf(stored, actor)
  if (refusal !== null) throw new Problem('access-denied', { detail: refusal })
}
