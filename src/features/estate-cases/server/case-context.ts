import { isIP } from 'node:net'
import type { Kysely } from 'kysely'
import type { Client } from '../../../clients/client.ts'
import { Problem } from '../../../contract/problems.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import type { Actor } from '../../../server/auth/actor.ts'
import { type ChangeAuthor, changeAuthor } from '../../../server/changes/record-change.ts'
import type { DB, EstateEvent } from '../../../server/db/schema.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { heldAccount } from '../../accounts/domain/account-status.ts'
import { isAccountHeld } from '../../screening/server/account-holds.queries.ts'
import { type CaseRow, findCase, insertEvent, lockCase } from './cases.queries.ts'

export type CaseContext = BaseContext & { actor: Actor }

/** Who takes a step of a case, at which client and when: a request, or a job on behalf of who took the step in another book. */
export type StepAuthor = { client: Client; author: ChangeAuthor; at: Date; today: IsoDate }

export const stepAuthor = (context: CaseContext): StepAuthor => ({
  client: context.client,
  author: changeAuthor(context),
  at: context.clock.now(),
  today: context.today,
})

/** Records a step of staff. The audit log gets it too. */
export async function recordStep(
  trx: Kysely<DB>,
  { author, at }: Pick<StepAuthor, 'author' | 'at'>,
  { caseId, kind, text = null }: { caseId: string; kind: EstateEvent['kind']; text?: string | null },
): Promise<void> {
  await insertEvent(trx, {
    case_id: caseId,
    kind,
    user_id: author.userId,
    session_id: author.sessionId,
    address: isIP(author.address) ? author.address : null,
    by_name: author.name,
    text,
    at,
  })
}

/** Throws `not-found`. */
export async function requireCase(db: Kysely<DB>, caseId: string): Promise<CaseRow> {
  const row = await findCase(db, caseId)
  if (!row) throw new Problem('not-found')
  return row
}

/**
 * The case, locked together with its fund until the transaction ends. Throws `not-found`, `conflict` unless it is in this state, and while
 * a finding holds a fund that is distributed.
 */
export async function lockInState(
  trx: Kysely<DB>,
  caseId: string,
  state: 'opened' | 'distributing',
): Promise<CaseRow> {
  const row = await lockCase(trx, caseId)
  if (!row) throw new Problem('not-found')
  if (row.state !== state)
    throw new Problem('conflict', {
      detail:
        row.state === 'opened'
          ? 'This case waits for a second person to confirm it.'
          : row.state === 'distributing'
            ? 'This case has already been confirmed.'
            : 'This case has ended.',
    })
  if (state === 'distributing' && (await isAccountHeld(trx, row.account_id)))
    throw new Problem('conflict', { detail: heldAccount })
  return row
}
