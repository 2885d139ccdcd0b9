import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type * as contract from '../proposal-review.contract.ts'
import { type Context, decide } from './decide-proposal.ts'

/** Declines a proposal with a message to the donor. Throws `conflict` where it is decided already, `not-found`. */
export const declineProposal = (
  { params: { proposalId }, body }: HandlerInput<typeof contract.declineProposal>,
  context: Context,
): Promise<Reply<typeof contract.declineProposal>> =>
  decide(context, { proposalId, state: 'declined', message: body.data.attributes.message, charityId: null })
