import { books } from '../../clients/clients.ts'
import { dateOf } from '../../domain/dates.ts'
import { checkBooks } from '../../features/audit/checks/server/check-books.ts'
import { listStaffWith } from '../../features/users/server/managers.ts'
import { runDueWork } from '../../server/jobs/due-work.ts'
import { withoutTriggers } from '../database/without-triggers.ts'
import { jobSettings } from '../jobs.ts'
import type { MailWorld } from './mail-world.ts'

/** What those who may answer read when a nightly check found a difference. */
export async function makeCheckMail({ portal, fund }: MailWorld): Promise<void> {
  const { database, databases, documentFiles, clock } = portal
  const book = books.find(({ name }) => name === fund.book)
  if (!book) throw new Error(`no book ${fund.book}`)
  await withoutTriggers(
    database.admin,
    'update account_balance set spendable_minor = spendable_minor + 1 where account_id = $1',
    [fund.accountId],
  )
  const now = clock.now()
  const check = checkBooks({
    ...{ ...jobSettings, realmDb: databases.realm(book.realm) },
    readers: (realmDb, at) => listStaffWith(realmDb, ['AUDIT_VIEW', 'PERIOD_CLOSE'], at),
  })
  const context = { book, db: databases.book(book.name), documentFiles, now, hour: 12 }
  const failed = await runDueWork([check], {
    ...{ ...context, today: dateOf(now, 'America/New_York') },
    signal: new AbortController().signal,
  })
  if (failed.length > 0) throw failed[0]?.error
}
