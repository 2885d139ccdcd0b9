import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { exportQuery, fileReply } from '../../contract/list.ts'
import { currency, fundId, isoDate, listOf, listQuery, money, wholeNumber } from '../../contract/wire.ts'
import { entryLinks } from './domain/explain-entry.ts'

/** Both days are included. */
const range = { from: isoDate, to: isoDate }

const sectionLine = z.object({
  section: z.int(),
  /** What the section adds to the balance. For sections 9 and 11 the amount on the last day, never negative. */
  totalMinor: money,
  /** The number of rows. With 0 the section has a line but no table (§12). */
  details: z.int(),
})

/** The statement for a range (§2.6): the sections that the caller may see, and a summary for those who see all of them. */
export const getStatement = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/activity',
  summary: 'Returns the statement of a fund over a range of days, section by section',
  access: 'FUND_ACTIVITY_VIEW',
  params: z.object({ fundId }),
  query: z.object(range),
  reply: z.object({
    range: z.object(range),
    currency,
    openedDate: z.nullable(isoDate),
    sections: z.array(sectionLine),
    /** The balances on the last day; null where the caller has no permission for a section. */
    summary: z.nullable(
      z.object({
        beginningMinor: money,
        endingMinor: money,
        pendingMinor: money,
        excludedMinor: money,
        availableMinor: money,
      }),
    ),
  }),
})

const activityRow = z.object({
  reportId: z.int(),
  effectiveDate: isoDate,
  transactionTypeName: z.string(),
  partyName: z.nullable(z.string()),
  charityId: z.nullable(z.string()),
  transactionId: z.string(),
  comment: z.nullable(z.string()),
  /** The earlier day that a correction is about; null if it is about its own. */
  concernsDate: z.nullable(isoDate),
  /** The entry of the fund that this one reverses, or in whose place it stands, or the one that reversed it; null if there is none. */
  linked: z.nullable(
    z.object({
      link: z.enum(entryLinks),
      transactionTypeName: z.string(),
      transactionId: z.string(),
      effectiveDate: isoDate,
    }),
  ),
  state: z.nullable(z.string()),
  amount: money,
  /** Whether it is a fee of which the caller may see how it was computed (`getFeeWorking`). */
  hasWorking: z.boolean(),
})
export type ActivityRow = z.output<typeof activityRow>

export const getSectionRows = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/activity/{section}',
  summary: 'Lists the rows of one section of a statement, newest first, paged',
  access: 'FUND_ACTIVITY_VIEW',
  params: z.object({ fundId, section: wholeNumber(1, 11) }),
  query: z.object({ ...range, ...listQuery }),
  reply: listOf(activityRow),
})

/** What a section's table shows, as a file (§2.6). */
export const exportSectionRows = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/activity/{section}/export',
  summary: 'Exports the rows of one section of a statement',
  access: 'FUND_ACTIVITY_VIEW',
  params: z.object({ fundId, section: wholeNumber(1, 11) }),
  query: z.object({ ...range, ...exportQuery }),
  reply: fileReply,
  file: true,
})
