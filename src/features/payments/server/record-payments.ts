import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Client } from '../../../clients/client.ts'
import { dateOf } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { task } from '../../../server/jobs/task.ts'
import type { Evidence } from '../../charities/server/charity-status.ts'
import { statusCodes } from '../../grants/domain/grant-status.ts'
import { mailGrantSteps } from '../../grants/server/mail-grant-step.ts'
import { transitionGrant } from '../../grants/server/transition-grant.ts'
import { findGrantStatus } from './facts.queries.ts'
import { mailPaymentLetter } from './mail-payment-letter.ts'
import { listStepsOfRun, listToRecord, lockPayment, type PaymentToRecord } from './payments.queries.ts'
import { findRun, type RunRecord } from './runs.queries.ts'

const batchSize = 100

/**
 * Records each grant of a sent run as paid, with its letter by mail where the charity has an address for it. Each is one transaction, so a run
 * whose recording was interrupted continues where it stopped, and none is recorded twice.
 */
export const recordPayments = task(
  'record-payments',
  z.object({ client: z.string(), runId: z.uuid() }),
  async ({ client: name, runId }, { db, signal, client: clientOf }) => {
    const client = clientOf(name)
    const run = await findRun(db, runId)
    if (run?.state !== 'sent') return
    for (;;) {
      const batch = await listToRecord(db, runId, batchSize)
      if (batch.length === 0) break
      for (const payment of batch) {
        if (signal.aborted)
          throw new Error('the server is stopping: the rest of the run is recorded after the next start')
        await recordPayment(db, run, payment, client)
      }
    }
    // One mail for all grants of a fund; a job that is run again finds those that were written.
    if (run.sent_at !== null) await mailGrantSteps(db, client, await listStepsOfRun(db, runId, run.sent_at))
  },
)

async function recordPayment(
  db: Kysely<DB>,
  run: RunRecord,
  payment: PaymentToRecord,
  client: Client,
): Promise<void> {
  const { sent_at: at, approved_by: userId, approved_by_name: approvedBy } = run
  if (at === null || userId === null || approvedBy === null)
    throw new Error(`run ${run.run_number} was not sent`)
  await db.transaction().execute(async trx => {
    // The bank may have refused it while the job was under way, or another run of the job was faster.
    if (!(await lockPayment(trx, payment.payment_id))) return
    if ((await findGrantStatus(trx, payment.grant_id)) !== statusCodes.scheduled) return
    await transitionGrant(
      trx,
      payment.account_id,
      {
        grantId: payment.grant_id,
        transition: 'pay',
        // The person who approved the run counts as the payer in dual control.
        actor: { userId, name: approvedBy, side: 'sponsor' },
        reason: `Payment run ${run.run_number}`,
        payment: {
          method: run.method,
          reference: payment.cheque_number === null ? payment.reference : String(payment.cheque_number),
          // The check of the run wrote it.
          evidence: payment.evidence as Evidence | null,
        },
      },
      {
        client,
        book: client.book,
        today: dateOf(at, client.timeZone),
        now: at,
        requireVerification: () => {},
        isMailedLater: true,
        isPayerChecked: true,
      },
    )
    if (run.method === 'eft' && payment.payee_email !== null)
      await addJob(
        trx,
        mailPaymentLetter,
        { client: client.name, paymentId: payment.payment_id },
        { key: payment.payment_id },
      )
  })
}
