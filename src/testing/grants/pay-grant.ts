import { clientOfBook } from '../../clients/clients.ts'
import { dateOf, type IsoDate } from '../../domain/dates.ts'
import { findFundOfGrant } from '../../features/grants/server/grants.queries.ts'
import { transitionGrant } from '../../features/grants/server/transition-grant.ts'
import type { TestApp } from '../app.ts'
import type { Person } from '../factories/make-fund.ts'
import { makeRun } from '../payments/make-run.ts'

type PaidBy = { user: Pick<Person['user'], 'userId' | 'firstName' | 'lastName'> }

/** Pays an approved grant in a run of its own that was sent. `by`: who approved the run. Throws as transitionGrant. */
export async function payGrant(
  portal: Pick<TestApp, 'databases' | 'clock'>,
  grantId: string,
  by: PaidBy,
  { book = 'npt', reference = 'GRANT-4711', on }: { book?: string; reference?: string; on?: IsoDate } = {},
): Promise<void> {
  const client = clientOfBook(book)
  const db = portal.databases.book(book)
  const now = portal.clock.now()
  const accountId = (await findFundOfGrant(db, grantId))?.account_id ?? ''
  const { userId, firstName, lastName } = by.user
  const actor = { userId, name: `${firstName} ${lastName}`, side: 'sponsor' as const }
  const settings = {
    client,
    book: client.book,
    today: on ?? dateOf(now, client.timeZone),
    now,
    requireVerification: () => {},
  }
  await db.transaction().execute(async trx => {
    await transitionGrant(trx, accountId, { grantId, transition: 'schedule', actor }, settings)
    const { today } = settings
    const run = { book, grantId, state: 'sent', now, today, approvedBy: userId } as const
    await makeRun(trx, /^GRANT-\d+$/.test(reference) ? { ...run, reference } : run)
    await transitionGrant(
      trx,
      accountId,
      { grantId, transition: 'pay', actor, payment: { method: 'eft', reference } },
      settings,
    )
  })
}
