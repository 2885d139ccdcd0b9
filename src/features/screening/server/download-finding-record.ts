import { Readable } from 'node:stream'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { requesterOf } from '../../../server/heavy-work/requester.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { drawPdf } from '../../../server/pdf/draw-pdf.ts'
import type * as contract from '../findings.contract.ts'
import { recordText } from './finding-record.ts'
import { getFinding } from './get-finding.ts'

/** The record of a finding as a PDF. Throws `not-found` for a finding of another realm. */
export async function downloadFindingRecord(
  { params }: HandlerInput<typeof contract.downloadFindingRecord>,
  context: ContextOf<typeof contract.downloadFindingRecord>,
): Promise<Reply<typeof contract.downloadFindingRecord>> {
  const { client } = context
  const details = await getFinding({ params }, context)
  const bytes = await drawPdf(
    {
      title: 'Record of a sanctions finding',
      text: recordText(details, client),
      client,
      // It has no links.
      origin: '',
      versionOf: null,
      createdAt: new Date(details.decidedAt ?? details.foundAt),
    },
    requesterOf(context),
  )
  return {
    ...{ name: `Finding-${params.findingId}.pdf`, mediaType: 'application/pdf' },
    ...{ totalRows: null, rowsWritten: () => 0 },
    bytes: Readable.from([bytes], { objectMode: true }),
  }
}
