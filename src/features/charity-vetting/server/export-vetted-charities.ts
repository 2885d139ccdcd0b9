import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { exportList } from '../../../server/export/export-list.ts'
import { vettedCharitiesList } from '../vetted-charities.list.ts'
import type * as contract from '../vettings.contract.ts'
import { listVettedCharities } from './list-vetted-charities.ts'
import type { Context } from './vettings.ts'

export const exportVettedCharities = async (
  { query: { format, ...query } }: HandlerInput<typeof contract.exportVettedCharities>,
  context: Context,
): Promise<Reply<typeof contract.exportVettedCharities>> =>
  await exportList({
    ...context,
    list: vettedCharitiesList,
    format,
    fileName: query.of === 'due-diligence' ? 'due-diligence' : 'vetted-charities',
    sheet: query.of === 'due-diligence' ? 'Due diligence' : 'Vetted charities',
    readPage: page => listVettedCharities({ query: { ...query, ...page } }, context),
  })
