import { Readable } from 'node:stream'
import type { HandlerInput } from '../../../../contract/endpoint.ts'
import type { FileReply } from '../../../../contract/list.ts'
import { Problem } from '../../../../contract/problems.ts'
import type { MonthEndContext } from '../../server/month-end-context.ts'
import type * as contract from '../journal.contract.ts'
import { findExportFile } from './journal.queries.ts'

/** The bytes that were stored, whatever came since. Throws `not-found`. */
export async function downloadJournal(
  { params: { exportId } }: HandlerInput<typeof contract.downloadJournal>,
  { db }: MonthEndContext,
): Promise<FileReply> {
  const file = await findExportFile(db, exportId)
  if (!file) throw new Problem('not-found')
  return {
    ...{ name: file.file_name, mediaType: 'text/csv; charset=utf-8' },
    ...{ totalRows: null, rowsWritten: () => 0 },
    bytes: Readable.from([file.content], { objectMode: true }),
  }
}
