import { type Kysely, sql } from 'kysely'
import { clients } from '../../../clients/clients.ts'
import { dateOf, type IsoDate } from '../../../domain/dates.ts'
import { recordChange } from '../../../server/changes/record-change.ts'
import type { DB } from '../../../server/db/schema.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { lockStatus, setStatus } from './account-status.queries.ts'
import { mailAccountStatus } from './mail-account-status.ts'

type Received = { received_by: string; received_by_name: string; signed_on: IsoDate }

/**
 * Makes an entered account active once its contribution document is signed and filed and that contribution has arrived (§16), in the
 * transaction of whichever comes second. Its donors are told. Staff's word for it is that of whoever received the contribution.
 *
 * @returns whether the account became active.
 */
export async function activateWhenComplete(
  trx: Kysely<DB>,
  accountId: string,
  { client: name, at }: { client: string; at: Date },
): Promise<boolean> {
  const stored = await lockStatus(trx, accountId)
  if (stored?.account_status !== 'Entered') return false
  const client = clients[name]
  if (!client) throw new Error(`there is no client ${name}`)
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

/** The first contribution that has arrived and whose document is filed, with the day of the last signature. */
async function firstReceived(
  trx: Kysely<DB>,
  accountId: string,
  timeZone: string,
): Promise<Received | undefined> {
  const { rows } = await sql<Received>`
    select c.received_by, c.received_by_name,
      (select (max(s.decided_at) at time zone ${timeZone})::date from contribution_signer s
        where s.book = d.book and s.contribution_document_id = d.contribution_document_id) as signed_on
    from contribution c join contribution_document d on d.book = c.book and d.contribution_id = c.contribution_id
    where c.account_id = ${accountId} and c.state = 'received' and d.state = 'filed'
    order by c.received_at limit 1`.execute(trx)
  return rows[0]
}
