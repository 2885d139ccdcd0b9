import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { Client } from '../../../clients/client.ts'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import type { Block, Inline } from '../../../contract/rich-text.ts'
import { addDays, formatDate } from '../../../domain/dates.ts'
import { keysOf } from '../../../domain/keys-of.ts'
import { formatMoney } from '../../../domain/money.ts'
import type { DB } from '../../../server/db/schema.ts'
import { exportList } from '../../../server/export/export-list.ts'
import { requesterOf } from '../../../server/heavy-work/requester.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { drawPdf } from '../../../server/pdf/draw-pdf.ts'
import { displayName } from '../../accounts/domain/account-name.ts'
import { sectionNumbers, sectionRule } from '../../fund-activity/domain/sections.ts'
import { validateRange } from '../../fund-activity/server/show-statement.ts'
import { type AccountSectionSum, sumSectionsOfMany } from '../../fund-activity/server/subtotals.queries.ts'
import type {
  getActivityReport,
  ReportAbout,
  ReportRow,
  ReportSums,
  ReportTotal,
  saveActivityReport,
} from '../advisor-dashboard.contract.ts'
import { reportList } from '../dashboard.list.ts'
import { ownAccounts } from './dashboard.queries.ts'
import { booksOf, searchOf } from './show-dashboard.ts'

type Context = ContextOf<typeof getActivityReport>

/**
 * The activity of accounts over a range (§2.6): the chosen ones, or all that the filter shows. Throws `not-found` if one of them is
 * not the caller's, or the caller may not see every section.
 */
export async function showReport(
  { body }: HandlerInput<typeof getActivityReport>,
  context: Context,
): Promise<Reply<typeof getActivityReport>> {
  const { actor, today, client } = context
  if (!sectionNumbers.every(section => actor.actions.has(sectionRule(section).permission)))
    throw new Problem('not-found')
  const range = validateRange(body, today)
  const search = searchOf(
    {
      keywords: body.filter.keywords,
      household: body.filter.household ?? undefined,
      status: body.filter.status ?? undefined,
      waiting: body.filter.waiting,
    },
    context,
  )
  const rows: ReportRow[] = []
  for (const { db, currency } of booksOf(context)) {
    const chosen =
      body.accounts?.filter(each => each.currency === currency).map(({ fundId }) => fundId) ?? null
    const found = chosen?.length === 0 ? [] : await ownAccounts(db, search, chosen)
    if (chosen !== null && found.length !== new Set(chosen).size) throw new Problem('not-found')
    const sums = await sumsOf(
      db,
      found.map(row => row.account_id),
      range,
    )
    for (const row of found)
      rows.push({
        id: row.account_id,
        fundId: Number(row.fund_id),
        currency,
        accountName: displayName(row.account_name, row.account_status, client.showsClosedStatus),
        household: row.household_name,
        ...reportSums(sums.get(row.account_id) ?? []),
      })
  }
  return { rows, totals: totalsOf(rows) }
}

async function sumsOf(
  db: Kysely<DB>,
  accountIds: readonly string[],
  { from, to }: Pick<ReportAbout, 'from' | 'to'>,
): Promise<Map<string, AccountSectionSum[]>> {
  const found = new Map<string, AccountSectionSum[]>()
  if (accountIds.length === 0) return found
  for (const sum of await sumSectionsOfMany(db, accountIds, addDays(from, -1), to)) {
    const ofAccount = found.get(sum.account_id)
    if (ofAccount) ofAccount.push(sum)
    else found.set(sum.account_id, [sum])
  }
  return found
}

/** Beginning + what changed it = ending; ending − pending − excluded = available. */
function reportSums(sums: readonly AccountSectionSum[]): ReportSums {
  const all = (amount: (sum: AccountSectionSum) => bigint) =>
    sums.reduce((total, sum) => total + amount(sum), 0n)
  const within = (section: number) => sums.find(sum => sum.section === section)?.within_minor ?? 0n
  const beginningMinor = all(sum => sum.before_minor)
  const endingMinor = beginningMinor + all(sum => sum.within_minor)
  const pendingMinor = all(sum => sum.pending_minor)
  const excludedMinor = all(sum => sum.excluded_minor)
  return {
    beginningMinor,
    contributionsMinor: within(1),
    grantsMinor: within(2),
    gainsMinor: within(3),
    otherMinor: within(4),
    feesMinor: within(5),
    returnedMinor: within(6),
    transfersInMinor: within(7),
    transfersOutMinor: within(8),
    endingMinor,
    pendingMinor,
    excludedMinor,
    availableMinor: endingMinor - pendingMinor - excludedMinor,
  }
}

const noSums = reportSums([])
const sumNames = keysOf(noSums)

function totalsOf(rows: readonly ReportRow[]): ReportTotal[] {
  const totals = new Map<ReportRow['currency'], ReportTotal>()
  for (const row of rows) {
    const total = totals.get(row.currency) ?? { currency: row.currency, accounts: 0, ...noSums }
    total.accounts += 1
    for (const name of sumNames) total[name] += row[name]
    totals.set(row.currency, total)
  }
  return [...totals.values()]
}

/** The same as a file. */
export async function saveReport(
  { body }: HandlerInput<typeof saveActivityReport>,
  context: ContextOf<typeof saveActivityReport>,
): Promise<Reply<typeof saveActivityReport>> {
  const { format, ...about } = body
  const report = await showReport(
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
/** A page has room for these columns; the workbook has all. */
const pdfColumns = [
  ['Beginning', 'beginningMinor'],
  ['Contributions', 'contributionsMinor'],
  ['Grants', 'grantsMinor'],
  ['Gains', 'gainsMinor'],
  ['Fees', 'feesMinor'],
  ['Ending', 'endingMinor'],
] as const satisfies readonly (readonly [string, keyof ReportSums])[]

async function writeReport(
  { rows, totals }: Reply<typeof getActivityReport>,
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
            `${rows.length} ${rows.length === 1 ? 'account' : 'accounts'}. Other activity, returned grants and transfers are part of the ending balance; the workbook lists them too.`,
          ),
        },
        ...totals.flatMap(total => [
          headingOf(`Total in ${total.currency}`),
          tableOf([{ ...total, accountName: 'Total' }], client, total.currency),
          headingOf(`Accounts in ${total.currency}`),
          tableOf(
            rows.filter(({ currency }) => currency === total.currency),
            client,
            total.currency,
          ),
        ]),
      ],
      client,
      // It has no links.
      origin: '',
      versionOf: null,
      createdAt: clock.now(),
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

const tableOf = (
  rows: readonly (ReportSums & { accountName: string })[],
  { locale }: Client,
  currency: ReportRow['currency'],
): Block => ({
  kind: 'table',
  head: ['Account', ...pdfColumns.map(([heading]) => heading)].map(text),
  rows: rows.map(row => [
    text(row.accountName),
    ...pdfColumns.map(([, name]) => text(formatMoney(row[name], currency, locale, { symbol: false }))),
  ]),
})
