import * as z from 'zod/mini'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { isBankingDay } from '../../../domain/bank-holidays.ts'
import { addDays, type IsoDate, monthStart } from '../../../domain/dates.ts'
import { dayMs } from '../../../domain/durations.ts'
import { gapsBetween } from '../../payments/server/bank-statements.ts'
import { type PaymentContext, timesOf } from '../../payments/server/payment-context.ts'
import type * as contract from '../bank-month.contract.ts'
import { type MonthFigures, monthFigures } from '../bank-month.contract.ts'
import { signOffRefusal } from '../domain/sign-off.ts'
import { bankAccountOf, type NamedBankAccount } from './bank-account-names.ts'
import {
  findSignedMonth,
  listExpectedRuns,
  listSignedMonths,
  type SignedMonth,
} from './bank-month.queries.ts'
import { firstDayOf, hashOfFigures, monthOf, type ReadMonth, readBankMonth } from './read-bank-month.ts'

type Month = Reply<typeof contract.getBankMonth>

/** A month of a bank account as it is now, and as it was signed off. Throws `not-found`. */
export async function getBankMonth(
  { params: { account: key, month } }: HandlerInput<typeof contract.getBankMonth>,
  context: PaymentContext,
): Promise<Month> {
  return await describeMonth(bankAccountOf(key, context), firstDayOf(month), context)
}

/** More runs than are open at once. */
const maxRuns = 100

export async function describeMonth(
  account: NamedBankAccount,
  from: IsoDate,
  context: PaymentContext,
): Promise<Month> {
  const { db, book, client, today } = context
  const read = await readBankMonth(db, account, from, context)
  const { figures, scope, firstDay } = read
  const [runs, signed, refusal] = await Promise.all([
    listExpectedRuns(db, scope, maxRuns),
    findSignedMonth(db, account.id, from),
    refusalOf(account, read, context),
  ])
  const until = scope.to < today ? scope.to : today
  const first = firstDay === null ? today : firstDay
  return {
    account: {
      key: account.key,
      name: account.name,
      bankCode: account.bankCode,
      numberEnd: account.accountNumber.slice(-4),
    },
    month: monthOf(from),
    currency: book.currency,
    figures,
    figuresHash: hashOfFigures(figures),
    gaps: gapsBetween(
      read.statements.filter(({ opens_on, closed_on }) => (opens_on ?? closed_on) <= scope.to),
      { locale: client.locale, currency: book.currency },
    ),
    runs: runs.map(run => ({
      runId: run.run_id,
      runNumber: run.run_number,
      method: run.method,
      paidOn: run.payment_on,
      payments: run.payments,
      amountMinor: run.amount_minor,
      days: daysBetween(run.payment_on, until),
    })),
    refusal: signed ? null : refusal,
    signed: signed ? signedResponse(signed, figures) : null,
    previous: monthStart(first, 0) < from ? monthOf(monthStart(from, -1)) : null,
    next: from < monthStart(today, 0) ? monthOf(monthStart(from, 1)) : null,
  }
}

/** Why a month that is not signed off cannot be; null if it can. */
export async function refusalOf(
  { id }: NamedBankAccount,
  { scope: { from, to }, figures }: ReadMonth,
  context: PaymentContext,
): Promise<string | null> {
  const { db, today, client } = context
  const [months] = await listSignedMonths(db, [id])
  const expected = months ? monthStart(months.last_month, 1) : from
  return signOffRefusal({
    figures,
    to,
    lastBankingDay: lastBankingDayUntil(to, timesOf(context).calendar),
    today,
    before: from > expected ? expected : null,
    isBeforeFirst: from < expected,
    locale: client.locale,
  })
}

function lastBankingDayUntil(day: IsoDate, calendar: Parameters<typeof isBankingDay>[1]): IsoDate {
  let last = day
  while (!isBankingDay(last, calendar)) last = addDays(last, -1)
  return last
}

export const daysBetween = (from: IsoDate, to: IsoDate): number =>
  Math.max(0, (Date.parse(to) - Date.parse(from)) / dayMs)

function signedResponse(
  { figures: stored, note, signed_by_name: byName, signed_at: at }: SignedMonth,
  now: MonthFigures,
): NonNullable<Month['signed']> {
  // Decoding checks what was stored.
  const figures = z.decode(monthFigures, stored as never)
  return { byName, at: at.toISOString(), note, figures, changes: changesBetween(figures, now) }
}

/** What is different between two states of a month, in the order of its statement. */
function changesBetween(before: MonthFigures, now: MonthFigures): NonNullable<Month['signed']>['changes'] {
  const amountsOf = ({ opening, closing, booked, outstanding }: MonthFigures) => [
    { what: 'opening' as const, amountMinor: opening?.amountMinor ?? 0n },
    ...booked.map(({ kind, amountMinor }) => ({ what: kind, amountMinor })),
    { what: 'closing' as const, amountMinor: closing?.amountMinor ?? 0n },
    ...outstanding.map(({ kind, amountMinor }) => ({ what: kind, amountMinor })),
  ]
  const [old, current] = [amountsOf(before), amountsOf(now)]
  const all = new Set([...old, ...current].map(({ what }) => what))
  const amountIn = (amounts: typeof old, wanted: (typeof old)[number]['what']) =>
    amounts.find(({ what }) => what === wanted)?.amountMinor ?? 0n
  return [...all]
    .map(what => ({ what, beforeMinor: amountIn(old, what), nowMinor: amountIn(current, what) }))
    .filter(({ beforeMinor, nowMinor }) => beforeMinor !== nowMinor)
}
