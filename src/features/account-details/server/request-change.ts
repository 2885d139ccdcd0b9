import type { Kysely } from 'kysely'
import { commandSource, recordCommand } from '../../../server/audit/record-command.ts'
import { type AuthorizedAccount, personOf, sideOf } from '../../../server/auth/actor.ts'
import type { DB } from '../../../server/db/schema.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { mailPeopleChange } from './mail-people-change.ts'
import { insertRequest, type NewRequest } from './relationship-requests.queries.ts'

type Requested = NewRequest extends infer Each
  ? Each extends NewRequest
    ? Omit<Each, 'accountId' | 'requestedBy' | 'at'>
    : never
  : never

/** Asks staff for a change of the account's people and mails the donors. The same request again changes nothing. */
export async function requestChange(
  trx: Kysely<DB>,
  requested: Requested,
  context: Parameters<typeof commandSource>[0] & { account: Pick<AuthorizedAccount, 'accountId'> },
): Promise<void> {
  const { account, actor, client, clock } = context
  const requestId = await insertRequest(trx, {
    ...requested,
    accountId: account.accountId,
    requestedBy: { ...personOf(actor), side: sideOf(actor) },
    at: clock.now(),
  })
  if (requestId === null) return
  await addJob(trx, mailPeopleChange, { client: client.name, change: { event: 'requested', id: requestId } })
  await recordCommand(trx, 'relationship-request-entered', commandSource(context), {
    account: account.accountId,
    request: requestId,
  })
}
