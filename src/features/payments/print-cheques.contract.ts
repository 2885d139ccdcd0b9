import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { fileReply } from '../../contract/list.ts'
import { wholeNumber } from '../../contract/wire.ts'

const params = z.object({ runId: z.uuid() })

export const downloadCheques = endpoint({
  method: 'POST',
  path: '/api/payment-runs/{runId}/cheques',
  summary:
    'Returns the cheques of a released run with their vouchers to print, in the order of their numbers; for a large run 500 at a time',
  access: 'GRANT_PAY',
  records: ['payment-cheques-downloaded'],
  // A command, because it needs a step-up: what it prints becomes money.
  stepUp: true,
  params,
  query: z.object({ part: z._default(wholeNumber(1, 1000), 1) }),
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
