import type { Kysely } from 'kysely'
import type { HandlerInput } from '../../../contract/endpoint.ts'
import { personOf } from '../../../server/auth/actor.ts'
import type { DB } from '../../../server/db/schema.ts'
import type * as contract from '../payments.contract.ts'
import { lockStock, returnNumbersOfRun, voidNumbersOfRun } from './cheque-stock.queries.ts'
import type { PaymentContext } from './payment-context.ts'
import { clearApproved } from './payments.queries.ts'
import { recordRunEvent } from './record-run-event.ts'
import { commandRun } from './run-commands.ts'
import { type RunRecord, updateRun } from './runs.queries.ts'

/** Deletes the file and letters of an approved run, which is then checked and approved again. */
export const withdrawRun = (
  { params: { runId }, body }: HandlerInput<typeof contract.withdrawRun>,
  context: PaymentContext,
) =>
  commandRun(runId, 'withdraw', context, async (trx, run) => {
    const { reason } = body.data.attributes
    await clearApproved(trx, runId)
    if (run.method === 'cheque') await giveNumbersBack(trx, run, { reason, context })
    await updateRun(trx, runId, {
      state: 'created',
      approved_by: null,
      approved_by_name: null,
      approved_at: null,
      released_by: null,
      released_by_name: null,
      released_at: null,
      file_name: null,
      file_hash: null,
      file_ciphertext: null,
      key_id: null,
      data_key: null,
    })
    await recordRunEvent(trx, context, runId, 'withdrawn', reason)
  })

/** What was not released was not printed, so its numbers come back to the stock. Otherwise they are void. */
async function giveNumbersBack(
  trx: Kysely<DB>,
  { run_id, released_at }: RunRecord,
  { reason, context }: { reason: string; context: PaymentContext },
): Promise<void> {
  await lockStock(trx)
  if (released_at === null) return await returnNumbersOfRun(trx, run_id)
  const { userId, name } = personOf(context.actor)
  await voidNumbersOfRun(trx, run_id, { reason, userId, name, at: context.clock.now() })
}
