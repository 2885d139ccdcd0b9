import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { currency, fundId, isoDate, listOf, listQuery, money } from '../../contract/wire.ts'

export const accountStatus = z.enum(['Entered', 'Active', 'Immobile', 'Closed'])

const account = z.object({
  id: z.string(),
  fundId: z.int(),
  /** With ' (status)' where §3's display rule asks for it. */
  accountName: z.string(),
  accountStatus,
  organizationLegalName: z.nullable(z.string()),
  donorName: z.string(),
  accountType: z.string(),
  total: money,
  available: money,
  currency,
  openedDate: isoDate,
  closedDate: z.nullable(isoDate),
  writeAccess: z.boolean(),
})
export type Account = z.output<typeof account>

export const accountSorts = ['accountName', 'fundId', 'total', 'available', 'donorName'] as const

/** §5's account search: digits become fund-id terms, and the whole text is also searched as an account name. */
export const searchAccounts = endpoint({
  method: 'GET',
  path: '/api/accounts',
  summary: 'The fund accounts that the caller may see, searched, sorted and paged',
  access: 'USER_SS_VIEW',
  query: z.object({ ...listQuery, keywords: z._default(z.string().check(z.maxLength(200)), '') }),
  reply: listOf(account),
})

/** The account of the overview bar (§2.4): what is available, and what makes it up. */
export const getAccountOverview = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}',
  summary: 'One fund account with its balances',
  access: 'ACCOUNT_DETAIL_VIEW',
  params: z.object({ fundId }),
  reply: z.object({
    ...account.shape,
    endingMinor: money,
    pendingMinor: money,
    excludedMinor: money,
    availableMinor: money,
  }),
})
