import type { Client } from '../../../clients/client.ts'
import { clientOfBook } from '../../../clients/clients.ts'
import { bankCalendarOf } from '../../../domain/bank-holidays.ts'
import type { DateRange } from '../../../domain/dates.ts'
import { invariant } from '../../../domain/invariant.ts'
import { portalOf } from '../../../server/heavy-work/requester.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import type { DueWork, DueWorkContext } from '../../../server/jobs/due-work.ts'
import { drawPdf } from '../../../server/pdf/draw-pdf.ts'
import { storeDocumentInJob } from '../../documents/server/store-document.ts'
import { causeOfSummaryMail, mailSummaryReady } from './mail-summary-ready.ts'
import { payersWithoutSummary, receiptsOfPayer, type SummaryPayer } from './summaries.queries.ts'
import { nameOfYear, summaryText, taxYearsDueBy } from './summary-text.ts'

const batchSize = 200

/**
 * Makes the summary of each payer of each account for the tax years that are due, and another version of each whose receipts changed since.
 * Each is stored once, whatever was interrupted. A summary that fails stops no other; the day is tried again later.
 */
export const contributionSummaries: DueWork = {
  name: 'contribution-summaries',
  run: async context => {
    const client = clientOfBook(context.book.name)
    const calendar = bankCalendarOf(client.defaultPhoneCountry)
    const errors: unknown[] = []
    for (const year of taxYearsDueBy(context.day, client.taxYearStartsOn, calendar))
      errors.push(...(await makeSummaries(context, { client, year })))
    const [first] = errors
    if (errors.length > 0)
      throw new AggregateError(errors, `${errors.length} summaries failed, the first with: ${String(first)}`)
  },
}

type YearOf = { client: Client; year: DateRange }

/** Makes what is missing of a year. Returns the errors of those that failed. */
async function makeSummaries(context: DueWorkContext, { client, year }: YearOf): Promise<unknown[]> {
  const errors: unknown[] = []
  let after = ''
  for (;;) {
    const payers = await payersWithoutSummary(context.db, year, { after, limit: batchSize })
    const last = payers.at(-1)
    if (!last) return errors
    after = last.cause
    for (const payer of payers) {
      context.signal.throwIfAborted()
      await makeSummary(context, payer, { client, year }).catch((error: unknown) => errors.push(error))
    }
  }
}

async function makeSummary(
  { book, day, db, documentFiles, now }: DueWorkContext,
  payer: SummaryPayer,
  { client, year }: YearOf,
): Promise<void> {
  if (documentFiles === null) throw new Error('the worker has no store of documents')
  const all = await receiptsOfPayer(db, payer, year)
  const receipts = all.filter(({ state }) => state === 'issued')
  const facts = (receipts[0] ?? all.at(-1))?.facts
  invariant(facts, 'a payer of receipts has one')
  const { accountId, cause, version } = payer
  const title = `Contributions ${nameOfYear(year)}`
  const bytes = await drawPdf(
    {
      title,
      text: summaryText({ year, currency: book.currency, facts, receipts, version }, client),
      client,
      // It has no links.
      origin: '',
      versionOf: null,
      createdAt: now,
    },
    portalOf(client),
  )
  const versionText = version === 1 ? '' : `, version ${version}`
  const document = {
    accountId,
    type: 'tax',
    name: `${title}, ${facts.payer.name}`.slice(0, 100).concat(versionText, '.pdf'),
    mediaType: 'application/pdf',
    bytes,
    cause,
    addedBy: null,
    at: now,
  } as const
  const about = {
    client: client.name,
    accountId,
    year: nameOfYear(year),
    madeOn: day,
    isAnother: version > 1,
  }
  await storeDocumentInJob({ book: book.name, db, documentFiles }, document, trx =>
    addJob(trx, mailSummaryReady, about, { key: causeOfSummaryMail(about) }),
  )
}
