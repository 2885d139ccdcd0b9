import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { personOf } from '../../../server/auth/actor.ts'
import type { DB } from '../../../server/db/schema.ts'
import { violates } from '../../../server/db/violates.ts'
import type { PaymentContext } from '../../payments/server/payment-context.ts'
import type { PostingHandler } from '../../posting-requests/server/decide-posting-request.ts'
import { postOrFile } from '../../posting-requests/server/post-or-file.ts'
import type * as contract from '../bank-month.contract.ts'
import { type DebitExplanation, filedExplanation } from '../bank-month.contract.ts'
import { debitIsExplained } from '../domain/debit-kinds.ts'
import { findDebit, insertExplanation } from './bank-debits.queries.ts'

type Context = Pick<PaymentContext, 'actor' | 'clock'>

/**
 * Stores what a debit of the bank was, or files this for a second person. It posts nothing: the ledger has no account for money at a bank.
 * Throws `not-found`, `conflict` if it is explained or matched, and what `postOrFile` throws.
 */
export async function explainDebit(
  { params: { bankLineId }, body }: HandlerInput<typeof contract.explainDebit>,
  context: PaymentContext,
): Promise<Reply<typeof contract.explainDebit>> {
  const explanation = body.data.attributes
  const debit = await findDebit(context.db, bankLineId)
  if (!debit) throw new Problem('not-found')
  await postOrFile(
    context,
    {
      kind: 'bank-debit',
      subjectId: bankLineId,
      accountId: null,
      amountMinor: debit.amount_minor,
      input: z.encode(filedExplanation, { ...explanation, detail: debit.detail }),
      reason: explanation.note,
    },
    async trx => await carryOut(trx, bankLineId, explanation, context),
  )
  const now = await findDebit(context.db, bankLineId)
  return { kind: now?.kind ?? null, postingRequest: now?.posting_request ?? null }
}

export const debitPosting = {
  'bank-debit': {
    carryOut: async (trx, { subject_id: bankLineId, input }, context) => {
      // Decoding checks what was filed.
      await carryOut(trx, bankLineId, z.decode(filedExplanation, input as never), context)
    },
    detailsOf: ({ input }) => z.encode(filedExplanation, z.decode(filedExplanation, input as never)),
  },
} as const satisfies Record<string, PostingHandler>

async function carryOut(
  trx: Kysely<DB>,
  bankLineId: string,
  { kind, note }: DebitExplanation,
  { actor, clock }: Context,
): Promise<void> {
  const debit = await findDebit(trx, bankLineId)
  if (!debit) throw new Problem('not-found')
  if (!debit.is_unmatched || debit.kind !== null) throw new Problem('conflict', { detail: debitIsExplained })
  const { userId, name } = personOf(actor)
  try {
    await insertExplanation(trx, {
      bank_line_id: bankLineId,
      kind,
      note,
      explained_by: userId,
      explained_by_name: name,
      explained_at: clock.now(),
    })
  } catch (error) {
    // Another person or a bank file was faster.
    if (violates(error, 'bank_line_explained_once') || violates(error, 'bank_line_unexplained'))
      throw new Problem('conflict', { detail: debitIsExplained })
    throw error
  }
}
