import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { personOf } from '../../../server/auth/actor.ts'
import type { DB } from '../../../server/db/schema.ts'
import { violates } from '../../../server/db/violates.ts'
import type { PaymentContext } from '../../payments/server/payment-context.ts'
import type { PostingHandler } from '../../posting-requests/server/decide-posting-request.ts'
import { postOrFile } from '../../posting-requests/server/post-or-file.ts'
import { endSuspense } from '../../suspense/server/book-suspense.ts'
import { lockItemsOf } from '../../suspense/server/suspense.queries.ts'
import type * as contract from '../bank-month.contract.ts'
import { type DebitExplanation, filedDebit, filedExplanation } from '../bank-month.contract.ts'
import { debitIsExplained, noSuchTransfer } from '../domain/debit-kinds.ts'
import { findDebit, insertExplanation } from './bank-debits.queries.ts'
import { describeSides } from './describe-sides.ts'
import { isTransfer } from './own-transfers.queries.ts'
import { carryOutWithdrawal } from './withdraw-explanation.ts'

type Context = Pick<PaymentContext, 'actor' | 'book' | 'clock' | 'today'>

/**
 * Stores what a debit of the bank was, or files this for a second person. It posts nothing, because the ledger has no account for money at a
 * bank; the credit that a transfer became leaves suspense. Throws `not-found`, `conflict` if it is explained or matched, and what
 * `postOrFile` throws.
 */
export async function explainDebit(
  { params: { bankLineId }, body }: HandlerInput<typeof contract.explainDebit>,
  context: PaymentContext,
): Promise<Reply<typeof contract.explainDebit>> {
  const explanation = body.data.attributes
  const debit = await findDebit(context.db, bankLineId)
  if (!debit) throw new Problem('not-found')
  const sides = await describeSides({ bankLineId, creditLineId: explanation.creditLineId }, context)
  await postOrFile(
    context,
    {
      kind: 'bank-debit',
      subjectId: bankLineId,
      accountId: null,
      amountMinor: debit.amount_minor,
      input: z.encode(filedExplanation, { ...explanation, detail: debit.detail, sides }),
      reason: explanation.note,
      // It changes what a month consists of that a person signed.
      takesTwo: debit.is_signed,
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
      const filed = z.decode(filedDebit, input as never)
      if ('explanationId' in filed) await carryOutWithdrawal(trx, filed, context)
      else await carryOut(trx, bankLineId, filed, context)
    },
    // As above.
    detailsOf: ({ input }) => z.encode(filedDebit, z.decode(filedDebit, input as never)),
  },
} as const satisfies Record<string, PostingHandler>

async function carryOut(
  trx: Kysely<DB>,
  bankLineId: string,
  { kind, note, creditLineId }: DebitExplanation,
  context: Context,
): Promise<void> {
  const debit = await findDebit(trx, bankLineId)
  if (!debit) throw new Problem('not-found')
  if (!debit.is_unmatched || debit.kind !== null) throw new Problem('conflict', { detail: debitIsExplained })
  if (creditLineId !== null && kind !== 'own-transfer')
    throw fieldProblem('creditLineId', 'Only a transfer to another account of ours has a credit')
  if (creditLineId !== null && !(await isTransfer(trx, { bankLineId, creditLineId })))
    throw new Problem('conflict', { detail: noSuchTransfer })
  const { userId, name } = personOf(context.actor)
  try {
    await insertExplanation(trx, {
      explanation_id: randomUUIDv7(),
      bank_line_id: bankLineId,
      kind,
      note,
      credit_line_id: creditLineId,
      explained_by: userId,
      explained_by_name: name,
      explained_at: context.clock.now(),
    })
  } catch (error) {
    // Another person or a bank file was faster.
    if (violates(error, 'bank_line_explained_once') || violates(error, 'bank_line_unexplained'))
      throw new Problem('conflict', { detail: debitIsExplained })
    if (violates(error, 'own_transfer_paired_once')) throw new Problem('conflict', { detail: noSuchTransfer })
    throw error
  }
  // After the line, as a bank file locks them.
  if (creditLineId !== null) await endCredit(trx, creditLineId, note, context)
}

/** The credit of a transfer is our own money, unless a person has said so before. Throws `conflict` if it has become something else. */
async function endCredit(
  trx: Kysely<DB>,
  creditLineId: string,
  note: string,
  context: Context,
): Promise<void> {
  const [item] = await lockItemsOf(trx, [creditLineId])
  if (item?.state === 'own') return
  if (item?.state !== 'open') throw new Problem('conflict', { detail: noSuchTransfer })
  const end = { itemId: item.item_id, end: 'own' as const, reason: note, matches: [], toBook: null }
  await endSuspense(trx, end, context)
}
