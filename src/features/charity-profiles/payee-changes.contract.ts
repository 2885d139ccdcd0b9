import * as z from 'zod/mini'
import { emailAddress, invalidEmailAddress } from '../../contract/email-address.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { requiredMessage, requiredReason } from '../../contract/required-text.ts'
import { oneLine, typedText } from '../../contract/typed-text.ts'
import { charityId, command, isoDate, revisionFrom } from '../../contract/wire.ts'

const changeId = z.uuid()

const maxAddressLength = 300

/** Whom payments are made out to, where they go, and how they are paid. An empty text means that there is no value. */
export const payeeFields = z.object({
  /** Whether grants are paid by electronic transfer; otherwise by check. */
  paysByEft: z.boolean(),
  /** Where a payment and its letter go, if not to the name and address of the register. */
  payeeName: oneLine(120),
  payeeAddress: typedText(maxAddressLength),
  /** Where the letter about a transfer is mailed to. */
  payeeEmail: z.union([z.literal(''), emailAddress], invalidEmailAddress),
})
export type PayeeFields = z.output<typeof payeeFields>

const payeeStates = ['proposed', 'confirmed', 'declined'] as const

const payeeChange = z.object({
  changeId,
  state: z.enum(payeeStates),
  /** The fields that change, with their values as text. */
  fields: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  reason: z.string(),
  proposedByName: z.string(),
  proposedAt: z.string(),
  decidedByName: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** Of confirmed ones: the first day on which the payee can be paid. */
  usableFrom: z.nullable(isoDate),
  /** Why the caller may not confirm it, as a sentence; null if they may. Only of proposed ones. */
  decisionRefusal: z.nullable(z.string()),
})
export type PayeeChange = z.output<typeof payeeChange>

const payee = z.object({
  /** The payee in use. */
  fields: payeeFields,
  revision: z.int(),
  /** The latest first, at most 50. */
  data: z.array(payeeChange),
})

export const payeeReason = requiredMessage('Say where this change comes from')

export const getCharityPayee = endpoint({
  method: 'GET',
  path: '/api/charity-profiles/{charityId}/payee',
  summary:
    'Returns whom a charity’s payments are made out to, and the changes: open, confirmed and declined ones',
  access: 'SUPER_DASHBOARD_VIEW',
  params: z.object({ charityId }),
  reply: payee,
})

const payeeToConfirm = z.object({
  charityId: z.string(),
  name: z.string(),
  what: z.enum(['payee', 'bank-details']),
  proposedByName: z.string(),
  proposedAt: z.string(),
  /** Whether a register of this client has the charity, so that its page can be opened; another client of the realm may have entered it. */
  isHere: z.boolean(),
})
export type PayeeToConfirm = z.output<typeof payeeToConfirm>

export const listPayeesToConfirm = endpoint({
  method: 'GET',
  path: '/api/payees-to-confirm',
  summary: 'Lists the changes of payees and bank details that await a second person, the oldest first',
  access: 'SUPER_DASHBOARD_VIEW',
  reply: z.object({
    /** At most 500. */
    data: z.array(payeeToConfirm),
    /** Also those that are not listed. */
    meta: z.object({ total: z.int() }),
  }),
})

export const proposePayeeChange = endpoint({
  method: 'POST',
  path: '/api/charity-profiles/{charityId}/payee',
  summary: 'Enters a change of the payee, which someone else has to confirm',
  access: 'BANK_DETAILS_EDIT',
  records: ['payee-change-entered'],
  stepUp: true,
  params: z.object({ charityId }),
  body: command(z.object({ revision: revisionFrom(0), fields: payeeFields, reason: payeeReason })),
  reply: payee,
})

export const payeeNote = requiredMessage('Say how you verified the change')

export const confirmPayeeChange = endpoint({
  method: 'POST',
  path: '/api/charity-profiles/{charityId}/payee/{changeId}/confirm',
  summary: 'Confirms a change of the payee; refused to the person who entered it',
  access: 'BANK_DETAILS_CONFIRM',
  records: ['payee-change-confirmed'],
  stepUp: true,
  params: z.object({ charityId, changeId }),
  body: command(z.object({ note: payeeNote })),
  reply: payee,
})

export const declinePayeeChange = endpoint({
  method: 'POST',
  path: '/api/charity-profiles/{charityId}/payee/{changeId}/decline',
  summary: 'Declines a change of the payee that is open; the person who entered it may do so too',
  access: ['BANK_DETAILS_EDIT', 'BANK_DETAILS_CONFIRM'],
  records: ['payee-change-declined'],
  params: z.object({ charityId, changeId }),
  body: command(z.object({ note: requiredReason })),
  reply: payee,
})
