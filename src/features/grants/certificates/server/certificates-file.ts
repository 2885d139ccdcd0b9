import { Readable } from 'node:stream'
import { clientOfBook } from '../../../../clients/clients.ts'
import type { FileReply } from '../../../../contract/list.ts'
import { Problem } from '../../../../contract/problems.ts'
import { requesterOf } from '../../../../server/heavy-work/requester.ts'
import { drawPdf } from '../../../../server/pdf/draw-pdf.ts'
import { sponsorLines } from '../../../../server/pdf/rich-text-parts.ts'
import type { certificateFormats } from '../certificates.contract.ts'
import { readCertificate } from './certificate-facts.ts'
import { certificateLine } from './certificate-lines.ts'
import { certificateText } from './certificate-text.ts'
import { listCertificates } from './certificates.queries.ts'

type About = { grantId: string; format: (typeof certificateFormats)[number]; withInternal: boolean }
type Context = Parameters<typeof requesterOf>[0] & {
  book: { name: string }
  db: Parameters<typeof listCertificates>[0]
}

/** The certificates of a grant as a file. Throws `not-found` for a grant that has none, as one from before they existed. */
export async function certificatesFile(
  { grantId, format, withInternal }: About,
  context: Context,
): Promise<FileReply> {
  const { book, client, db } = context
  const rows = await listCertificates(db, grantId)
  const [first] = rows
  if (!first)
    throw new Problem('not-found', {
      detail: 'This grant has no certificates. They begin with the steps that were taken since they exist.',
    })
  const { record } = readCertificate(first.certificate)
  const name = `Certificates-${record.grant.transactionId}`
  if (format === 'json') {
    const lines = rows.map(row => `${certificateLine(row, { withInternal })}\n`)
    return fileOf(`${name}.jsonl`, 'application/jsonl', Buffer.from(lines.join('')))
  }
  const latest = rows.at(-1) ?? first
  const bytes = await drawPdf(
    {
      title: `Certificates of grant ${record.grant.transactionId}`,
      text: [
        sponsorLines(clientOfBook(book.name).sponsor),
        ...certificateText(rows, { style: client, withInternal }),
      ],
      client,
      // It has no links.
      origin: '',
      versionOf: null,
      createdAt: new Date(readCertificate(latest.certificate).record.decision.at),
    },
    requesterOf(context),
  )
  return fileOf(`${name}.pdf`, 'application/pdf', bytes)
}

const fileOf = (name: string, mediaType: string, bytes: Uint8Array): FileReply => ({
  ...{ name, mediaType, totalRows: null, rowsWritten: () => 0 },
  bytes: Readable.from([bytes], { objectMode: true }),
})
