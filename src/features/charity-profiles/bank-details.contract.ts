import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { requiredLine, requiredMessage, requiredReason } from '../../contract/required-text.ts'
import { charityId, command, isoDate } from '../../contract/wire.ts'
import { cleanCode } from '../../domain/clean-text.ts'
import { accountKinds } from './domain/bank-numbers.ts'

const detailsId = z.uuid()

const accountKind = z.enum(accountKinds)
const bankStates = ['proposed', 'confirmed', 'declined', 'replaced'] as const

/** Never the numbers themselves: the last four digits of the account. */
const bankDetails = z.object({
  detailsId,
  state: z.enum(bankStates),
  holderName: z.string(),
  lastFour: z.string(),
  accountKind,
  reason: z.string(),
  proposedByName: z.string(),
  proposedAt: z.string(),
  decidedByName: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** Of confirmed ones: the first day on which they can be paid. */
  usableFrom: z.nullable(isoDate),
  /** Why the caller may not confirm or decline it, as a sentence; null if they may. Only of proposed ones. */
  decisionRefusal: z.nullable(z.string()),
})
export type BankDetails = z.output<typeof bankDetails>

const reply = z.object({ data: z.array(bankDetails) })

/** The field names of the form are those of the refusals. */
export const bankFields = z.object({
  holderName: requiredLine(120, 'Enter the name on the account'),
  bank: z.string().check(z.overwrite(cleanCode), z.maxLength(40)),
  account: z.string().check(z.overwrite(cleanCode), z.maxLength(40)),
  /** Of a US account; a checking account if it is missing. */
  accountKind: z.optional(accountKind),
  reason: requiredMessage('Say where these details come from'),
})

export const listBankDetails = endpoint({
  method: 'GET',
  path: '/api/charity-profiles/{charityId}/bank-details',
  summary:
    'Returns a charity’s bank details: those in use, those awaiting confirmation and previous ones, by their last four digits',
  access: 'SUPER_DASHBOARD_VIEW',
  params: z.object({ charityId }),
  reply,
})

export const proposeBankDetails = endpoint({
  method: 'POST',
  path: '/api/charity-profiles/{charityId}/bank-details',
  summary: 'Enters new bank details, which someone else has to confirm',
  access: 'BANK_DETAILS_EDIT',
  records: ['bank-details-entered'],
  stepUp: true,
  params: z.object({ charityId }),
  body: command(bankFields),
  reply,
})

export const callNote = requiredMessage('Say who you called, on which number, and where you found it')

export const confirmBankDetails = endpoint({
  method: 'POST',
  path: '/api/charity-profiles/{charityId}/bank-details/{detailsId}/confirm',
  summary: 'Confirms bank details after a call to the charity; refused to the person who entered them',
  access: 'BANK_DETAILS_CONFIRM',
  records: ['bank-details-confirmed'],
  stepUp: true,
  params: z.object({ charityId, detailsId }),
  body: command(z.object({ note: callNote })),
  reply,
})

export const declineBankDetails = endpoint({
  method: 'POST',
  path: '/api/charity-profiles/{charityId}/bank-details/{detailsId}/decline',
  summary: 'Declines bank details that await confirmation; the person who entered them may do so too',
  access: ['BANK_DETAILS_EDIT', 'BANK_DETAILS_CONFIRM'],
  records: ['bank-details-declined'],
  params: z.object({ charityId, detailsId }),
  body: command(z.object({ note: requiredReason })),
  reply,
})
