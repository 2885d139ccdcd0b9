import { Problem } from '../../../contract/problems.ts'
import { mayChange, sideOf } from '../../../server/auth/actor.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type { AccountRow } from '../../accounts/server/account-row.queries.ts'
import { charityName } from '../../charities/domain/charity-name.ts'
import { notOnline, planInWords } from '../domain/legacy-plan.ts'
import type * as contract from '../legacy-plan.contract.ts'
import type { PlanVersion, ShareRow } from './legacy-plan.queries.ts'

export type PlanContext = ContextOf<typeof contract.getLegacyPlan>

export const noAccess = 'You do not have access to submit this form.'

/** Where a client shows no legacy plan, its pages and calls do not exist (§17). */
export function requireShown({ client }: Pick<PlanContext, 'client'>): void {
  if (!client.legacyPlanShown) throw new Problem('not-found')
}

/** Why the caller cannot save the plan (§5); null: they may. Staff save it by the donors' signed instruction. */
export function violationOf(stored: AccountRow, { actor, client }: PlanContext): string | null {
  if (!actor.actions.has('ACCOUNT_LEGACY_PLAN_UPDATE') || !mayChange(stored, actor)) return noAccess
  if (stored.succession_plan_type_code === 'ENDOWED') return notOnline
  return client.legacyPlanEditableOnline || sideOf(actor) === 'sponsor' ? null : notOnline
}

export const wordsOf = (shares: readonly ShareRow[]): string =>
  planInWords(
    shares.map(share => ({
      name: shownName(share),
      designation: share.designation,
      shareHundredths: share.share_hundredths,
    })),
  )

/** Registers write names in capitals; on screen they are in mixed case. */
export const shownName = ({ name, designation }: Pick<ShareRow, 'name' | 'designation'>): string =>
  designation === 1 ? charityName(name) : name

export function toVersion(
  { version, saved_at: at, saved_by_name: name, saved_by_side: side, shares }: PlanVersion,
  { actor, client }: Pick<PlanContext, 'actor' | 'client'>,
) {
  const seesStaff = sideOf(actor) === 'sponsor'
  return {
    version,
    savedAt: at.toISOString(),
    savedBy: side === 'fund' || seesStaff ? name : client.displayName,
    words: wordsOf(shares),
    shares: shares.map(share => ({
      successorId: share.party_id,
      name: shownName(share),
      option: share.designation,
      shareHundredths: share.share_hundredths,
      relation: share.relation,
      email: share.email,
      phone: share.phone,
      yearOfBirth: share.year_of_birth,
      charityId: share.charity_id,
    })),
  }
}
