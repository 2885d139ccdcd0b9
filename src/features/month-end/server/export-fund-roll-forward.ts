import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { exportList } from '../../../server/export/export-list.ts'
import { monthOf } from '../domain/months.ts'
import type * as contract from '../month-end.contract.ts'
import { rollForwardList } from '../roll-forward.list.ts'
import { listFundRollForward } from './list-fund-roll-forward.ts'
import type { MonthEndContext } from './month-end-context.ts'
import { readRange } from './read-range.ts'

export async function exportFundRollForward(
  { query: { format, ...query } }: HandlerInput<typeof contract.exportFundRollForward>,
  context: MonthEndContext,
): Promise<Reply<typeof contract.exportFundRollForward>> {
  const { from, to } = readRange(query, context.today)
  const [first, last] = [monthOf(from), monthOf(to)]
  return await exportList({
    ...context,
    list: rollForwardList,
    format,
    fileName: `roll-forward-${first === last ? first : `${first}-to-${last}`}`,
    sheet: 'Roll-forward',
    readPage: page => listFundRollForward({ query: { ...query, ...page } }, context),
  })
}
