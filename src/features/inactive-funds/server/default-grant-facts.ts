import { Problem } from '../../../contract/problems.ts'
import { type CharityStatus, findCharityStatus } from '../../charities/server/charity-status.ts'
import { charityViolation } from '../../grants/server/charity-violation.ts'
import { lockRecommendersAndFund } from '../../grants/server/grants.queries.ts'
import { requireActiveFund } from '../../grants/server/require-active-fund.ts'
import { noDefaultGrants, termViolation } from '../domain/default-grant-rules.ts'
import { type FundContext, requireFund } from './fund-context.ts'
import type { FundRow } from './funds.queries.ts'
import { listPeople } from './inactive-funds.queries.ts'
import { answerTo, termOf } from './letter-term.ts'

export const conflict = (detail: string): Problem => new Problem('conflict', { detail })

/**
 * The fund, locked until the transaction `context.db` ends, whose people did not answer the last letter within the term, and the charity
 * of its default grant. A donor who recommends a grant meanwhile waits for the same lock.
 *
 * @throws Problem `not-found`, `access-denied` where the fund is held, `conflict` where the term is not over, somebody of the fund acted, or
 * the charity cannot receive the grant.
 */
export async function requireTermOver(
  accountId: string,
  context: FundContext,
): Promise<{ fund: FundRow; charity: CharityStatus }> {
  const { db, realmDb, actor, client, clock, today } = context
  const [locked] = await lockRecommendersAndFund(db, [actor.userId], accountId)
  if (!locked) throw new Problem('not-found')
  // Read after the lock, so that it sees what the transaction before did.
  const { fund, rules } = await requireFund(accountId, context)
  requireActiveFund(locked.account_status, { side: 'sponsor' })
  const { defaultGrant } = rules.settings
  if (defaultGrant === null) throw conflict(noDefaultGrants)
  const answer = await answerTo(fund, await listPeople(db, accountId), realmDb)
  const violation = termViolation(termOf(fund, answer), { today, locale: client.locale })
  if (violation !== null) throw conflict(violation)
  const charity = await findCharityStatus(db, defaultGrant.charityId, clock.now())
  const refused = charityViolation(charity)
  if (refused !== null || !charity) throw conflict(refused ?? noDefaultGrants)
  return { fund, charity }
}
