import type { Kysely } from 'kysely'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { formatMoney } from '../../../domain/money.ts'
import type { DB } from '../../../server/db/schema.ts'
import { type BankReturn, similarReturn, similarReturnQuestion } from '../domain/grant-return.ts'
import { insertReturn, listReturns } from './grant-returns.queries.ts'
import type { GrantRecord } from './grants.queries.ts'
import type { TransitionSettings } from './transition-rule.ts'
import { type GrantTransition, returnedBy } from './transition-rule.ts'

/** What the bank said about a return. Staff who stop a payment have nothing of the bank yet. */
function bankReturnOf({ transition, bankReturn }: GrantTransition, today: BankReturn['on']): BankReturn {
  if (transition === 'void-payment')
    return { reference: null, on: today, isAnother: true, remainingMinor: null }
  if (!bankReturn) throw new Error('a return names the bank’s reference and day')
  return bankReturn
}

/**
 * Checks a return before it is posted. Throws `conflict` where less remains than the person saw, `validation` for its day, and with
 * a question where it may be recorded already. The caller holds the lock of the grant.
 */
export async function requireNewReturn(
  trx: Kysely<DB>,
  grant: GrantRecord,
  request: GrantTransition,
  { client, book, today }: TransitionSettings,
): Promise<void> {
  const { reference, on, isAnother, remainingMinor } = bankReturnOf(request, today)
  const { currency } = book
  const leftMinor = grant.amount_minor - grant.returned_minor
  if (remainingMinor !== null && remainingMinor !== leftMinor)
    throw new Problem('conflict', {
      detail: `This grant has changed since you opened it: the charity now has ${formatMoney(leftMinor, currency, client.locale)} of it. Please check the return again.`,
    })
  // A file of the bank says its own days: that of a return may be tomorrow's, or before that on which staff recorded the payment.
  const isTyped = remainingMinor !== null
  if (isTyped && on > today) throw fieldProblem('returnedOn', 'Enter today or an earlier day')
  if (isTyped && grant.paid_on !== null && on < grant.paid_on)
    throw fieldProblem('returnedOn', 'Enter the day of the payment or a later one')
  if (isAnother) return
  const amountMinor = returnedBy(request, grant)
  const similar = similarReturn(await listReturns(trx, grant.grant_id), { reference, on, amountMinor })
  if (similar)
    throw fieldProblem('isAnother', similarReturnQuestion(similar, { currency, locale: client.locale }))
}

/** Records a return with the entry that credits it. */
export async function recordReturn(
  trx: Kysely<DB>,
  grant: GrantRecord,
  request: GrantTransition,
  { entryId, today, now }: Pick<TransitionSettings, 'today' | 'now'> & { entryId: string },
): Promise<void> {
  const { reference, on } = bankReturnOf(request, today)
  await insertReturn(trx, {
    grant_id: grant.grant_id,
    entry_id: entryId,
    amount_minor: returnedBy(request, grant),
    bank_reference: reference,
    returned_on: on,
    recorded_at: now,
  })
}
