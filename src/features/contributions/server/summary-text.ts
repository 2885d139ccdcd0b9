import type { Client } from '../../../clients/client.ts'
import type { RichText } from '../../../contract/rich-text.ts'
import { type BankCalendar, bankingDayAfter } from '../../../domain/bank-holidays.ts'
import {
  addDays,
  addMonths,
  type DateRange,
  formatDate,
  type IsoDate,
  isoDate,
} from '../../../domain/dates.ts'
import { type Currency, formatMoney } from '../../../domain/money.ts'
import { heading, table, text } from '../../../server/pdf/blocks.ts'
import { assetText } from '../domain/contribution.ts'
import type { Receipt, ReceiptFacts } from './receipt-text.ts'

/** Checks of the last days of a year have come, and were received, on this banking day after its end. */
const summaryBankingDay = 20

/** How many tax years have summaries: what is received or corrected later changes none. */
const yearsWithSummaries = 6

/** The tax years whose summaries are due by a day, the latest first. `startsOn`: their first day, `01-01` or `04-06`. */
export function taxYearsDueBy(day: IsoDate, startsOn: string, calendar: BankCalendar): DateRange[] {
  const year = Number(day.slice(0, 4))
  const start = isoDate(`${day.slice(5) < startsOn ? year - 1 : year}-${startsOn}`)
  return Array.from({ length: yearsWithSummaries }, (_, ago) => ({
    from: addMonths(start, -12 * (ago + 1)),
    to: addDays(addMonths(start, -12 * ago), -1),
  })).filter(({ to }) => bankingDayAfter(to, summaryBankingDay, calendar) <= day)
}

/** `2026`, or `2026-27` for a tax year that is not the calendar's. */
export const nameOfYear = ({ from, to }: DateRange): string =>
  from.slice(0, 4) === to.slice(0, 4) ? from.slice(0, 4) : `${from.slice(0, 4)}-${to.slice(2, 4)}`

type Summary = {
  year: DateRange
  currency: Currency
  /** What the payer's receipts say of them, of the account and of the sponsor. */
  facts: Pick<ReceiptFacts, 'sponsor' | 'payer' | 'accountName' | 'fundId'>
  /** Those that are valid, in the order of their dates of gift; none where all have ended. */
  receipts: readonly Receipt[]
  /** Above 1: it takes the place of the version before. */
  version: number
}

/** What a payer gave to an account in a tax year. Securities are described and have no value. */
export function summaryText(
  { year, currency, facts, receipts, version }: Summary,
  { locale }: Pick<Client, 'locale'>,
): RichText {
  const { sponsor, payer, accountName, fundId } = facts
  const totalMinor = receipts.reduce((sum, { amountMinor }) => sum + (amountMinor ?? 0n), 0n)
  const hasMoney = receipts.some(({ amountMinor }) => amountMinor !== null)
  return [
    table(
      ['Summary', nameOfYear(year)],
      [
        ['From', sponsor.legalName],
        ['Payer', payer.name],
        ['Account', `${accountName}, Account ID ${fundId}`],
        ['Dates of gift', `${formatDate(year.from, locale)} to ${formatDate(year.to, locale)}`],
        ...(version === 1
          ? []
          : [['Version', `${version}, which takes the place of version ${version - 1}`]]),
      ],
    ),
    heading('Contributions', 'contributions'),
    receipts.length === 0
      ? { kind: 'paragraph', children: text('No receipt of this year is valid any more.') }
      : table(
          ['Date of gift', 'Receipt', `Contribution (${currency})`],
          [
            ...receipts.map(receipt => [
              formatDate(receipt.giftDate, locale, 'short'),
              receipt.number,
              whatOf(receipt, locale),
            ]),
            ...(hasMoney ? [['Total of money', '', formatMoney(totalMinor, currency, locale)]] : []),
          ],
        ),
    {
      kind: 'paragraph',
      children: text(
        'This summary lists the receipts that are valid on the day it was made, and replaces none of them. Securities are described, and no value is stated for them.',
      ),
    },
  ]
}

const whatOf = ({ amountMinor, currency, facts }: Receipt, locale: string): string =>
  amountMinor === null
    ? facts.assets.map(asset => assetText(asset, locale)).join('; ')
    : formatMoney(amountMinor, currency, locale)
