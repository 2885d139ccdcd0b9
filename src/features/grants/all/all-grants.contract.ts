import * as z from 'zod/mini'
import { endpoint } from '../../../contract/endpoint.ts'
import { exportQuery, fileReply } from '../../../contract/list.ts'
import {
  isoDate,
  listOf,
  listQuery,
  searchKeywords,
  sentAmount,
  wholeNumber,
} from '../../../contract/wire.ts'
import { classStart } from '../../charities/domain/charity-class.ts'
import { charityRegisters } from '../../charities/domain/charity-register.ts'
import { paymentMethods } from '../domain/payment-label.ts'
import { purposeCodes } from '../domain/purpose.ts'
import { grantRow } from '../grants.contract.ts'

/** Whose day a range is about. */
export const grantDays = ['recommended', 'paid'] as const

const filter = {
  /** The number of a grant, a check or an account, a tax ID, a reference of a payment, or parts of names. */
  keywords: z._default(searchKeywords, ''),
  status: z.optional(wholeNumber(1, 9)),
  charityClass: z.optional(classStart),
  register: z.optional(z.enum(charityRegisters)),
  purpose: z.optional(z.enum(purposeCodes)),
  method: z.optional(z.enum(paymentMethods)),
  day: z._default(z.enum(grantDays), 'recommended'),
  from: z.optional(isoDate),
  to: z.optional(isoDate),
  fromMinor: z.optional(sentAmount),
  toMinor: z.optional(sentAmount),
  /** The number of the payment run that has it. */
  run: z.optional(wholeNumber(1, 999_999_999)),
}

const bookGrant = z.object({
  ...grantRow.shape,
  fundId: z.int(),
  accountName: z.string(),
  donorName: z.string(),
  /** The classification of the charity (NTEE) by its register today; null where that has none. */
  charityClass: z.nullable(z.string()),
  paidOn: z.nullable(isoDate),
  paymentMethod: z.nullable(z.enum(paymentMethods)),
  paymentReference: z.nullable(z.string()),
  checkNumber: z.nullable(z.int()),
  runNumber: z.nullable(z.int()),
})
export type BookGrant = z.output<typeof bookGrant>

const page = listOf(bookGrant)

export const listAllGrants = endpoint({
  method: 'GET',
  path: '/api/all-grants',
  summary: 'Lists all grants of the book, in any status, latest first',
  access: 'SUPER_DASHBOARD_VIEW',
  query: z.object({ ...listQuery, ...filter }),
  reply: z.extend(page, {
    /** `isTotalExact`: false where there are more grants than are counted; there are then at least `total`. */
    meta: z.extend(page.shape.meta, { isTotalExact: z.boolean() }),
  }),
})

export const exportAllGrants = endpoint({
  method: 'GET',
  path: '/api/all-grants/export',
  summary: 'Exports all grants of the book that a filter finds',
  access: 'SUPER_DASHBOARD_VIEW',
  records: ['file-exported'],
  query: z.object({ ...exportQuery, ...filter }),
  reply: fileReply,
  file: true,
})
