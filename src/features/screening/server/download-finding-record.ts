import { Readable } from 'node:stream'
import { clientOfBook } from '../../../clients/clients.ts'
import type { HandlerInput } from '../../../contract/endpoint.ts'
import type { FileReply } from '../../../contract/list.ts'
import { Problem } from '../../../contract/problems.ts'
import { requesterOf } from '../../../server/heavy-work/requester.ts'
import { drawPdf } from '../../../server/pdf/draw-pdf.ts'
import type * as contract from '../findings.contract.ts'
import { type FindingContext, findingDetails } from './finding-details.ts'
import { findingRecordText } from './finding-record-text.ts'
import { findFinding } from './findings.queries.ts'

/** The grants and accounts that a record names at most; it says so where there are more. */
const atMost = 1000

/** The record of a finding as a PDF, for the report to the authority and for ten years of files. Throws `not-found` for another realm's. */
export async function downloadFindingRecord(
  { params: { findingId } }: HandlerInput<typeof contract.downloadFindingRecord>,
  context: FindingContext & Parameters<typeof requesterOf>[0],
): Promise<FileReply> {
  const { book, client, clock, realmDb } = context
  const row = await findFinding(realmDb, findingId)
  if (!row) throw new Problem('not-found')
  const bytes = await drawPdf(
    {
      title: `Record of a finding: ${row.our_name}`,
      text: findingRecordText(await findingDetails(row, context, atMost), {
        ...{ style: client, currency: book.currency, sponsor: clientOfBook(book.name).sponsor, atMost },
      }),
      client,
      // It has no links.
      origin: '',
      versionOf: null,
      createdAt: clock.now(),
    },
    requesterOf(context),
  )
  return {
    ...{ name: `Screening-record-${findingId}.pdf`, mediaType: 'application/pdf' },
    ...{ totalRows: null, rowsWritten: () => 0 },
    bytes: Readable.from([bytes], { objectMode: true }),
  }
}
