import type { Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { dateOf } from '../../../domain/dates.ts'
import { mayChange, sideOf } from '../../../server/auth/actor.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { type AccountRow, findAccountRow } from '../../accounts/server/account-row.queries.ts'
import { charityName } from '../../charities/domain/charity-name.ts'
import { charityFlags } from '../../charities/server/charity-flag.ts'
import { checkPlan, planInWords, type StoredShare } from '../domain/legacy-plan.ts'
import type { getLegacyPlan, listPlanVersions } from '../legacy-plan.contract.ts'
import { type PlanVersion, readPlanVersions, type ShareRow } from './legacy-plan.queries.ts'

type PlanContext = ContextOf<typeof getLegacyPlan>

/** §5 */
const notOnline = 'You cannot update your legacy plan online.'
export const noAccess = 'You do not have access to submit this form.'

const maxVersions = 50

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

/** The current plan with the points to check (§2.9). Throws `not-found` where the client shows no legacy plan. */
export async function showLegacyPlan(
  _input: unknown,
  context: PlanContext,
): Promise<Reply<typeof getLegacyPlan>> {
  requireShown(context)
  const { db, account, client, today } = context
  const stored = await findAccountRow(db, account.accountId)
  if (!stored) throw new Problem('not-found')
  const [current] = await readPlanVersions(db, account.accountId, 1)
  const shares = current?.shares ?? []
  const savedOn = current === undefined ? null : dateOf(current.saved_at, client.timeZone)
  return {
    id: stored.account_id,
    current: current === undefined ? null : toVersion(current, context),
    words: wordsOf(shares),
    isEndowed: stored.succession_plan_type_code === 'ENDOWED',
    checkUp: checkPlan(await besideRegister(shares, context), savedOn, today),
    violation: violationOf(stored, context),
    revision: stored.revision,
  }
}

/** The versions, newest first. Throws `not-found` where the client shows no legacy plan. */
export async function showPlanVersions(
  _input: unknown,
  context: ContextOf<typeof listPlanVersions>,
): Promise<Reply<typeof listPlanVersions>> {
  requireShown(context)
  const versions = await readPlanVersions(context.db, context.account.accountId, maxVersions)
  return { data: versions.map(each => toVersion(each, context)) }
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

function toVersion(
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

/** The shares with what has changed about their charities since the plan was saved. */
async function besideRegister(
  shares: readonly ShareRow[],
  { db, client }: Pick<PlanContext, 'db' | 'client'>,
): Promise<StoredShare[]> {
  const flagOf = await charityFlags(
    db,
    shares.map(({ charity_id }) => charity_id),
    client,
  )
  return shares.map(share => {
    const { designation, share_hundredths: shareHundredths, email, phone } = share
    const { charity_id: charityId, charity_outcome: outcome, name } = share
    return {
      name: shownName(share),
      ...{ designation, shareHundredths, email, phone },
      charity: outcome === null ? null : { flag: flagOf(charityId, { name, outcome }) },
    }
  })
}
