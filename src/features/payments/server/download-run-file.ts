import type { HandlerInput } from '../../../contract/endpoint.ts'
import type { FileReply } from '../../../contract/list.ts'
import { Problem } from '../../../contract/problems.ts'
import { decryptBytes } from '../../../server/files/encrypted-bytes.ts'
import type * as contract from '../payments.contract.ts'
import type { PaymentContext } from './payment-context.ts'
import { fileOf, recordDownload, requireAnsweredChecks, requireRun } from './run-downloads.ts'
import { fileOwner } from './run-file.ts'
import { findRunFile } from './runs.queries.ts'

/** The file of a run, as its approval made it. Each download is in the audit log. Throws `conflict` before it was released, `not-found`. */
export async function downloadRunFile(
  { params: { runId } }: HandlerInput<typeof contract.downloadRunFile>,
  context: PaymentContext,
): Promise<FileReply> {
  const run = await requireRun(runId, context)
  await requireAnsweredChecks(run, context)
  const file = await findRunFile(context.db, runId)
  if (run.released_at === null || !file?.file_ciphertext || !file.key_id || !file.data_key || !file.file_name)
    throw new Problem('conflict', { detail: 'The file of this run has not been released yet.' })
  const bytes = decryptBytes(context.documentFiles.keys, fileOwner(context.book.name, runId), {
    ciphertext: file.file_ciphertext,
    dataKey: { keyId: file.key_id, wrapped: file.data_key },
  })
  await recordDownload('payment-file-downloaded', { run: String(run.run_number) }, context)
  return fileOf(file.file_name, mediaTypeOf(file.file_name), bytes)
}

const mediaTypeOf = (name: string) =>
  name.endsWith('.xml') ? 'application/xml' : name.endsWith('.csv') ? 'text/csv; charset=utf-8' : 'text/plain'
