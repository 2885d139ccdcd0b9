import { randomUUIDv7 } from 'node:crypto'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { commandSource, recordCommand } from '../../../server/audit/record-command.ts'
import { nameOf, sideOf } from '../../../server/auth/actor.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { websiteLink } from '../../charities/domain/website.ts'
import type * as contract from '../proposals.contract.ts'
import { countWaiting, insertProposal, maxWaiting } from './proposals.queries.ts'
import { one } from './proposals.ts'

/**
 * Stores a proposal. Throws `validation` for a website that
 * is none, `conflict` where too many wait for a decision.
 */
export async function proposeCharity(
  { body }: HandlerInput<typeof contract.proposeCharity>,
  context: ContextOf<typeof contract.proposeCharity>,
): Promise<Reply<typeof contract.proposeCharity>> {
  const { db, account, actor, client, clock } = context
  const proposalId = randomUUIDv7()
  const { name, town, taxId, website, why } = body.data.attributes
  const link = website === '' ? null : websiteLink(website)
  if (website !== '' && link === null)
    throw fieldProblem('website', 'Enter a web address, such as www.example.org')
  if ((await countWaiting(db, account.accountId)) >= maxWaiting)
    throw new Problem('conflict', {
      detail: `You already have ${maxWaiting} suggestions waiting for a decision. Withdraw one, or wait until one is decided.`,
    })
  await insertProposal(db, {
    proposal_id: proposalId,
    account_id: account.accountId,
    name,
    town,
    number: taxId === '' ? null : taxId,
    website: link,
    why,
    proposed_by: actor.userId,
    proposed_by_name: sideOf(actor) === 'fund' ? nameOf(actor) : client.displayName,
    proposed_at: clock.now(),
  })
  await recordCommand(db, 'charity-proposal-entered', commandSource(context), { proposal: proposalId })
  return await one(db, account.accountId, proposalId, context)
}
