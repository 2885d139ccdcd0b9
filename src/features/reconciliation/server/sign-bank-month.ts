import type { Kysely } from 'kysely'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { formatInstant, type IsoDate } from '../../../domain/dates.ts'
import { personOf } from '../../../server/auth/actor.ts'
import { inSavepoint, inTransaction } from '../../../server/db/in-transaction.ts'
import type { DB } from '../../../server/db/schema.ts'
import { violates } from '../../../server/db/violates.ts'
import type { PaymentContext } from '../../payments/server/payment-context.ts'
import type * as contract from '../bank-month.contract.ts'
import { bankAccountOf, type NamedBankAccount } from './bank-account-names.ts'
import { findSignedMonth, insertSignedMonth } from './bank-month.queries.ts'
import { describeMonth, refusalOf } from './get-bank-month.ts'
import { encodeFigures, firstDayOf, hashOfFigures, readBankMonth } from './read-bank-month.ts'

/**
 * Signs off a month with the figures of now, which the person has seen. Throws `not-found`, and `conflict` with the sentence if it cannot
 * be signed off, has changed, or a colleague was faster.
 */
export async function signBankMonth(
  { params: { account: key, month }, body }: HandlerInput<typeof contract.signBankMonth>,
  context: PaymentContext,
): Promise<Reply<typeof contract.signBankMonth>> {
  const account = bankAccountOf(key, context)
  const from = firstDayOf(month)
  await inTransaction(context.db, async trx => {
    await sign(trx, { account, from, ...body.data.attributes }, { ...context, db: trx })
  })
  return await describeMonth(account, from, context)
}

type SignOff = { account: NamedBankAccount; from: IsoDate; figuresHash: string; note: string | null }

async function sign(
  trx: Kysely<DB>,
  { account, from, figuresHash, note }: SignOff,
  context: PaymentContext,
): Promise<void> {
  await requireUnsigned(trx, account, from, context)
  const month = await readBankMonth(trx, account, from, context)
  const refusal = await refusalOf(account, month, context)
  if (refusal !== null) {
    // A colleague may have signed it off while it was read.
    await requireUnsigned(trx, account, from, context)
    throw new Problem('conflict', { detail: refusal })
  }
  if (hashOfFigures(month.figures) !== figuresHash)
    throw new Problem('conflict', {
      detail: 'The figures of this month have changed since you saw them. Please check them again.',
    })
  const { userId, name } = personOf(context.actor)
  try {
    await inSavepoint(trx, async () =>
      insertSignedMonth(trx, {
        bank_account: account.id,
        month: from,
        figures: encodeFigures(month.figures),
        note,
        signed_by: userId,
        signed_by_name: name,
        signed_at: context.clock.now(),
      }),
    )
  } catch (error) {
    if (!violates(error, 'one_bank_reconciliation') && !violates(error, 'bank_reconciliations_in_order'))
      throw error
    await requireUnsigned(trx, account, from, context)
    throw new Problem('conflict', { detail: 'Another month was signed off meanwhile. Load the page again.' })
  }
}

/** Throws `conflict` with the name of the colleague who signed the month off. */
async function requireUnsigned(
  trx: Kysely<DB>,
  { id }: NamedBankAccount,
  from: IsoDate,
  { client }: Pick<PaymentContext, 'client'>,
): Promise<void> {
  const signed = await findSignedMonth(trx, id, from)
  if (signed)
    throw new Problem('conflict', {
      detail: `${signed.signed_by_name} signed off this month on ${formatInstant(signed.signed_at, client)}.`,
    })
}
