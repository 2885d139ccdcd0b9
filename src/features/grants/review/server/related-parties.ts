import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import { Problem } from '../../../../contract/problems.ts'
import { type Actor, personOf } from '../../../../server/auth/actor.ts'
import { decisionRefusal } from '../../../../server/auth/dual-control.ts'
import { inTransaction } from '../../../../server/db/in-transaction.ts'
import type { DB } from '../../../../server/db/schema.ts'
import { connectionHints } from '../../domain/connection-hints.ts'
import { canTransition } from '../../domain/grant-status.ts'
import {
  hasNewHint,
  hintNotNoted,
  type RelatedPartyOutcome,
  type relatedPartiesViolation,
} from '../../domain/related-parties.ts'
import { type GrantRecord, lockFund, lockGrant } from '../../server/grants.queries.ts'
import { grantStateOf } from '../../server/transition-rule.ts'
import { type CaseRecord, decideCase, insertCase, listCases } from './related-parties.queries.ts'
import { findCharityAddress, listPeopleOf } from './review.queries.ts'

const ownCase = 'You noted it, so someone else has to decide.'

export const caseRefusal = ({ noted_by: by }: CaseRecord, actor: Pick<Actor, 'actions' | 'userId'>) =>
  decisionRefusal(actor, { permission: 'SANCTIONS_DECIDE', by, own: ownCase })

/** Where the charity of a grant may be connected with people of the fund, today, as sentences. */
export async function findHints(db: Kysely<DB>, accountId: string, charityId: string): Promise<string[]> {
  const charity = await findCharityAddress(db, charityId)
  return charity ? connectionHints(charity, await listPeopleOf(db, accountId)) : []
}

type LatestCase = Parameters<typeof relatedPartiesViolation>[0]

export function latestOf(cases: readonly CaseRecord[]): LatestCase {
  const latest = cases.at(-1)
  return latest && { outcome: latest.outcome, decidedBy: latest.decided_by, hints: latest.hints }
}

/** Throws `conflict` where a hint of today was not noted. What was decided about a case the database compares itself. */
export async function requireNotedHints(
  trx: Kysely<DB>,
  { account_id, charity_id, grant_id }: Pick<GrantRecord, 'account_id' | 'charity_id' | 'grant_id'>,
): Promise<void> {
  const hints = await findHints(trx, account_id, charity_id)
  if (hints.length > 0 && hasNewHint(latestOf(await listCases(trx, grant_id)), hints))
    throw new Problem('conflict', { detail: hintNotNoted })
}

type Note = { grantId: string; note: string; by: { userId: string; name: string }; at: Date }

/** Opens a case with the hints of today. Throws `conflict` where one is open or the grant is not under review, `not-found`. */
export async function noteRelatedParties(
  db: Kysely<DB>,
  accountId: string,
  { grantId, note, by, at }: Note,
): Promise<void> {
  await inTransaction(db, async trx => {
    const grant = (await lockFund(trx, accountId)) && (await lockGrant(trx, accountId, grantId))
    if (!grant) throw new Problem('not-found')
    if (!canTransition('reject', grantStateOf(grant)))
      throw new Problem('conflict', { detail: 'Related parties are noted while a grant is under review.' })
    if ((await listCases(trx, grantId)).at(-1)?.decided_at === null)
      throw new Problem('conflict', { detail: 'Someone has already noted related parties of this grant.' })
    await insertCase(trx, {
      case_id: randomUUIDv7(),
      grant_id: grantId,
      hints: await findHints(trx, accountId, grant.charity_id),
      note,
      noted_by: by.userId,
      noted_by_name: by.name,
      noted_at: at,
    })
  })
}

type Decision = { grantId: string; outcome: RelatedPartyOutcome; reason: string; actor: Actor; at: Date }

/** Decides the open case. Throws `access-denied` for the person who noted it, `conflict` where none is open, `not-found`. */
export async function decideRelatedParties(
  db: Kysely<DB>,
  accountId: string,
  { grantId, outcome, reason, actor, at }: Decision,
): Promise<void> {
  await inTransaction(db, async trx => {
    const grant = (await lockFund(trx, accountId)) && (await lockGrant(trx, accountId, grantId))
    if (!grant) throw new Problem('not-found')
    const open = (await listCases(trx, grantId)).at(-1)
    if (open?.decided_at !== null)
      throw new Problem('conflict', { detail: 'No case about related parties of this grant is open.' })
    const refusal = caseRefusal(open, actor)
    if (refusal !== null) throw new Problem('access-denied', { detail: refusal })
    const { userId, name } = personOf(actor)
    await decideCase(trx, open.case_id, {
      ...{ outcome, reason, decided_by: userId, decided_by_name: name, decided_at: at },
    })
  })
}
