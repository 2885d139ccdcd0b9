import type { HandlerInput } from '../../../contract/endpoint.ts'
import type { FileReply } from '../../../contract/list.ts'
import { Problem } from '../../../contract/problems.ts'
import type * as contract from '../positive-pay.contract.ts'
import { positivePayFileType } from './formats/positive-pay.ts'
import type { PaymentContext } from './payment-context.ts'
import { findPositivePayFile } from './positive-pay.queries.ts'
import { fileOf, recordDownload } from './run-downloads.ts'

/** The bytes that were stored, whatever came since. Each download is in the audit log. Throws `not-found`. */
export async function downloadPositivePayFile(
  { params: { fileId } }: HandlerInput<typeof contract.downloadPositivePayFile>,
  context: PaymentContext,
): Promise<FileReply> {
  const file = await findPositivePayFile(context.db, fileId)
  if (!file) throw new Problem('not-found')
  await recordDownload(
    'bank-positive-pay-downloaded',
    {
      ...{ file: String(file.number), digest: file.digest },
      ...{ issues: String(file.issues), issuedMinor: String(file.issued_minor) },
      ...{ voids: String(file.voids), voidedMinor: String(file.voided_minor) },
    },
    context,
  )
  const { mediaType } = positivePayFileType(file.layout)
  return fileOf(file.file_name, mediaType, file.content)
}
