import { randomUUIDv7 } from 'node:crypto'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { fieldProblem } from '../../../contract/problems.ts'
import { invariant } from '../../../domain/invariant.ts'
import { personOf } from '../../../server/auth/actor.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import { violates } from '../../../server/db/violates.ts'
import { overAvailableBalance } from '../../grants/domain/grant-rules.ts'
import type * as contract from '../inactive-funds.contract.ts'
import { conflict, requireTermOver } from './default-grant-facts.ts'
import type { FundContext } from './fund-context.ts'
import { fundDetails } from './get-inactive-fund.ts'
import { insertDefaultGrant } from './inactive-funds.queries.ts'

/**
 * Proposes the sponsor’s default grant. It sets nothing aside. Throws `not-found`, `validation` above the available balance, `conflict` where
 * the term of the last letter is not over, somebody of the fund acted, the charity cannot receive it, or a proposal waits already.
 */
export async function proposeDefaultGrant(
  { params: { accountId }, body }: HandlerInput<typeof contract.proposeDefaultGrant>,
  context: FundContext,
): Promise<Reply<typeof contract.proposeDefaultGrant>> {
  const { amountMinor, reason } = body.data.attributes
  return await inTransaction(context.db, async trx => {
    const inBook = { ...context, db: trx }
    const { fund, charity } = await requireTermOver(accountId, inBook)
    if (amountMinor > fund.available_minor) throw fieldProblem('amountMinor', overAvailableBalance)
    invariant(fund.letter_id, 'a term belongs to a letter')
    const { userId, name } = personOf(context.actor)
    try {
      await insertDefaultGrant(trx, {
        default_grant_id: randomUUIDv7(),
        account_id: accountId,
        letter_id: fund.letter_id,
        charity_id: charity.charityId,
        charity_name: charity.name,
        amount_minor: amountMinor,
        reason,
        proposed_by: userId,
        proposed_by_name: name,
        proposed_at: context.clock.now(),
      })
    } catch (error) {
      if (violates(error, 'one_open_default_grant'))
        throw conflict('A proposal already waits for a second person.')
      throw error
    }
    return await fundDetails(accountId, inBook)
  })
}
