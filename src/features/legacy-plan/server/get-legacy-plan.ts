import type { Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { dateOf } from '../../../domain/dates.ts'
import { findAccountRow } from '../../accounts/server/account-row.queries.ts'
import { charityFlags } from '../../charities/server/charity-flag.ts'
import { checkPlan, type StoredShare } from '../domain/legacy-plan.ts'
import type * as contract from '../legacy-plan.contract.ts'
import { readPlanVersions, type ShareRow } from './legacy-plan.queries.ts'
import { type PlanContext, requireShown, shownName, toVersion, violationOf, wordsOf } from './show-plan.ts'

/** The current plan with the points to check (§2.9). Throws `not-found` where the client shows no legacy plan. */
export async function getLegacyPlan(
  _input: unknown,
  context: PlanContext,
): Promise<Reply<typeof contract.getLegacyPlan>> {
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
