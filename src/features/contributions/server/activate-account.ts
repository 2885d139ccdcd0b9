import type { Kysely } from 'kysely'
import { clientNamed } from '../../../clients/clients.ts'
import { dateOf } from '../../../domain/dates.ts'
import { recordChange } from '../../../server/changes/record-change.ts'
import type { DB } from '../../../server/db/schema.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { lockAccountRow, setStatus } from '../../accounts/server/account-row.queries.ts'
import { mailAccountStatus } from '../../accounts/server/mail-account-status.ts'
import { isAccountHeld } from '../../screening/server/account-holds.queries.ts'
import { firstReceived } from './contribution-documents.queries.ts'

/**
 * Makes an entered account active once its contribution document is signed and filed and that contribution has arrived (§16), in the
 * transaction of whichever comes second. Its donors are notified. The person who received the contribution is recorded as the author.
 *
 * @returns whether the account became active.
 */
export async function activateWhenComplete(
  trx: Kysely<DB>,
  accountId: string,
  { client: name, at }: { client: string; at: Date },
): Promise<boolean> {
  const stored = await lockAccountRow(trx, accountId)
  if (stored?.account_status !== 'Entered' || (await isAccountHeld(trx, accountId))) return false
  const client = clientNamed(name)
  const received = await firstReceived(trx, accountId, client.timeZone)
  if (!received) return false
  const openedDate = dateOf(at, client.timeZone)
  const revision = stored.revision + 1
  const accountStatus = 'Active'
  await setStatus(trx, accountId, {
    accountStatus,
    openedDate,
    closedDate: null,
    successorAccountId: null,
    revision,
  })
  await recordChange(trx, {
    subject: 'account',
    subjectId: accountId,
    accountId,
    kind: 'account-status-set',
    revision,
    before: { accountStatus: stored.account_status, openedDate: null, closedDate: null },
    after: {
      accountStatus,
      effectiveDate: openedDate,
      documentSignedDate: received.signed_on,
      openedDate,
      closedDate: null,
      successorFundId: null,
      reason: 'Its contribution document is signed, and the first contribution has arrived.',
    },
    author: {
      userId: received.received_by,
      name: received.received_by_name,
      side: 'sponsor',
      onBehalfOf: null,
      sessionId: null,
      address: '',
    },
    at,
  })
  await addJob(trx, mailAccountStatus, { client: name, accountId, revision, accountStatus })
  return true
}
