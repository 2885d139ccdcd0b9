import { Problem } from '../../../contract/problems.ts'
import { personOf } from '../../../server/auth/actor.ts'
import { stoppedSinceApproval } from './check-grants.ts'
import type { PaymentContext } from './payment-context.ts'
import { recordRunEvent } from './record-run-event.ts'
import { commandRun, type OfRun } from './run-commands.ts'
import { updateRun } from './runs.queries.ts'

/** Releases the file after a last check, which fails if something has changed since the approval. */
export const releaseRun = ({ params: { runId } }: OfRun, context: PaymentContext) =>
  commandRun(runId, 'release', context, async (trx, run) => {
    const [stopped] = await stoppedSinceApproval(trx, run, context)
    if (stopped)
      throw new Problem('conflict', {
        detail: `Grant ${stopped.grant.transaction_id} can no longer be paid: ${stopped.problem} Withdraw the approval and remove it.`,
      })
    const { userId, name } = personOf(context.actor)
    await updateRun(trx, runId, {
      released_at: context.clock.now(),
      released_by: userId,
      released_by_name: name,
    })
    await recordRunEvent(trx, context, runId, 'released')
  })
