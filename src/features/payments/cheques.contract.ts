import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { requiredMessage } from '../../contract/required-text.ts'
import { command, isoDate, money, wholeNumber } from '../../contract/wire.ts'

const paymentId = z.uuid()

const cheque = z.object({
  paymentId,
  grantId: z.uuid(),
  runNumber: z.int(),
  number: z.string(),
  paymentOn: isoDate,
  days: z.int(),
  age: z.enum(['recent', 'contact', 'stale']),
  payeeName: z.string(),
  accountName: z.string(),
  amountMinor: money,
  contactedAt: z.nullable(z.string()),
  contactedByName: z.nullable(z.string()),
  contactNote: z.nullable(z.string()),
})
export type Cheque = z.output<typeof cheque>

export const listOutstandingCheques = endpoint({
  method: 'GET',
  path: '/api/cheques',
  summary: 'Lists outstanding cheques, oldest first',
  access: 'SUPER_DASHBOARD_VIEW',
  query: z.object({ first: z._default(wholeNumber(1, 500), 100) }),
  reply: z.object({
    data: z.array(cheque),
    meta: z.object({ total: z.int(), toContact: z.int(), stale: z.int() }),
  }),
})

export const contactNote = z.object({ note: requiredMessage('Say who you contacted and what they said') })

export const noteContact = endpoint({
  method: 'POST',
  path: '/api/cheques/{paymentId}/contacted',
  summary: 'Notes that the charity was contacted about an outstanding cheque',
  access: 'GRANT_PAY',
  params: z.object({ paymentId }),
  body: command(contactNote),
  reply: z.object({ data: z.array(cheque) }),
})
