import { feeSchedulesOf } from '../../../clients/fee-schedules-of.ts'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { keysetPage, splitPage } from '../../../server/http/keyset-page.ts'
import { displayName } from '../../accounts/domain/account-name.ts'
import type { BatchContext } from '../../posting-batches/server/batch-context.ts'
import type { ReductionStatus } from '../domain/reduction-labels.ts'
import type * as contract from '../fee-reductions.contract.ts'
import type { FeeReduction } from '../fee-reductions.contract.ts'
import { listReductionRows, type ReductionRow, reductionKeysets } from './reductions.queries.ts'

export async function listFeeReductions(
  { query }: HandlerInput<typeof contract.listFeeReductions>,
  context: BatchContext,
): Promise<Reply<typeof contract.listFeeReductions>> {
  const page = keysetPage({ query, defaultSort: '-enteredAt', keysetsOf: reductionKeysets })
  const found = await listReductionRows(
    context.db,
    { keywords: query.keywords, isWaiting: query.status === 'waiting' },
    page,
  )
  const { rows, meta } = splitPage(page, found.rows, found.total)
  return { data: rows.map(row => reductionResponse(row, context)), meta }
}

export function reductionResponse(row: ReductionRow, context: BatchContext): FeeReduction {
  const { client, actor, today } = context
  const status: ReductionStatus =
    row.state === 'entered'
      ? 'waiting'
      : row.state === 'withdrawn'
        ? 'withdrawn'
        : row.ends_on < today
          ? 'ended'
          : 'confirmed'
  const mayPost = actor.actions.has('POSTING_CREATE')
  return {
    reductionId: row.reduction_id,
    fundId: Number(row.fund_id),
    accountName: displayName(row.account_name, row.account_status, client.showsClosedStatus),
    schedule: row.schedule,
    title: feeSchedulesOf(context).find(({ name }) => name === row.schedule)?.title ?? row.schedule,
    hundredths: row.hundredths,
    startsOn: row.starts_on,
    endsOn: row.ends_on,
    reason: row.reason,
    status,
    enteredByName: row.entered_by_name,
    enteredAt: row.entered_at.toISOString(),
    confirmedByName: row.confirmed_by_name,
    endedByName: row.ended_by_name,
    mayConfirm: mayPost && status === 'waiting' && row.entered_by !== actor.userId,
    // One that ends today already has nothing left to end.
    mayEnd: mayPost && (status === 'waiting' || (status === 'confirmed' && row.ends_on > today)),
  }
}
