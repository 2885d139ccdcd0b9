import { periodsUntil } from '../../../clients/fee-schedules.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import type { BatchContext } from '../../posting-batches/server/batch-context.ts'
import type * as contract from '../fees.contract.ts'
import { listRuns } from './fees.queries.ts'
import { feeSchedulesInForce } from './schedules-in-force.ts'
import { termsResponse } from './stored-terms.ts'
import { schedulesWithWaitingTerms } from './waiting-terms.ts'

export async function listFeeSchedules(
  _input: unknown,
  context: BatchContext,
): Promise<Reply<typeof contract.listFeeSchedules>> {
  const { db, book, today } = context
  const waiting = await schedulesWithWaitingTerms(db, context)
  const data = []
  for (const schedule of await feeSchedulesInForce(db, context)) {
    const { name, title, kind, fundTypes, versions } = schedule
    const runs = await listRuns(db, name)
    const last = runs.at(-1)
    const terms = versions.findLast(({ from }) => from <= today)
    data.push({
      ...{ name, title, kind, fundTypes: [...fundTypes] },
      terms: terms ? termsResponse(terms) : null,
      termsWait: waiting.includes(name),
      coming: versions.filter(({ from }) => from > today).map(termsResponse),
      due: periodsUntil(schedule, today)
        .filter(({ from, to }) => !runs.some(run => run.period_from <= to && run.period_to >= from))
        .map(({ from, to }) => ({ periodFrom: from, periodTo: to })),
      last: last
        ? {
            ...{ batchId: last.batch_id, batchNumber: Number(last.batch_number) },
            ...{ periodFrom: last.period_from, periodTo: last.period_to },
            isWaiting: last.state === 'entered',
          }
        : null,
    })
  }
  return { currency: book.currency, data }
}
