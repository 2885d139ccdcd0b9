import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { fileReply } from '../../contract/list.ts'
import { command, currency, money, wholeNumber } from '../../contract/wire.ts'
import { positivePayLayouts } from '../../domain/positive-pay.ts'

const fileId = z.uuid()
const layout = z.enum(positivePayLayouts)

const sums = { issues: z.int(), issuedMinor: money, voids: z.int(), voidedMinor: money }

const file = z.object({
  ...sums,
  fileId,
  number: z.int(),
  layout,
  fileName: z.string(),
  digest: z.string(),
  createdByName: z.string(),
  createdAt: z.string(),
})
export type PositivePayFile = z.output<typeof file>

const positivePay = z.object({
  /** In which layout the bank is told; null where it is not told. */
  layout: z.nullable(layout),
  currency,
  /** What the next file will tell. */
  waiting: z.object(sums),
  /** The numbers of cheques that no file can tell, because the layout has no room for their number or amount; at most 20. */
  tooLarge: z.array(z.string()),
  /** Why no file can be created now, as a sentence; null if one can. */
  refusal: z.nullable(z.string()),
  data: z.array(file),
  meta: z.object({ total: z.int() }),
})
export type PositivePay = z.output<typeof positivePay>

export const getPositivePay = endpoint({
  method: 'GET',
  path: '/api/positive-pay-files',
  summary: 'Returns what the bank has not been told about cheques yet, and the latest files that told it',
  access: 'SUPER_DASHBOARD_VIEW',
  query: z.object({ first: z._default(wholeNumber(1, 100), 20) }),
  reply: positivePay,
})

export const createPositivePayFile = endpoint({
  method: 'POST',
  path: '/api/positive-pay-files',
  summary:
    'Creates a positive-pay file of the cheques that were issued or voided since the last one; where none was, it returns the last one',
  access: 'GRANT_PAY',
  idempotent: true,
  audit: 'bank-positive-pay-created',
  body: command(z.object({})),
  reply: z.object({ ...file.shape, isNew: z.boolean() }),
})

export const downloadPositivePayFile = endpoint({
  method: 'POST',
  path: '/api/positive-pay-files/{fileId}/file',
  summary: 'Returns a positive-pay file as it was created',
  access: 'GRANT_PAY',
  records: ['bank-positive-pay-downloaded'],
  // A command, because it needs a step-up: the file names the account, as that of a run does.
  stepUp: true,
  params: z.object({ fileId }),
  reply: fileReply,
  file: true,
})
