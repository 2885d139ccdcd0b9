import * as z from 'zod/mini'
import { endpoint } from '../../../contract/endpoint.ts'
import { requiredMessage, requiredReason } from '../../../contract/required-text.ts'
import { command } from '../../../contract/wire.ts'
import { relatedPartyOutcomes } from '../domain/related-parties.ts'
import { staffGrant } from './staff-grants.contract.ts'

const grantId = z.uuid()

export const relatedPartiesNote = requiredMessage('Say who may be related to whom')
export const missingOutcome = 'Choose what you found'

export const noteRelatedParties = endpoint({
  method: 'POST',
  path: '/api/grants/{grantId}/related-parties',
  summary:
    'Notes that people of the fund may be related to the charity. The grant is not approved until another person has decided about it',
  access: 'GRANT_APPROVE',
  idempotent: true,
  audit: 'grant-relation-noted',
  params: z.object({ grantId }),
  body: command(z.object({ note: relatedPartiesNote })),
  reply: staffGrant,
})

export const decideRelatedParties = endpoint({
  method: 'POST',
  path: '/api/grants/{grantId}/related-parties/decide',
  summary: 'Decides the open case about related parties of a grant; refused to the person who noted it',
  access: 'SANCTIONS_DECIDE',
  idempotent: true,
  audit: 'grant-relation-decided',
  stepUp: true,
  params: z.object({ grantId }),
  body: command(z.object({ outcome: z.enum(relatedPartyOutcomes, missingOutcome), reason: requiredReason })),
  reply: staffGrant,
})
