import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { type Actor, nameOf } from '../../../server/auth/actor.ts'
import { decisionRefusal } from '../../../server/auth/dual-control.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import { violates } from '../../../server/db/violates.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { transferPostings } from '../../ledger/domain/postings.ts'
import { postEntry } from '../../ledger/server/post-entry.ts'
import { balanceTooLow, transferViolation } from '../domain/transfer-violation.ts'
import type { approveTransfer, declineTransfer, listTransfersToDecide } from '../transfers.contract.ts'
import { mailTransfer } from './mail-transfer.ts'
import {
  findTransfer,
  listWaiting,
  lockFunds,
  lockTransfer,
  type TransferRecord,
  updateTransfer,
  type WaitingTransfer,
} from './transfers.queries.ts'
import { transferResponse } from './transfers.ts'

type Context = BaseContext & { actor: Actor }

const ownTransfer = 'You requested this transfer, so someone else has to decide on it.'

/** The transfers that donors of the book requested and that are not decided yet. */
export async function transfersToDecide(
  _input: unknown,
  context: Context,
): Promise<Reply<typeof listTransfersToDecide>> {
  const rows = await listWaiting(context.db)
  return {
    data: rows.map(row => ({
      ...transferResponse(row, context),
      // Staff request in the sponsor's name, which never leaves.
      ...(row.requested_by_name === context.client.displayName ? {} : { requestedByName: row.marked_name }),
      fromFundId: Number(row.from_fund_id),
      fromAccountName: row.from_name,
      availableMinor: row.available_minor,
      found:
        row.found_name === null ? null : { accountName: row.found_name, hasGivenName: row.has_given_name },
      violation: violationOf(row),
      mayDecide: refusalOf(row, context.actor),
    })),
  }
}

const violationOf = (row: WaitingTransfer): string | null =>
  transferViolation({
    fromStatus: row.from_status,
    to:
      row.found_id === null || row.found_status === null
        ? null
        : { accountStatus: row.found_status, isSame: row.found_id === row.account_id },
    availableMinor: row.available_minor,
    amountMinor: row.amount_minor,
  })

const refusalOf = ({ requested_by: by }: TransferRecord, actor: Actor): string | null =>
  decisionRefusal(actor, { permission: 'POSTING_CREATE', by, own: ownTransfer })

/**
 * Makes the transfer: state, ledger and mails to the donors of both funds in one transaction. Throws `access-denied` to the person who
 * requested it, `conflict` where it is decided already or a fund does not allow it, `not-found`.
 */
export async function approve(
  { params: { transferId } }: HandlerInput<typeof approveTransfer>,
  context: Context,
): Promise<Reply<typeof approveTransfer>> {
  const { db, actor, client, book, clock, today } = context
  try {
    await inTransaction(db, async trx => {
      const [seen] = await listWaiting(trx, transferId)
      if (!seen) throw new Problem('not-found')
      // Locks the funds before the transfer, like everything that changes a fund.
      await lockFunds(trx, [seen.account_id, ...(seen.found_id === null ? [] : [seen.found_id])])
      requireDecidable(await lockTransfer(trx, transferId), actor)
      const [row] = await listWaiting(trx, transferId)
      const violation = row ? violationOf(row) : null
      if (!row?.found_id || violation !== null)
        throw new Problem('conflict', violation === null ? {} : { detail: violation })
      const { entryId } = await postEntry(trx, {
        kind: 'transfer',
        currency: book.currency,
        effectiveDate: today,
        actorUserId: actor.userId,
        onBehalfOfUserId: null,
        postings: transferPostings(row.account_id, row.found_id, row.amount_minor),
      })
      await updateTransfer(trx, transferId, {
        state: 'approved',
        to_account_id: row.found_id,
        entry_id: entryId,
        ...decidedBy(actor, clock.now()),
      })
      const about = { client: client.name, transferId, event: 'approved' as const }
      await addJob(trx, mailTransfer, { ...about, to: 'giver' })
      await addJob(trx, mailTransfer, { ...about, to: 'receiver' })
    })
  } catch (error) {
    if (violates(error, 'available_balance_not_negative'))
      throw new Problem('conflict', { detail: balanceTooLow })
    throw error
  }
  return { transferId, state: 'approved' }
}

/** Declines a transfer with a message to the donors. Throws as `approve` does. */
export async function decline(
  { params: { transferId }, body }: HandlerInput<typeof declineTransfer>,
  context: Context,
): Promise<Reply<typeof declineTransfer>> {
  const { db, actor, client, clock } = context
  if (!(await findTransfer(db, transferId))) throw new Problem('not-found')
  await inTransaction(db, async trx => {
    requireDecidable(await lockTransfer(trx, transferId), actor)
    await updateTransfer(trx, transferId, {
      state: 'declined',
      message: body.data.attributes.message,
      ...decidedBy(actor, clock.now()),
    })
    await addJob(trx, mailTransfer, { client: client.name, transferId, event: 'declined', to: 'giver' })
  })
  return { transferId, state: 'declined' }
}

const decidedBy = (actor: Actor, at: Date) => ({
  decided_by: actor.userId,
  decided_by_name: nameOf(actor),
  decided_at: at,
})

function requireDecidable(stored: TransferRecord | undefined, actor: Actor): void {
  if (!stored) throw new Problem('not-found')
  if (stored.state !== 'requested')
    throw new Problem('conflict', { detail: 'This transfer has already been decided or withdrawn.' })
  const refusal = refusalOf(stored, actor)
  if (refusal !== null) throw new Problem('access-denied', { detail: refusal })
}
