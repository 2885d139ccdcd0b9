import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { requiredLine, requiredText } from '../../contract/required-text.ts'
import { oneLine } from '../../contract/typed-text.ts'
import { command, fileName, fundId, isoDate } from '../../contract/wire.ts'
import { cleanCode } from '../../domain/clean-text.ts'
import { maxDocumentBytes } from '../files/domain/document-files.ts'

const proposalStates = ['received', 'accepted', 'declined', 'withdrawn'] as const

const proposalId = z.uuid()

export const proposal = z.object({
  proposalId,
  /** The number that people read out. */
  number: z.string(),
  name: z.string(),
  town: z.string(),
  taxId: z.nullable(z.string()),
  website: z.nullable(z.string()),
  why: z.string(),
  state: z.enum(proposalStates),
  /** What the sponsor wrote about its decision. */
  message: z.nullable(z.string()),
  /** The charity that can be chosen after its acceptance. */
  charityId: z.nullable(z.string()),
  proposedByName: z.string(),
  proposedOn: isoDate,
  decidedOn: z.nullable(isoDate),
  documents: z.array(z.string()),
  mayWithdraw: z.boolean(),
})
export type Proposal = z.output<typeof proposal>

export const listProposals = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/charity-proposals',
  summary: 'Lists the charities that a fund proposed, with the state of each, latest first',
  access: 'GRANT_VIEW',
  params: z.object({ fundId }),
  reply: z.object({ data: z.array(proposal) }),
})

export const proposalFields = z.object({
  name: requiredLine(200, 'Enter the name of the charity'),
  town: requiredLine(100, 'Enter the city or town'),
  /** Empty where it is not known. */
  taxId: oneLine(40, undefined, cleanCode),
  website: oneLine(300),
  why: requiredText(2000, 'Say what the charity does'),
})

export const proposeCharity = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/charity-proposals',
  summary: 'Proposes a charity that is on no register; the sponsor decides about it',
  access: 'CHARITY_PROPOSE',
  records: ['charity-proposal-entered'],
  idempotent: true,
  params: z.object({ fundId }),
  body: command(proposalFields),
  reply: proposal,
})

export const addProposalDocument = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/charity-proposals/{proposalId}/papers',
  summary: 'Adds a supporting document about a proposed charity: a PDF, PNG or JPEG',
  access: 'CHARITY_PROPOSE',
  records: ['document-added', 'document-quarantined'],
  params: z.object({ fundId, proposalId }),
  query: z.object({ name: fileName }),
  upload: { maxBytes: maxDocumentBytes },
  reply: proposal,
})

export const withdrawProposal = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/charity-proposals/{proposalId}/withdraw',
  summary: 'Withdraws a proposal that is not decided yet; repeating it changes nothing',
  access: 'CHARITY_PROPOSE',
  records: ['charity-proposal-withdrawn'],
  params: z.object({ fundId, proposalId }),
  body: command(z.object({})),
  reply: proposal,
})
