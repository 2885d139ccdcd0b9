import type { Kysely } from 'kysely'
import type { Client } from '../../../clients/client.ts'
import type { Clock } from '../../../domain/clock.ts'
import { type Actor, type AuthorizedAccount, personOf, sideOf } from '../../../server/auth/actor.ts'
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
  {
    account,
    actor,
    client,
    clock,
  }: { account: Pick<AuthorizedAccount, 'accountId'>; actor: Actor; client: Client; clock: Clock },
): Promise<void> {
  const requestId = await insertRequest(trx, {
    ...requested,
    accountId: account.accountId,
    requestedBy: { ...personOf(actor), side: sideOf(actor) },
    at: clock.now(),
  })
  if (requestId !== null)
    await addJob(trx, mailPeopleChange, {
      client: client.name,
      change: { event: 'requested', id: requestId },
    })
}
