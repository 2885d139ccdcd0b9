import { Readable } from 'node:stream'
import type { Client } from '../../../clients/client.ts'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type { Block, Inline } from '../../../contract/rich-text.ts'
import { formatDate } from '../../../domain/dates.ts'
import { type Currency, formatMoney } from '../../../domain/money.ts'
import { exportList } from '../../../server/export/export-list.ts'
import { requesterOf } from '../../../server/heavy-work/requester.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { drawPdf } from '../../../server/pdf/draw-pdf.ts'
import type * as contract from '../advisor-dashboard.contract.ts'
import type { ReportAbout, ReportRow, ReportSums, ReportTotal } from '../advisor-dashboard.contract.ts'
import { reportList } from '../dashboard.list.ts'
import type { Context } from './activity-report.ts'
import { getActivityReport } from './get-activity-report.ts'

/** The same as a file. */
export async function saveActivityReport(
  { body }: HandlerInput<typeof contract.saveActivityReport>,
  context: ContextOf<typeof contract.saveActivityReport>,
): Promise<Reply<typeof contract.saveActivityReport>> {
  const { format, ...about } = body
  const report = await getActivityReport(
    { body: about, params: undefined, query: undefined, upload: undefined },
    context,
  )
  const fileName = `activity-${about.from}-${about.to}`
  if (format !== 'pdf')
    return await exportList({
      ...context,
      list: reportList,
      format,
      fileName,
      sheet: 'Activity',
      readPage: async () => ({ data: report.rows, meta: { total: report.rows.length, next: null } }),
    })
  const bytes = await writeReport(report, about, context)
  return {
    name: `${fileName}.pdf`,
    mediaType: 'application/pdf',
    totalRows: null,
    rowsWritten: () => 0,
    bytes: Readable.from([bytes], { objectMode: true }),
  }
}

const text = (content: string): Inline[] => [{ kind: 'text', text: content }]

/** Enough for as many accounts as a report can name. */
const maxReportPages = 400

/** A landscape page has room for these amounts; the workbook has all. */
const amounts = [
  ['Beginning', 'beginningMinor'],
  ['Contributions', 'contributionsMinor'],
  ['Grants', 'grantsMinor'],
  ['Gains', 'gainsMinor'],
  ['Fees', 'feesMinor'],
  ['Ending', 'endingMinor'],
] as const satisfies readonly (readonly [string, keyof ReportSums])[]

async function writeReport(
  { rows, totals }: Reply<typeof contract.getActivityReport>,
  { from, to }: ReportAbout,
  context: Context,
): Promise<Uint8Array> {
  const { client, clock } = context
  const { locale } = client
  const range = `${formatDate(from, locale)} to ${formatDate(to, locale)}`
  return await drawPdf(
    {
      title: `Activity of accounts, ${range}`,
      text: [
        {
          kind: 'paragraph',
          children: text(
            `${rows.length} ${rows.length === 1 ? 'account' : 'accounts'}. Other activity is part of the ending balance, as are returned grants and transfers; the Excel file lists them separately.`,
          ),
        },
        ...totals.flatMap(total => [
          headingOf(`Total in ${total.currency}`),
          totalTable(total, client),
          headingOf(`Accounts in ${total.currency}`),
          accountsTable(
            rows.filter(({ currency }) => currency === total.currency),
            client,
          ),
        ]),
      ],
      client,
      // It has no links.
      origin: '',
      versionOf: null,
      createdAt: clock.now(),
      isLandscape: true,
      maxPages: maxReportPages,
    },
    requesterOf(context),
  )
}

const headingOf = (content: string): Block => ({
  kind: 'heading',
  level: 2,
  id: content.toLowerCase().replaceAll(' ', '-'),
  children: text(content),
})

const amountsOf = (sums: ReportSums, currency: Currency, { locale }: Client): Inline[][] =>
  amounts.map(([, name]) => text(formatMoney(sums[name], currency, locale, { symbol: false })))

const totalTable = (total: ReportTotal, client: Client): Block => ({
  kind: 'table',
  head: ['Accounts', ...amounts.map(([heading]) => heading)].map(text),
  rows: [[text(total.accounts.toLocaleString(client.locale)), ...amountsOf(total, total.currency, client)]],
})

const accountsTable = (rows: readonly ReportRow[], client: Client): Block => ({
  kind: 'table',
  head: ['Account', 'Account ID', 'Donor', 'Household', ...amounts.map(([heading]) => heading)].map(text),
  rows: rows.map(row => [
    text(row.accountName),
    text(String(row.fundId)),
    text(row.donorName),
    text(row.household ?? '–'),
    ...amountsOf(row, row.currency, client),
  ]),
})
