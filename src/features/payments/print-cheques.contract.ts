import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { fileReply } from '../../contract/list.ts'
import { requiredReason } from '../../contract/required-text.ts'
import { command, wholeNumber } from '../../contract/wire.ts'
import { runDetails } from './payments.contract.ts'

const params = z.object({ runId: z.uuid() })

export const downloadCheques = endpoint({
  method: 'POST',
  path: '/api/payment-runs/{runId}/cheques',
  summary:
    'Returns the cheques of a released run with their vouchers to print, in the order of its payments; for a large run 500 at a time',
  access: 'GRANT_PAY',
  records: ['payment-cheques-downloaded'],
  // A command, because it needs a step-up: what it prints becomes money.
  stepUp: true,
  params,
  query: z.object({
    part: z._default(wholeNumber(1, 1000), 1),
    /** Only the cheque of this number. */
    number: z.optional(z.string().check(z.regex(/^[1-9]\d{0,11}$/))),
  }),
  reply: fileReply,
  file: true,
})

export const downloadMicr = endpoint({
  method: 'POST',
  path: '/api/payment-runs/{runId}/micr',
  summary: 'Returns the MICR line of each cheque of a released run as JSON, for a printer of its own',
  access: 'GRANT_PAY',
  records: ['payment-cheques-downloaded'],
  // A command, because it needs a step-up: the file names the account.
  stepUp: true,
  params,
  reply: fileReply,
  file: true,
})

export const reprintCheque = endpoint({
  method: 'POST',
  path: '/api/payment-runs/{runId}/cheques/{paymentId}/reprint',
  summary:
    'Gives a cheque that the printer spoiled the next number of the stock; refused to the person who released the run',
  access: 'GRANT_PAY',
  stepUp: true,
  idempotent: true,
  audit: 'run-cheque-reprinted',
  params: z.object({ runId: z.uuid(), paymentId: z.uuid() }),
  body: command(z.object({ reason: requiredReason })),
  reply: runDetails,
})
