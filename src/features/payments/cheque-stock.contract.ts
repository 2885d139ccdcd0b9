import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { requiredReason } from '../../contract/required-text.ts'
import { command, isoDate, wholeNumber } from '../../contract/wire.ts'

/** A cheque's number as it is printed: up to 12 digits. */
const chequeNumber = (missing: string) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, missing),
      z.regex(/^([1-9]\d{0,11})?$/, 'Enter digits only, at most 12, without zeros in front'),
    )

const box = z.object({
  boxId: z.uuid(),
  first: z.string(),
  last: z.string(),
  /** Whether its cheques are of the account from which the book pays now. */
  isOfAccount: z.boolean(),
  receivedOn: isoDate,
  left: z.int(),
  issued: z.int(),
  voided: z.int(),
  recordedByName: z.string(),
  recordedAt: z.string(),
})
export type ChequeBox = z.output<typeof box>

const voidNumber = z.object({
  number: z.string(),
  reason: z.string(),
  voidedByName: z.string(),
  voidedAt: z.string(),
})
export type VoidNumber = z.output<typeof voidNumber>

const stock = z.object({
  /** The last characters of the account that is printed on the cheques. */
  account: z.string(),
  /** Whether a box was recorded, so that the numbers of cheques come from the stock. */
  isKept: z.boolean(),
  left: z.int(),
  issued: z.int(),
  voided: z.int(),
  /** The number of the next cheque; null where none is left. */
  next: z.nullable(z.string()),
  /** The grants that wait for a cheque, in a run or for one. */
  waiting: z.int(),
  isLow: z.boolean(),
  /** The latest boxes and void numbers, also of other accounts, with how many there are. */
  boxes: z.array(box),
  totalBoxes: z.int(),
  voids: z.array(voidNumber),
  totalVoids: z.int(),
})
export type ChequeStock = z.output<typeof stock>

export const getChequeStock = endpoint({
  method: 'GET',
  path: '/api/cheque-stock',
  summary: 'Returns how many cheques are left, the boxes, and the numbers that are void',
  access: 'SUPER_DASHBOARD_VIEW',
  query: z.object({ first: z._default(wholeNumber(1, 100), 20) }),
  /** Null for a book that writes no cheques. */
  reply: z.object({ stock: z.nullable(stock) }),
})

export const newBox = z.object({
  first: chequeNumber('Enter the first number of the box'),
  last: chequeNumber('Enter the last number of the box'),
  receivedOn: isoDate,
})

export const recordChequeBox = endpoint({
  method: 'POST',
  path: '/api/cheque-stock/boxes',
  summary:
    'Records a box of cheques that was received; from the first box on, runs take their numbers from the stock',
  access: 'GRANT_PAY',
  idempotent: true,
  audit: 'bank-cheque-box-recorded',
  body: command(newBox),
  reply: z.object({ stock }),
})

export const spoiledCheques = z.object({
  first: chequeNumber('Enter the number'),
  last: chequeNumber('Enter the last number'),
  reason: requiredReason,
})

export const spoilCheques = endpoint({
  method: 'POST',
  path: '/api/cheque-stock/spoiled',
  summary:
    'Records cheques of the stock that were spoiled or lost before they were issued; their numbers become void',
  access: 'GRANT_PAY',
  idempotent: true,
  audit: 'bank-cheques-spoiled',
  body: command(spoiledCheques),
  reply: z.object({ stock }),
})
