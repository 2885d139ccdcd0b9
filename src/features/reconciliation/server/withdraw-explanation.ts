import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { personOf } from '../../../server/auth/actor.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { PaymentContext } from '../../payments/server/payment-context.ts'
import { postOrFile } from '../../posting-requests/server/post-or-file.ts'
import type * as contract from '../bank-month.contract.ts'
import { filedWithdrawal } from '../bank-month.contract.ts'
import { explanationIsWithdrawn } from '../domain/debit-kinds.ts'
import { findExplanation, setWithdrawn } from './bank-debits.queries.ts'
import { describeSides } from './describe-sides.ts'

/**
 * Withdraws the explanation of a debit, so that the debit is to be explained again; or files this for a second person, always if the month is
 * signed off. It posts nothing: the credit of a transfer stays our own money. Throws `not-found`, `conflict` if it is withdrawn already, and
 * what `postOrFile` throws.
 */
export async function withdrawExplanation(
  { params: { explanationId }, body }: HandlerInput<typeof contract.withdrawExplanation>,
  context: PaymentContext,
): Promise<Reply<typeof contract.withdrawExplanation>> {
  const { reason } = body.data.attributes
  const found = await findExplanation(context.db, explanationId)
  if (!found) throw new Problem('not-found')
  const { bank_line_id: subjectId, amount_minor: amountMinor, detail, kind, note } = found
  const sides = await describeSides({ bankLineId: subjectId, creditLineId: found.credit_line_id }, context)
  await postOrFile(
    context,
    {
      kind: 'bank-debit',
      subjectId,
      accountId: null,
      amountMinor,
      input: z.encode(filedWithdrawal, { explanationId, detail, kind, note, reason, sides }),
      reason,
      takesTwo: found.is_signed,
    },
    async trx => await carryOutWithdrawal(trx, { explanationId, reason }, context),
  )
  const now = await findExplanation(context.db, explanationId)
  return { isWithdrawn: now?.is_withdrawn === true, postingRequest: now?.posting_request ?? null }
}

export async function carryOutWithdrawal(
  trx: Kysely<DB>,
  { explanationId, reason }: { explanationId: string; reason: string },
  { actor, clock }: Pick<PaymentContext, 'actor' | 'clock'>,
): Promise<void> {
  const { userId, name } = personOf(actor)
  const isNew = await setWithdrawn(trx, explanationId, {
    withdrawn_by: userId,
    withdrawn_by_name: name,
    withdrawn_at: clock.now(),
    withdrawn_reason: reason,
  })
  if (!isNew) throw new Problem('conflict', { detail: explanationIsWithdrawn })
}
