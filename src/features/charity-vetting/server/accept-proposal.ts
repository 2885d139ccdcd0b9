import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { findCharity } from '../../charities/server/charities.queries.ts'
import { rowResponse } from '../../charities/server/charity-response.ts'
import type * as contract from '../proposal-review.contract.ts'
import { type Context, decide } from './decide-proposal.ts'
import { findProposal } from './proposals.queries.ts'

/** Names the charity of the register, or the vetted organization, that a donor meant. Throws `validation` where it cannot receive grants, `conflict`, `not-found`. */
export async function acceptProposal(
  { params: { proposalId }, body }: HandlerInput<typeof contract.acceptProposal>,
  context: Context,
): Promise<Reply<typeof contract.acceptProposal>> {
  const { charityId, message } = body.data.attributes
  if (!(await findProposal(context.db, proposalId))) throw new Problem('not-found')
  const found = await findCharity(context.db, charityId, context.client.charityRegisters)
  if (!found)
    throw fieldProblem('charityId', 'This charity is not on any of our registers, and we have not vetted it')
  const { canBeSelected, eligibility } = rowResponse(found, context.client)
  if (!canBeSelected) throw fieldProblem('charityId', eligibility.sentence)
  return await decide(context, { proposalId, state: 'accepted', message, charityId })
}
