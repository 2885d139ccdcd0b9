import type { Client } from '../../../clients/client.ts'
import { clientOfBook } from '../../../clients/clients.ts'
import { bankCalendarOf } from '../../../domain/bank-holidays.ts'
import type { DateRange } from '../../../domain/dates.ts'
import { portalOf } from '../../../server/heavy-work/requester.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import type { DueWork, DueWorkContext } from '../../../server/jobs/due-work.ts'
import { drawPdf } from '../../../server/pdf/draw-pdf.ts'
import { storeDocumentInJob } from '../../documents/server/store-document.ts'
import { mailSummaryReady } from './mail-summary-ready.ts'
import { payersWithoutSummary, receiptsOfPayer, type SummaryPayer } from './summaries.queries.ts'
import { nameOfYear, summaryText, taxYearDueOn } from './summary-text.ts'

const batchSize = 200

/**
 * Makes the summary of each payer of each account for the tax year that is due on the day. Each is stored once, whatever was interrupted.
 * A summary that fails stops no other; the day is tried again later.
 */
export const contributionSummaries: DueWork = {
  name: 'contribution-summaries',
  run: async context => {
    const client = clientOfBook(context.book.name)
    const calendar = bankCalendarOf(client.defaultPhoneCountry)
    const year = taxYearDueOn(context.day, client.taxYearStartsOn, calendar)
    if (year === null) return
    const errors: unknown[] = []
    let after = ''
    for (;;) {
      const payers = await payersWithoutSummary(context.db, year, { after, limit: batchSize })
      const last = payers.at(-1)
      if (!last) break
      after = last.cause
      for (const payer of payers) {
        context.signal.throwIfAborted()
        await makeSummary(context, payer, { client, year }).catch((error: unknown) => errors.push(error))
      }
    }
    const [first] = errors
    if (errors.length > 0)
      throw new AggregateError(errors, `${errors.length} summaries failed, the first with: ${String(first)}`)
  },
}

async function makeSummary(
  { book, db, documentFiles, now }: DueWorkContext,
  payer: SummaryPayer,
  { client, year }: { client: Client; year: DateRange },
): Promise<void> {
  if (documentFiles === null) throw new Error('the worker has no store of documents')
  const [first, ...others] = await receiptsOfPayer(db, payer, year)
  if (!first) return
  const title = `Contributions ${nameOfYear(year)}`
  const bytes = await drawPdf(
    {
      title,
      text: summaryText({ year, currency: book.currency, receipts: [first, ...others] }, client),
      client,
      // It has no links.
      origin: '',
      versionOf: null,
      createdAt: now,
    },
    portalOf(client),
  )
  const { accountId, cause } = payer
  const document = {
    accountId,
    type: 'tax',
    name: `${title}, ${first.facts.payer.name}`.slice(0, 100).concat('.pdf'),
    mediaType: 'application/pdf',
    bytes,
    cause,
    addedBy: null,
    at: now,
  } as const
  const about = { client: client.name, accountId, year: nameOfYear(year) }
  await storeDocumentInJob({ book: book.name, db, documentFiles }, document, trx =>
    addJob(trx, mailSummaryReady, about, { key: `contribution-summary:${accountId}:${about.year}` }),
  )
}
