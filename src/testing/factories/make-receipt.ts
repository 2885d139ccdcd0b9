import { isoDate } from '../../domain/dates.ts'
import { issueReceipt } from '../../features/contributions/server/issue-receipt.ts'
import { setReceived } from '../../features/contributions/server/payers.queries.ts'
import type { TestApp } from '../app.ts'
import { jobSettings } from '../jobs.ts'
import type { MadeAccount } from './make-account.ts'
import { makeContribution } from './make-contribution.ts'
import { makeExpectedContribution } from './make-contribution-document.ts'

/** Receives a contribution of 500.00 from Ada Finch, and issues its receipt as the job does, without a document. */
export async function makeReceipt(
  portal: Pick<TestApp, 'databases' | 'signatures'>,
  account: Pick<MadeAccount, 'book' | 'accountId'>,
): Promise<{ contributionId: string }> {
  const { contributionId } = await makeExpectedContribution(portal, account)
  const entryId = await makeContribution(portal.databases, account, 500_00n)
  const db = portal.databases.book(account.book)
  await setReceived(db, contributionId, {
    by: { userId: account.accountId, name: 'Prudence Gale' },
    giftDate: isoDate('2026-01-15'),
    payer: { kind: 'individual', name: 'Ada Finch', address: null, acceptanceReason: null },
    method: 'check',
    entryId,
    at: new Date(),
  })
  await issueReceipt.run(
    { contributionId },
    {
      ...jobSettings,
      ...{ db, origin: { book: account.book }, mailer: null, signal: new AbortController().signal },
    },
  )
  return { contributionId }
}
