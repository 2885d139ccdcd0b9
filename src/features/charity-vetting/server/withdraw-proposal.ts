import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { commandSource, recordCommand } from '../../../server/audit/record-command.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../proposals.contract.ts'
import { lockProposal, setWithdrawn } from './proposals.queries.ts'
import { one } from './proposals.ts'

export async function withdrawProposal(
  { params: { proposalId } }: HandlerInput<typeof contract.withdrawProposal>,
  context: ContextOf<typeof contract.withdrawProposal>,
): Promise<Reply<typeof contract.withdrawProposal>> {
  const { db, account, clock } = context
  await inTransaction(db, async trx => {
    const stored = await lockProposal(trx, account.accountId, proposalId)
    if (!stored) throw new Problem('not-found')
    if (stored.state === 'withdrawn') return
    if (stored.state !== 'received')
      throw new Problem('conflict', { detail: 'This suggestion has already been decided.' })
    await setWithdrawn(trx, proposalId, clock.now())
    await recordCommand(trx, 'charity-proposal-withdrawn', commandSource(context), { proposal: proposalId })
  })
  return await one(db, account.accountId, proposalId, context)
}
