import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import { addDays, asIsoDate, type IsoDate, monthEnd, startOfDay } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'
import { listStatements, type StoredStatement } from '../../payments/server/bank-statements.queries.ts'
import { type PaymentContext, payerOf } from '../../payments/server/payment-context.ts'
import { type MonthFigures, monthFigures } from '../bank-month.contract.ts'
import { bookedKinds, outstandingKinds } from '../domain/bank-items.ts'
import { balancesOfMonth } from '../domain/month-balances.ts'
import type { NamedBankAccount } from './bank-account-names.ts'
import {
  listFirstStatements,
  type MonthScope,
  sumBookedDays,
  sumBookedKinds,
  sumOutstanding,
} from './bank-month.queries.ts'

/** A month that was read: its figures, and what they come from. */
export type ReadMonth = {
  scope: MonthScope
  figures: MonthFigures
  statements: readonly StoredStatement[]
  /** The first day of which a statement of the account speaks; null before the first. */
  firstDay: IsoDate | null
}

/** `2026-11` → its first day. The contract allows no other text. */
export function firstDayOf(month: string): IsoDate {
  const day = asIsoDate(`${month}-01`)
  if (day === null) throw new Error(`${month} is no month`)
  return day
}

export const monthOf = (day: IsoDate): string => day.slice(0, 7)

/** Adds up a month of a bank account, from the statements and from what we recorded. */
export async function readBankMonth(
  db: Kysely<DB>,
  account: NamedBankAccount,
  from: IsoDate,
  context: Pick<PaymentContext, 'book' | 'client' | 'clock' | 'today'>,
): Promise<ReadMonth> {
  const to = monthEnd(from)
  const [statements, firstDay] = await Promise.all([
    listStatements(db, [account.id], from),
    findFirstStatement(db, account.id),
  ])
  const scope = scopeOf(account, { from, to, since: firstDay ?? from }, context)
  // A statement that goes beyond the month, or was open before it, is read back to its days.
  const last = statements.map(({ closed_on }) => closed_on).reduce((one, day) => (day > one ? day : one), to)
  const [kinds, days, outstanding] = await Promise.all([
    sumBookedKinds(db, scope),
    sumBookedDays(db, { bankAccount: account.id, from: addDays(from, -1), to: last }),
    sumOutstanding(db, scope),
  ])
  const { opening, closing } = balancesOfMonth(
    from,
    statements.map(each => ({
      opensOn: each.opens_on,
      closedOn: each.closed_on,
      openingMinor: each.opening_minor,
      closingMinor: each.closing_minor,
    })),
    (after, until) =>
      days
        .filter(({ booked_on }) => after < booked_on && booked_on <= until)
        .reduce((sum, { amount_minor }) => sum + amount_minor, 0n),
  )
  const booked = bookedKinds.flatMap(kind => {
    const found = kinds.find(each => each.kind === kind)
    return found ? [{ kind, items: found.items, amountMinor: found.amount_minor }] : []
  })
  const bookedMinor = booked.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
  return {
    scope,
    statements,
    firstDay,
    figures: {
      opening,
      closing,
      booked,
      differenceMinor:
        opening === null || closing === null ? null : closing.amountMinor - opening.amountMinor - bookedMinor,
      outstanding: outstandingKinds.flatMap(kind => {
        const found = outstanding.find(each => each.kind === kind)
        return found
          ? [{ kind, items: found.items, amountMinor: found.amount_minor, oldestOn: found.oldest_on }]
          : []
      }),
    },
  }
}

function scopeOf(
  { id, isPaying, isReceiving }: NamedBankAccount,
  days: Pick<MonthScope, 'from' | 'to' | 'since'>,
  context: Pick<PaymentContext, 'book' | 'client' | 'clock'>,
): MonthScope {
  const end = startOfDay(addDays(days.to, 1), payerOf(context).client.timeZone)
  // What is recorded at this very moment counts.
  const soon = new Date(context.clock.now().getTime() + 1)
  return { bankAccount: id, ...days, until: end < soon ? end : soon, isPaying, isReceiving }
}

/** Null before the first statement. */
async function findFirstStatement(db: Kysely<DB>, bankAccount: string): Promise<IsoDate | null> {
  const [found] = await listFirstStatements(db, [bankAccount])
  return found?.first ?? null
}

/** The scope of a month without its figures. */
export async function scopeOfMonth(
  db: Kysely<DB>,
  account: NamedBankAccount,
  from: IsoDate,
  context: Pick<PaymentContext, 'book' | 'client' | 'clock'>,
): Promise<MonthScope> {
  const since = (await findFirstStatement(db, account.id)) ?? from
  return scopeOf(account, { from, to: monthEnd(from), since }, context)
}

/** The figures as they are stored, and hashed. */
export const encodeFigures = (figures: MonthFigures): string =>
  JSON.stringify(z.encode(monthFigures, figures))

export const hashOfFigures = (figures: MonthFigures): string =>
  createHash('sha256').update(encodeFigures(figures)).digest('hex')
