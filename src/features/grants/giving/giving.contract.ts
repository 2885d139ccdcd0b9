import * as z from 'zod/mini'
import { endpoint } from '../../../contract/endpoint.ts'
import { exportQuery, fileReply } from '../../../contract/list.ts'
import {
  fundId,
  isoDate,
  listOf,
  listQuery,
  money,
  searchKeywords,
  wholeNumber,
} from '../../../contract/wire.ts'
import { namingCodes } from '../../people/domain/naming.ts'
import { frequencyCodes } from '../schedules/domain/schedule.ts'

/** The states by which the list is filtered, in the order of the filter. */
export const givingStates = ['waiting', 'approved', 'paid', 'ended', 'schedules'] as const
export type GivingState = (typeof givingStates)[number]

const givingRow = z.object({
  kind: z.enum(['grant', 'schedule']),
  /** The id of the grant or the schedule. */
  id: z.uuid(),
  transactionId: z.nullable(z.string()),
  createdDate: isoDate,
  charityId: z.string(),
  charityName: z.string(),
  logoUrl: z.nullable(z.string()),
  cause: z.nullable(z.string()),
  purpose: z.string(),
  namingCode: z.enum(namingCodes),
  amountMinor: money,
  returnedMinor: money,
  frequency: z.nullable(z.enum(frequencyCodes)),
  state: z.string(),
  /** The next step and the day by which it is expected; null if there is none. */
  nextStep: z.nullable(z.string()),
  nextDate: z.nullable(isoDate),
  /** The fund's own person who recommended it; null where the sponsor's staff entered it. */
  recommendedByName: z.nullable(z.string()),
})
export type GivingRow = z.output<typeof givingRow>

/** A main category of causes. */
export const causeLetter = z.string().check(z.regex(/^[A-Z]$/))

const filter = {
  keywords: z._default(searchKeywords, ''),
  state: z.optional(z.enum(givingStates)),
  year: z.optional(wholeNumber(1990, 2200)),
  cause: z.optional(causeLetter),
  /** A person, or all of the sponsor's staff. */
  recommendedBy: z.optional(z.union([z.enum(['sponsor']), z.uuid()])),
}

export const listGiving = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/giving',
  summary: 'Lists every grant and schedule of a fund with its state, next step and date',
  access: 'GRANT_VIEW',
  params: z.object({ fundId }),
  query: z.object({ ...listQuery, ...filter }),
  reply: listOf(givingRow),
})

export const exportGiving = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/giving/export',
  summary: 'Exports the grants and schedules of a fund',
  access: 'GRANT_VIEW',
  params: z.object({ fundId }),
  query: z.object({ ...exportQuery, ...filter }),
  reply: fileReply,
  file: true,
})

export const getGivingFilters = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/giving/filters',
  summary: 'Lists the years, causes and people by which a fund’s grants can be filtered',
  access: 'GRANT_VIEW',
  params: z.object({ fundId }),
  reply: z.object({
    years: z.array(z.int()),
    causes: z.array(z.object({ code: z.string(), label: z.string() })),
    /** The fund's own people who recommended. */
    people: z.array(z.object({ userId: z.uuid(), name: z.string() })),
    /** Whether the sponsor's staff entered any. */
    isEnteredBySponsor: z.boolean(),
  }),
})

const share = z.object({ amountMinor: money, grants: z.int() })

export const getInsight = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/giving/insight',
  summary: 'Returns what a fund paid between two days, net of returned grants: by year, by cause, by charity',
  access: 'GRANT_VIEW',
  params: z.object({ fundId }),
  query: z.object({ from: z.optional(isoDate), to: z.optional(isoDate) }),
  reply: z.object({
    totalMinor: money,
    grants: z.int(),
    byYear: z.array(z.object({ year: z.int(), ...share.shape })),
    /** `cause` is null for charities whose cause no register has. */
    byCause: z.array(z.object({ cause: z.nullable(z.string()), ...share.shape })),
    /** The charities that received most; the others together are `otherMinor`. */
    byCharity: z.array(z.object({ charityId: z.string(), charityName: z.string(), ...share.shape })),
    otherMinor: money,
    otherCharities: z.int(),
  }),
})
