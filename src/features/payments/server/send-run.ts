import { personOf } from '../../../server/auth/actor.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { type PaymentContext, payerOf } from './payment-context.ts'
import { recordPayments } from './record-payments.ts'
import { recordRunEvent } from './record-run-event.ts'
import { commandRun, type OfRun } from './run-commands.ts'
import { updateRun } from './runs.queries.ts'

/** The bank has the file, or the cheques are in the post: a job records each grant as paid. */
export const sendRun = ({ params: { runId } }: OfRun, context: PaymentContext) =>
  commandRun(runId, 'send', context, async trx => {
    const { userId, name } = personOf(context.actor)
    await updateRun(trx, runId, {
      state: 'sent',
      sent_at: context.clock.now(),
      sent_by: userId,
      sent_by_name: name,
    })
    await recordRunEvent(trx, context, runId, 'sent')
    await addJob(trx, recordPayments, { client: payerOf(context).client.name, runId }, { key: runId })
  })
