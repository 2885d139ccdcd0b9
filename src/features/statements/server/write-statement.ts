import type { Client } from '../../../clients/client.ts'
import { headingOf, type ListColumn, type ListStyle } from '../../../contract/list.ts'
import type { Block, Inline, RichText } from '../../../contract/rich-text.ts'
import { formatDate, formatInstant } from '../../../domain/dates.ts'
import { type Currency, formatMoney } from '../../../domain/money.ts'
import type { Requester } from '../../../server/heavy-work/fair-queue.ts'
import { drawPdf } from '../../../server/pdf/draw-pdf.ts'
import { sponsorLines } from '../../../server/pdf/rich-text-parts.ts'
import { explanationOf } from '../../fund-activity/domain/explain-entry.ts'
import { sectionRule } from '../../fund-activity/domain/sections.ts'
import type { ActivityRow } from '../../fund-activity/fund-activity.contract.ts'
import { sectionList } from '../../fund-activity/fund-activity.list.ts'
import type { StatementFigures, StatementSection } from './statement-figures.ts'

type StatementAbout = {
  account: { accountName: string; fundId: string }
  currency: Currency
  client: Client
  /** Of the book, which another client may show. */
  sponsor: Client['sponsor']
}

/** Enough for as many rows as a statement lists, each of three lines. */
const maxStatementPages = 400

/** The statement of an account over any range as a tagged PDF in the client's look. Equal figures give equal bytes. */
export async function writeStatement(
  figures: StatementFigures,
  about: StatementAbout,
  requester: Requester,
): Promise<Uint8Array> {
  const { client } = about
  const { from, to } = figures.range
  return await drawPdf(
    {
      title: `Statement, ${formatDate(from, client.locale)} to ${formatDate(to, client.locale)}`,
      text: statementText(figures, about),
      client,
      // It has no links.
      origin: '',
      versionOf: null,
      createdAt: figures.recordedAt,
      maxPages: maxStatementPages,
    },
    requester,
  )
}

function statementText(figures: StatementFigures, about: StatementAbout): RichText {
  const { account, client, currency, sponsor } = about
  const { locale } = client
  return [
    sponsorLines(sponsor),
    { kind: 'paragraph', children: [{ kind: 'strong', children: [text(account.accountName)] }] },
    paragraph(
      `Account ${account.fundId}. All amounts are in ${currency}; amounts in parentheses reduce the balance. ` +
        `This statement includes transactions recorded through ${formatInstant(figures.recordedAt, client)}.`,
    ),
    heading('Summary'),
    summaryTable(figures, about),
    heading('What Makes Up the Balance'),
    balanceTable(figures, about),
    ...figures.sections
      .filter(({ details }) => details > 0)
      .flatMap(section => [
        heading(sectionRule(section.section).heading),
        section.rows === null
          ? paragraph(
              `There are ${section.details.toLocaleString(locale)} entries, which are too many to list here. ` +
                'Log in and open Fund Activity to see or export them all.',
            )
          : sectionTable(section.rows, section, { locale, currency, timeZone: client.timeZone }),
      ]),
  ]
}

const text = (words: string): Inline => ({ kind: 'text', text: words })
const strong = (words: string): Inline[] => [{ kind: 'strong', children: [text(words)] }]
const paragraph = (words: string): Block => ({ kind: 'paragraph', children: [text(words)] })
const heading = (words: string): Block => ({
  kind: 'heading',
  level: 2,
  id: words.toLowerCase().replaceAll(' ', '-'),
  children: [text(words)],
})

/** From the beginning balance through what changed it to the ending balance, then what is part of it, in the order of §2.6. */
function summaryTable({ sections, range }: StatementFigures, { client, currency }: StatementAbout): Block {
  const dayOf = { beginning: range.from, ending: range.to, part: range.to, flow: null }
  return {
    kind: 'table',
    head: [[text('Section')], [text(`Amount (${currency})`)]],
    rows: sections.map(({ section, totalMinor }) => {
      const rule = sectionRule(section)
      const amount = formatMoney(totalMinor, currency, client.locale, { symbol: false })
      const day = dayOf[rule.role]
      const name = day === null ? rule.heading : `${rule.heading} on ${formatDate(day, client.locale)}`
      if (rule.role === 'part') return [[text(`${name} (part of the ending balance)`)], [text(amount)]]
      return rule.role === 'flow' ? [[text(name)], [text(amount)]] : [strong(name), strong(amount)]
    }),
  }
}

function balanceTable({ summary, range }: StatementFigures, { client, currency }: StatementAbout): Block {
  const amount = (minor: bigint) => formatMoney(minor, currency, client.locale, { symbol: false })
  return {
    kind: 'table',
    head: [[text(`On ${formatDate(range.to, client.locale)}`)], [text(`Amount (${currency})`)]],
    rows: [
      [[text('Ending Balance')], [text(amount(summary.endingMinor))]],
      [[text('Less Pending Grants')], [text(amount(-summary.pendingMinor))]],
      [[text('Less Excluded Assets')], [text(amount(-summary.excludedMinor))]],
      [strong('Available Balance'), strong(amount(summary.availableMinor))],
    ],
  }
}

function sectionTable(
  rows: readonly ActivityRow[],
  { section, totalMinor }: StatementSection,
  style: ListStyle,
): Block {
  // What files have in columns of their own is part of the entry's name here.
  const columns = sectionList(section).columns.filter(({ onScreen }) => onScreen !== 'never')
  const namedBy = columns.find(({ isRowHeading }) => isRowHeading)?.key
  const hasComments = columns.some(({ key }) => key === 'comment')
  const total = columns.map((_column, index) => {
    if (index === 0) return strong('Total')
    return index === columns.length - 1 ? strong(money(totalMinor, style)) : []
  })
  return {
    kind: 'table',
    head: columns.map(column => [text(headingOf(column, style))]),
    rows: [
      ...rows.map(row =>
        columns.map(column => [
          text(
            column.key === namedBy && !hasComments
              ? withExplanation(cellOf(column, row, style), row, style)
              : cellOf(column, row, style),
          ),
        ]),
      ),
      total,
    ],
  }
}

function withExplanation(name: string, row: ActivityRow, { locale }: ListStyle): string {
  const explanation = explanationOf(row, locale)
  return explanation === null ? name : `${name}. ${explanation}`
}

const money = (amountMinor: bigint, { currency, locale }: ListStyle) =>
  formatMoney(amountMinor, currency, locale, { symbol: false })

function cellOf(column: ListColumn<ActivityRow>, row: ActivityRow, style: ListStyle): string {
  if (column.key === 'effectiveDate') return formatDate(row.effectiveDate, style.locale, 'short')
  if (column.key === 'amount') return money(row.amount, style)
  return String(column.value(row, style) ?? '')
}
