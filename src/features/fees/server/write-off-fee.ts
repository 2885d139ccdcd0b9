import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { unknownFundId } from '../../../domain/fund-id.ts'
import { formatMoney } from '../../../domain/money.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { DB } from '../../../server/db/schema.ts'
import { displayName } from '../../accounts/domain/account-name.ts'
import type { BatchContext } from '../../posting-batches/server/batch-context.ts'
import { findAccounts, lockBatches } from '../../posting-batches/server/posting-batches.queries.ts'
import type { PostingHandler } from '../../posting-requests/server/decide-posting-request.ts'
import { fileRequest, requireNoneWaiting } from '../../posting-requests/server/post-or-file.ts'
import { accountOf } from '../../posting-requests/server/posting-requests.queries.ts'
import type * as contract from '../fee-write-offs.contract.ts'
import { filedWriteOff } from '../fee-write-offs.contract.ts'
import { type FeeKind, listOwed } from './fees.queries.ts'
import { requireNoOpenFees } from './plan-fee-run.ts'
import { insertWriteOff, insertWriteOffParts } from './write-offs.queries.ts'

/**
 * Files the write-off of all that a fund owes of a kind of fee for a second person, whatever its amount. Of more than the client's largest
 * amount that much is written off at a time. Throws `validation` where it owes something else than the person saw, and `conflict` where other fees are posted, or a write-off of the fund waits already.
 */
export async function writeOffFee(
  { body }: HandlerInput<typeof contract.writeOffFee>,
  context: BatchContext,
): Promise<Reply<typeof contract.writeOffFee>> {
  const { fundId, kind, amountMinor, reason } = body.data.attributes
  const { client, book } = context
  return await inTransaction(context.db, async trx => {
    await lockBatches(trx)
    const [account] = await findAccounts(trx, [fundId])
    if (!account) throw fieldProblem('fundId', unknownFundId)
    const { account_id: accountId } = account
    await requireNoneWaiting(trx, accountId)
    await requireNoOpenFees(trx)
    const owedMinor = await owedBy(trx, accountId, kind)
    if (owedMinor <= 0n) throw fieldProblem('fundId', 'This account owes nothing of this fee')
    if (writtenOffAtOnce(owedMinor, client) !== amountMinor)
      throw fieldProblem('amountMinor', otherAmount(owedMinor, { book, client }))
    await fileRequest(
      trx,
      { kind: 'write-off-fee', subjectId: accountId, accountId, amountMinor, input: { kind }, reason },
      context,
    )
    return {
      fundId,
      accountName: displayName(account.account_name, account.account_status, client.showsClosedStatus),
    }
  })
}

export const writeOffPosting = {
  'write-off-fee': {
    carryOut: async (trx, request, { clock, client }) => {
      // Decoding checks what was filed.
      const { kind } = z.decode(filedWriteOff, request.input as never)
      const accountId = accountOf(request)
      await lockBatches(trx)
      await requireNoOpenFees(trx)
      const owedMinor = await owedBy(trx, accountId, kind)
      if (writtenOffAtOnce(owedMinor, client) !== request.amount_minor)
        throw new Problem('conflict', {
          detail: 'What this fund owes has changed since. Decline this, and enter it again.',
        })
      const { request_id, amount_minor } = request
      const writeOff = { request_id, account_id: accountId, kind, amount_minor }
      await insertWriteOff(trx, { ...writeOff, written_off_at: clock.now() })
      await insertWriteOffParts(trx, writeOff, owedMinor)
    },
    // As above.
    detailsOf: ({ input }) => z.decode(filedWriteOff, input as never),
  },
} as const satisfies Record<string, PostingHandler>

const owedBy = async (trx: Kysely<DB>, accountId: string, kind: FeeKind): Promise<bigint> =>
  (await listOwed(trx, kind)).get(accountId) ?? 0n

/** No command takes a larger amount, so that a larger debt takes several. */
const writtenOffAtOnce = (owedMinor: bigint, { maxAmountMinor }: BatchContext['client']): bigint =>
  owedMinor < maxAmountMinor ? owedMinor : maxAmountMinor

function otherAmount(owedMinor: bigint, { book, client }: Pick<BatchContext, 'book' | 'client'>): string {
  const inWords = (amountMinor: bigint) => formatMoney(amountMinor, book.currency, client.locale)
  return owedMinor > client.maxAmountMinor
    ? `This account owes ${inWords(owedMinor)}. Write off ${inWords(client.maxAmountMinor)} at a time`
    : `This account owes ${inWords(owedMinor)}. All of it is written off, or nothing`
}
