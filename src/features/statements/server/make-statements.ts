import type { Kysely } from 'kysely'
import type { Client } from '../../../clients/client.ts'
import { clientOfBook } from '../../../clients/clients.ts'
import { bankCalendarOf } from '../../../domain/bank-holidays.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import type { DueWork, DueWorkContext } from '../../../server/jobs/due-work.ts'
import { hasOwnClose, isClosed } from '../../ledger/server/closed-months.queries.ts'
import { lastQuarterDue, type Quarter, quarterBefore, quarterDueOn } from '../domain/quarters.ts'
import { mailStatementReady } from './mail-statement-ready.ts'
import {
  accountsWithoutStatement,
  countWaitingStatements,
  type StatementAccount,
} from './statements.queries.ts'
import { storeStatement } from './store-statement.ts'

const batchSize = 200

/**
 * Makes the statement of each account for the calendar quarter that is due on the day. Each is stored once, whatever was
 * interrupted. An account that fails stops no other; the day is tried again later.
 */
export const quarterlyStatements: DueWork = {
  name: 'quarterly-statements',
  run: async context => {
    const client = clientOfBook(context.book.name)
    const errors: unknown[] = []
    for (const quarter of await quartersToMake(context, client))
      errors.push(...(await makeQuarter(context, client, quarter)))
    const [first] = errors
    if (errors.length > 0)
      throw new AggregateError(errors, `${errors.length} statements failed, the first with: ${String(first)}`)
  },
}

/** Makes the statements of a quarter that are missing. Returns the errors of those that failed. */
async function makeQuarter(context: DueWorkContext, client: Client, quarter: Quarter): Promise<unknown[]> {
  const errors: unknown[] = []
  let after: string | null = null
  for (;;) {
    const accounts = await accountsWithoutStatement(context.db, quarter, after, batchSize)
    const last = accounts.at(-1)
    if (!last) return errors
    after = last.account_id
    for (const account of accounts) {
      context.signal.throwIfAborted()
      await makeStatement(context, client, account, quarter).catch((error: unknown) => errors.push(error))
    }
  }
}

/** Whether the quarterly statements of a book wait until their quarter is closed. */
export function statementsWaitForClose(book: string): boolean {
  const client = clientOfBook(book)
  return client.statementsAfterClose
}

const calendarOf = (client: Client) => bankCalendarOf(client.defaultPhoneCountry)

/** A book may be closed so many quarters late, and each still has its statements. */
const maxQuartersLate = 4

/**
 * The quarter that is due on the day; where statements wait for its close, those that are due and closed: the last one, and earlier ones whose
 * own last month was closed, because the first close of a book closes years in which it had no statements.
 */
async function quartersToMake({ db, day, book }: DueWorkContext, client: Client): Promise<Quarter[]> {
  if (!statementsWaitForClose(book.name)) {
    const quarter = quarterDueOn(day, calendarOf(client))
    return quarter === null ? [] : [quarter]
  }
  const found: Quarter[] = []
  let quarter = lastQuarterDue(day, calendarOf(client))
  if (await isClosed(db, quarter.to)) found.push(quarter)
  for (let late = 1; late < maxQuartersLate; late += 1) {
    quarter = quarterBefore(quarter.from)
    if (await hasOwnClose(db, quarter.to)) found.unshift(quarter)
  }
  return found
}

/** The quarter whose statements are due and wait until it is closed, and how many; null where none waits. */
export async function findWaitingStatements(
  db: Kysely<DB>,
  { book, today }: { book: string; today: IsoDate },
): Promise<{ quarter: Quarter; accounts: number } | null> {
  if (!statementsWaitForClose(book)) return null
  const quarter = lastQuarterDue(today, calendarOf(clientOfBook(book)))
  const accounts = await countWaitingStatements(db, quarter)
  return accounts === 0 ? null : { quarter, accounts }
}

async function makeStatement(
  { book, db, documentFiles, now }: DueWorkContext,
  client: Client,
  account: StatementAccount,
  quarter: Quarter,
): Promise<void> {
  if (documentFiles === null) throw new Error('the worker has no store of documents')
  await storeStatement({ book: book.name, db, documentFiles }, account, {
    ...{ client, currency: book.currency, quarter, now },
    announce: (trx, documentId) =>
      addJob(trx, mailStatementReady, { client: client.name, documentId }, { key: documentId }),
  })
}
