import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { messageToDonor } from '../../contract/required-text.ts'
import { charityId, command } from '../../contract/wire.ts'
import { proposal } from './proposals.contract.ts'

const proposalId = z.uuid()

const proposalToDecide = z.object({
  ...proposal.shape,
  fundId: z.int(),
  accountName: z.string(),
  /** The vetted organization that it stands for, and whether a second person has confirmed the vetting. */
  vettedAs: z.nullable(z.object({ charityId: z.string(), isConfirmed: z.boolean() })),
})
export type ProposalToDecide = z.output<typeof proposalToDecide>

export const listProposalsToDecide = endpoint({
  method: 'GET',
  path: '/api/charity-proposals',
  summary: 'Lists proposed charities that are waiting for a decision, oldest first',
  access: 'SUPER_DASHBOARD_VIEW',
  reply: z.object({ data: z.array(proposalToDecide) }),
})

const reply = z.object({ proposalId, state: z.enum(['accepted', 'declined']) })

export const acceptProposal = endpoint({
  method: 'POST',
  path: '/api/charity-proposals/{proposalId}/accept',
  summary: 'Accepts a proposal, names the charity in the register and notifies the donor',
  access: 'CHARITY_EDIT',
  records: ['charity-proposal-accepted'],
  params: z.object({ proposalId }),
  body: command(
    z.object({
      charityId,
      message: messageToDonor,
    }),
  ),
  reply,
})

export const declineProposal = endpoint({
  method: 'POST',
  path: '/api/charity-proposals/{proposalId}/decline',
  summary: 'Declines a proposal with a message to the donor',
  access: 'CHARITY_EDIT',
  records: ['charity-proposal-declined'],
  params: z.object({ proposalId }),
  body: command(z.object({ message: messageToDonor })),
  reply,
})
