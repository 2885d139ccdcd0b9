import type { Kysely } from 'kysely'
import { z } from 'zod'
import { clientOfBook } from '../../../clients/clients.ts'
import type { Clock } from '../../../domain/clock.ts'
import { dateOf } from '../../../domain/dates.ts'
import { recordChange } from '../../../server/changes/record-change.ts'
import type { DB } from '../../../server/db/schema.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { realmTask } from '../../../server/jobs/task.ts'
import { lockAccountRow, setStatus } from '../../accounts/server/account-row.queries.ts'
import { mailAccountStatus } from '../../accounts/server/mail-account-status.ts'
import { type AccountToHold, listAccountsToHold } from './account-holds.queries.ts'

/** Runs right after a finding about a person was confirmed, in all books of the realm. The job that screens everybody does the same. */
export const holdAccounts = realmTask('hold-accounts', z.object({}), async (_payload, { books, clock }) => {
  for (const { name, db } of books) await holdAccountsOfBook(db, name, clock)
})

/**
 * Makes the active accounts of the book that are held immobile, as staff do it for another reason: its people read and are mailed the same.
 * The database holds them already (`account_is_held`), and keeps them so.
 */
export async function holdAccountsOfBook(db: Kysely<DB>, book: string, clock: Clock): Promise<void> {
  for (const account of await listAccountsToHold(db))
    await db.transaction().execute(trx => holdAccount(trx, account, { book, at: clock.now() }))
}

/** The change is the one of the person who decided. Its reason is read by staff who may not know about the finding. */
async function holdAccount(
  trx: Kysely<DB>,
  { accountId, userId, name }: AccountToHold,
  { book, at }: { book: string; at: Date },
): Promise<void> {
  const client = clientOfBook(book)
  const stored = await lockAccountRow(trx, accountId)
  if (stored?.account_status !== 'Active') return
  const revision = stored.revision + 1
  const dates = { openedDate: stored.opened_on, closedDate: null }
  await setStatus(trx, accountId, {
    ...{ accountStatus: 'Immobile', successorAccountId: null, revision },
    ...dates,
  })
  await recordChange(trx, {
    ...{ subject: 'account', subjectId: accountId, accountId, kind: 'account-status-set', revision },
    before: { accountStatus: stored.account_status, ...dates },
    after: {
      accountStatus: 'Immobile',
      effectiveDate: dateOf(at, client.timeZone),
      documentSignedDate: null,
      successorFundId: null,
      ...dates,
      reason: 'Held by the sponsor',
    },
    author: { userId, name, side: 'sponsor', onBehalfOf: null, sessionId: null, address: '' },
    at,
  })
  const mail = { client: client.name, accountId, revision, accountStatus: 'Immobile' } as const
  await addJob(trx, mailAccountStatus, mail)
}
