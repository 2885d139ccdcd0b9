import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { exportQuery, fileReply } from '../../contract/list.ts'
import { isoDate, money, wholeNumber } from '../../contract/wire.ts'

const blockedAccount = z.object({
  fundId: z.int(),
  accountName: z.string(),
  /** Whose account it is, or was when the finding was made. */
  personName: z.string(),
  list: z.enum(['ofac', 'uk']),
  entryNumber: z.string(),
  listedName: z.string(),
  programs: z.array(z.string()),
  blockedOn: isoDate,
  /** At the end of the day on which it is counted, excluded assets included. */
  balanceMinor: money,
  excludedMinor: money,
})
export type BlockedAccount = z.output<typeof blockedAccount>

const year = { year: z.optional(wholeNumber(2000, 2200)) }

export const listBlockedProperty = endpoint({
  method: 'GET',
  path: '/api/blocked-property',
  summary:
    'Returns the accounts of this book that a confirmed finding held on the day of the year on which blocked property is counted, with what was in them',
  access: 'SANCTIONS_SCREEN',
  query: z.object(year),
  reply: z.object({
    year: z.int(),
    /** Those that can be asked for, the latest first. */
    years: z.array(z.int()),
    countedOn: isoDate,
    /** The last day for the report; null where the authority says it each year. */
    reportBy: z.nullable(isoDate),
    data: z.array(blockedAccount),
  }),
})

export const exportBlockedProperty = endpoint({
  method: 'GET',
  path: '/api/blocked-property/export',
  summary: 'Exports the blocked property of a year as a workbook or as comma-separated values',
  access: 'SANCTIONS_SCREEN',
  records: ['file-exported'],
  query: z.object({ format: exportQuery.format, ...year }),
  reply: fileReply,
  file: true,
})
