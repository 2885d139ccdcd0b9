import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { Problem } from '../../../../contract/problems.ts'
import { invariant } from '../../../../domain/invariant.ts'
import { personOf } from '../../../../server/auth/actor.ts'
import { inTransaction } from '../../../../server/db/in-transaction.ts'
import type { DB } from '../../../../server/db/schema.ts'
import { violates } from '../../../../server/db/violates.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import { lockAccountRow } from '../../../accounts/server/account-row.queries.ts'
import { findAvailable } from '../../../ledger/server/balance.queries.ts'
import { postReversal } from '../../../ledger/server/post-reversal.ts'
import type { PostingHandler } from '../../../posting-requests/server/decide-posting-request.ts'
import { fileRequest, requireNoneWaiting, tryOut } from '../../../posting-requests/server/post-or-file.ts'
import { accountOf } from '../../../posting-requests/server/posting-requests.queries.ts'
import { lockContribution } from '../../server/contributions.queries.ts'
import type * as contract from '../holdings.contract.ts'
import { filedReversal } from '../holdings.contract.ts'
import type { DisposalContext } from './dispose-of-holding.ts'
import { findDisposal, findHolding, setDisposalReversed } from './holdings.queries.ts'

type Reversal = { accountId: string; disposalId: string; reason: string }

/**
 * Files the reversal of a sale or a release for a second person, whatever its amount. Throws `not-found`, and `conflict` where it was
 * reversed, waits already, or what it released was granted meanwhile.
 */
export async function reverseDisposal(
  { params: { holdingId, disposalId }, body }: HandlerInput<typeof contract.reverseDisposal>,
  context: ContextOf<typeof contract.reverseDisposal>,
): Promise<Reply<typeof contract.reverseDisposal>> {
  const { accountId } = context.account
  const { reason } = body.data.attributes
  await inTransaction(context.db, async trx => {
    const found = await findDisposal(trx, { accountId, disposalId })
    const holding = await findHolding(trx, accountId, holdingId)
    if (found?.holding_id !== holdingId || !holding) throw new Problem('not-found')
    await requireNoneWaiting(trx, disposalId)
    await tryOut(trx, async () => await reverse(trx, { accountId, disposalId, reason }, context))
    await fileRequest(
      trx,
      {
        kind: 'reverse-disposal',
        subjectId: disposalId,
        accountId,
        amountMinor: found.proceeds_minor,
        input: z.encode(filedReversal, { holdingId, description: holding.description }),
        reason,
      },
      context,
    )
  })
  return { disposalId }
}

export const disposalReversalPosting = {
  'reverse-disposal': {
    carryOut: async (trx, request, context) => {
      const { subject_id: disposalId, reason } = request
      invariant(reason !== null, 'a reversal has a reason')
      await reverse(trx, { accountId: accountOf(request), disposalId, reason }, context)
    },
    detailsOf: ({ input }) => z.parse(filedReversal, input),
  },
} as const satisfies Record<string, PostingHandler>

async function reverse(
  trx: Kysely<DB>,
  { accountId, disposalId, reason }: Reversal,
  { actor, clock, today }: DisposalContext,
): Promise<void> {
  await lockAccountRow(trx, accountId)
  const disposal = await findDisposal(trx, { accountId, disposalId })
  if (!disposal) throw new Problem('not-found')
  const holding = await findHolding(trx, accountId, disposal.holding_id)
  if (holding) await lockContribution(trx, holding.contributionId)
  if (disposal.reversed_at !== null) throw new Problem('conflict', { detail: 'This was reversed already.' })
  const comment = `A ${disposal.kind} was entered by mistake`
  try {
    for (const entryId of [disposal.fee_entry_id, disposal.release_entry_id, disposal.difference_entry_id])
      if (entryId !== null) await postReversal(trx, entryId, { today, comment, actorUserId: actor.userId })
  } catch (error) {
    if (violates(error, 'status_accepts_entry'))
      throw new Problem('conflict', { detail: 'The status of the account does not allow this.' })
    throw error
  }
  if ((await findAvailable(trx, accountId)) < 0n)
    throw new Problem('conflict', {
      detail:
        'The available balance is less than this, because some of it was already granted. Free the money first, for example by cancelling recommended grants.',
    })
  await setDisposalReversed(trx, disposalId, { by: personOf(actor), reason, at: clock.now() })
}
