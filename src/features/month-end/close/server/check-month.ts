import { createHash } from 'node:crypto'
import { paymentSettingsOf } from '../../../../clients/payment-settings-of.ts'
import { addDays, formatDate, type IsoDate, startOfDay } from '../../../../domain/dates.ts'
import { bankAccountsOf } from '../../../reconciliation/server/bank-account-names.ts'
import { findSignedMonth } from '../../../reconciliation/server/bank-month.queries.ts'
import { quarterBefore } from '../../../statements/domain/quarters.ts'
import { statementsWaitForClose } from '../../../statements/server/make-statements.ts'
import { accountsWithoutStatement } from '../../../statements/server/statements.queries.ts'
import {
  addMonthsTo,
  firstDayOf,
  lastDayOf,
  lastMonth,
  type Month,
  monthName,
  monthOf,
} from '../../domain/months.ts'
import { type CloseCheck, type CloseCheckName, closeRefusal, needsNote } from '../domain/close-checks.ts'
import type { MonthToClose } from '../month-close.contract.ts'
import type { CloseContext } from './close-context.ts'
import { type CloseRow, countOpenWork } from './month-close.queries.ts'

type CheckContext = Pick<CloseContext, 'db' | 'book' | 'client' | 'today'>

/** The month that follows the last closed one; before the first, the last that is over. With its check list as it is now. */
export async function nextToClose(closes: readonly CloseRow[], context: CheckContext): Promise<MonthToClose> {
  const { today, client } = context
  const last = closes.find(({ reopened_at }) => reopened_at === null)
  const month = last === undefined ? lastMonth(today) : addMonthsTo(monthOf(last.month), 1)
  const checks = await checkMonth(month, context)
  return {
    month,
    checks,
    checksHash: hashOf(month, checks),
    refusal:
      lastDayOf(month) >= today ? `${monthName(month, client.locale)} isn’t over yet.` : closeRefusal(checks),
    needsNote: needsNote(checks),
    isFirst: last === undefined,
  }
}

const hashOf = (month: Month, checks: readonly CloseCheck[]): string =>
  createHash('sha256')
    .update(JSON.stringify([month, checks]))
    .digest('hex')

async function checkMonth(month: Month, context: CheckContext): Promise<CloseCheck[]> {
  const { db, client } = context
  const lastDay = lastDayOf(month)
  const open = await countOpenWork(db, lastDay, startOfDay(addDays(lastDay, 1), client.timeZone))
  const none = (
    name: CloseCheckName,
    count: bigint,
    done: string,
    one: string,
    many: string,
  ): CloseCheck => ({
    name,
    isDone: count === 0n,
    detail: count === 0n ? done : count === 1n ? one : many.replace('#', count.toLocaleString(client.locale)),
  })
  return [
    await checkBank(month, context),
    none(
      'suspense',
      open.suspense_items,
      'All that the bank credited by then is matched.',
      'One credit of the bank is still in suspense.',
      '# credits of the bank are still in suspense.',
    ),
    none(
      'batches',
      open.batches,
      'No batch with a day of the month waits.',
      'A batch with a day of the month is not posted yet.',
      '# batches with a day of the month are not posted yet.',
    ),
    none(
      'requests',
      open.requests,
      'All commands of the month are decided.',
      'One command of the month waits for a second person.',
      '# commands of the month wait for a second person.',
    ),
    none(
      'runs',
      open.runs,
      'All runs that were sent by then are answered.',
      'One run that was sent by then has payments that the bank has not confirmed.',
      '# runs that were sent by then have payments that the bank has not confirmed.',
    ),
    checkLedger(open.differences, open.checked_on, context),
    ...(await checkStatements(month, context)),
  ]
}

async function checkBank(month: Month, context: CheckContext): Promise<CloseCheck> {
  const accounts = paymentSettingsOf(context) === null ? [] : bankAccountsOf(context)
  const missing: string[] = []
  for (const { id, name } of accounts)
    if (!(await findSignedMonth(context.db, id, firstDayOf(month)))) missing.push(name)
  return {
    name: 'bank',
    isDone: missing.length === 0,
    detail:
      accounts.length === 0
        ? 'This book has no bank account.'
        : missing.length === 0
          ? 'Each bank account is signed off for the month.'
          : `Not signed off for the month: ${missing.join(', ')}.`,
  }
}

function checkLedger(differences: bigint, checkedOn: IsoDate | null, { client }: CheckContext): CloseCheck {
  return {
    name: 'ledger',
    isDone: differences === 0n && checkedOn !== null,
    detail:
      differences > 0n
        ? 'A nightly check found differences that no one has answered. Answer it on the page Audit Log.'
        : checkedOn === null
          ? 'The book has not been checked yet. Its first check comes within minutes, and one each night after that.'
          : `The last check, ${formatDate(checkedOn, client.locale)}, left nothing to answer.`,
  }
}

/** The statements of a quarter that ends with the month. */
async function checkStatements(month: Month, context: CheckContext): Promise<CloseCheck[]> {
  const quarter = quarterBefore(firstDayOf(addMonthsTo(month, 1)))
  if (quarter.to !== lastDayOf(month)) return []
  if (statementsWaitForClose(context.book.name))
    return [
      { name: 'statements', isDone: true, detail: 'They are made in the night after the month is closed.' },
    ]
  const isDone = (await accountsWithoutStatement(context.db, quarter, null, 1)).length === 0
  return [
    {
      name: 'statements',
      isDone,
      detail: isDone ? 'Each account has its statement.' : 'Accounts have no statement of the quarter yet.',
    },
  ]
}
