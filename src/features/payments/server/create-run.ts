import { randomUUIDv7 } from 'node:crypto'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { personOf } from '../../../server/auth/actor.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import { lockGrants } from '../../grants/server/transition-grants.queries.ts'
import { transitionGrants } from '../../grants/server/transition-grants.ts'
import { maxPaymentsOfRun, referenceOf } from '../domain/payment-run.ts'
import type * as contract from '../payments.contract.ts'
import { type CheckedGrant, checkGrants } from './check-grants.ts'
import { requireStockFor } from './cheque-stock.ts'
import { endOfDay, paymentDayOf } from './cutoff.ts'
import { listReady } from './facts.queries.ts'
import { type PaymentContext, payerOf, timesOf } from './payment-context.ts'
import { insertPayments } from './payments.queries.ts'
import { recordRunEvent } from './record-run-event.ts'
import { runDetails } from './run-details.ts'
import { insertRun, nextRunNumber } from './runs.queries.ts'

/**
 * Creates a run from the approved grants of a method, and checks each. Throws `validation` for a method that the book does not have
 * or a day to come, `conflict` where there is nothing to pay, or the stock has too few cheques.
 */
export async function createRun(
  { body }: HandlerInput<typeof contract.createRun>,
  context: PaymentContext,
): Promise<Reply<typeof contract.createRun>> {
  const { method, cutoffOn } = body.data.attributes
  const { db, realmDb, clock, today } = context
  const { client, settings } = payerOf(context)
  if (method === 'cheque' && !settings.cheques) throw fieldProblem('method', 'Only transfers are available')
  if (cutoffOn > today) throw fieldProblem('cutoffOn', 'Choose today or an earlier day')
  const now = clock.now()
  const format = method === 'cheque' ? ('cheques' as const) : settings.format
  const end = endOfDay(cutoffOn, client.timeZone)
  const until = end < now ? end : now
  const runId = randomUUIDv7()
  await inTransaction(db, async trx => {
    const runNumber = await nextRunNumber(trx)
    const collected = { method, writesCheques: settings.cheques, until }
    const found = await listReady(trx, collected, maxPaymentsOfRun)
    await lockGrants(
      trx,
      found.map(({ grant_id }) => grant_id),
    )
    // Grants that changed while the locks were awaited are left out.
    const grants = await listReady(trx, collected, maxPaymentsOfRun)
    if (grants.length === 0)
      throw new Problem('conflict', { detail: 'No approved grants are waiting for this kind of payment.' })
    if (method === 'cheque') await requireStockFor(trx, grants.length, context)
    const checked = await checkGrants(trx, realmDb, grants, {
      client,
      format,
      method,
      writesCheques: settings.cheques,
      runApprovedAt: null,
      now,
    })
    const { userId, name } = personOf(context.actor)
    await insertRun(trx, {
      run_id: runId,
      run_number: runNumber,
      method,
      format,
      cutoff_at: until,
      payment_on: paymentDayOf(method, now, timesOf(context)),
      created_by: userId,
      created_by_name: name,
      created_at: now,
      checked_at: now,
    })
    await recordRunEvent(trx, context, runId, 'created')
    await insertPayments(
      trx,
      runId,
      checked.map(each => ({
        payment_id: randomUUIDv7(),
        grant_id: each.grant.grant_id,
        charity_id: each.grant.charity_id,
        amount_minor: String(each.grant.amount_minor),
        reference: referenceOf(each.grant.transaction_id),
        ...payeeOf(each),
      })),
    )
    const grantIds = grants.map(({ grant_id }) => grant_id)
    await transitionGrants(trx, grantIds, {
      ...{ transition: 'schedule', by: { userId, name }, reason: `Payment run ${runNumber}` },
      ...{ at: now, locale: client.locale },
    })
  })
  return await runDetails(runId, context)
}

/** The payee of a payment and why it cannot be made, as the last check found it. */
export const payeeOf = ({ payee, details, problem }: CheckedGrant) => ({
  payee_name: payee.name,
  payee_address: payee.address,
  payee_email: payee.email,
  bank_details_id: details?.details_id ?? null,
  last_four: details?.last_four ?? null,
  problem,
  payee_changes: payee.changes.length === 0 ? null : payee.changes,
})
