import type { Kysely } from 'kysely'
import { Problem } from '../../../../contract/problems.ts'
import { inSavepoint, inTransaction } from '../../../../server/db/in-transaction.ts'
import type { DB } from '../../../../server/db/schema.ts'
import { fundOfGrant } from '../../server/grant-details.ts'
import type { StepActor } from '../../server/record-history-entry.ts'
import { transitionGrant } from '../../server/transition-grant.ts'
import type { TransitionSettings } from '../../server/transition-rule.ts'
import { type StaffViewer, staffGrant } from './staff-grant.ts'

/** A grant, and the digest of the payee that the reviewer saw. */
type Chosen = { grantId: string; payeeSeen: string | null }
type Approval = { grants: readonly Chosen[]; reason: string; actor: StepActor }

/**
 * Approves several grants with one reason, each in a savepoint of its own: what a refused one has written is rolled back. One that is not clean is skipped: its eligibility needs a review, it
 * has a question, a hold, a purpose answer or a hint of a connection, its payee is not the one that the reviewer saw, or its amount takes two
 * people.
 *
 * @returns why each was skipped, as a sentence; null if it was approved.
 */
export async function approveSeveral(
  db: Kysely<DB>,
  { grants, reason, actor }: Approval,
  viewer: StaffViewer,
  settings: TransitionSettings,
): Promise<{ grantId: string; refusal: string | null }[]> {
  const results: { grantId: string; refusal: string | null }[] = []
  for (const [grantId, { payeeSeen }] of new Map(grants.map(each => [each.grantId, each]))) {
    const refusal = await approveClean(db, { grantId, payeeSeen, reason, actor }, viewer, settings)
    results.push({ grantId, refusal })
  }
  return results
}

async function approveClean(
  db: Kysely<DB>,
  { grantId, payeeSeen, reason, actor }: Chosen & Omit<Approval, 'grants'>,
  viewer: StaffViewer,
  settings: TransitionSettings,
): Promise<string | null> {
  try {
    const accountId = await fundOfGrant(db, grantId)
    const grant = await staffGrant(db, accountId, grantId, viewer, settings.now)
    const violation = cleanViolation(grant, settings)
    if (violation !== null) return violation
    const approval = { grantId, transition: 'approve', actor, reason, payeeSeen } as const
    await inTransaction(db, trx =>
      inSavepoint(trx, () => transitionGrant(trx, accountId, approval, settings)),
    )
    return null
  } catch (failure) {
    if (failure instanceof Problem && ['conflict', 'access-denied', 'not-found'].includes(failure.code))
      return failure.detail ?? failure.message
    throw failure
  }
}

type Reviewed = Awaited<ReturnType<typeof staffGrant>>

/** Why a grant needs an individual review, as a sentence; null if it is clean. */
function cleanViolation(grant: Reviewed, { client }: TransitionSettings): string | null {
  const refusal = grant.commands.approve
  if (refusal === undefined) return `This grant is ${grant.state.toLowerCase()}.`
  if (refusal !== null) return refusal
  if (grant.eligibility?.outcome !== 'yes') return 'The eligibility of its charity needs a review.'
  if (grant.reviewState !== null) return 'It is not ready for a decision.'
  if (grant.benefit !== null) return 'The donor answered a question about its purpose.'
  if (grant.hints.length > 0) return 'Its charity may be connected to the fund.'
  return grant.amountMinor >= client.dualControlFromMinor ? 'Its amount requires two people.' : null
}
