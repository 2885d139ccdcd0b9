import type { Client } from '../../../clients/client.ts'
import { clientOfBook } from '../../../clients/clients.ts'
import { bankCalendarOf } from '../../../domain/bank-holidays.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import type { DueWork, DueWorkContext } from '../../../server/jobs/due-work.ts'
import { isClosed } from '../../ledger/server/closed-months.queries.ts'
import { lastQuarterDue, type Quarter, quarterDueOn } from '../domain/quarters.ts'
import { mailStatementReady } from './mail-statement-ready.ts'
import { accountsWithoutStatement, type StatementAccount } from './statements.queries.ts'
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
    const quarter = await quarterToMake(context, client)
    if (quarter === null) return
    const errors: unknown[] = []
    let after: string | null = null
    for (;;) {
      const accounts = await accountsWithoutStatement(context.db, quarter, after, batchSize)
      const last = accounts.at(-1)
      if (!last) break
      after = last.account_id
      for (const account of accounts) {
        context.signal.throwIfAborted()
        await makeStatement(context, client, account, quarter).catch((error: unknown) => errors.push(error))
      }
    }
    const [first] = errors
    if (errors.length > 0)
      throw new AggregateError(errors, `${errors.length} statements failed, the first with: ${String(first)}`)
  },
}

/** Whether the quarterly statements of a book wait until their quarter is closed. */
export function statementsWaitForClose(book: string): boolean {
  const client = clientOfBook(book)
  return client.statementsAfterClose
}

/**
 * The quarter that is due on the day; where statements wait for its close, the last one that was due, on the days after its last month was
 * closed. Null if there is none.
 */
async function quarterToMake({ db, day, book }: DueWorkContext, client: Client): Promise<Quarter | null> {
  const calendar = bankCalendarOf(client.defaultPhoneCountry)
  if (!statementsWaitForClose(book.name)) return quarterDueOn(day, calendar)
  const quarter = lastQuarterDue(day, calendar)
  return (await isClosed(db, quarter.to)) ? quarter : null
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
