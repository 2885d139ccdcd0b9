import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { currency, fundId, isoDate, money } from './wire.ts'

export const accountStatuses = ['Entered', 'Active', 'Immobile', 'Closed'] as const
export type AccountStatus = (typeof accountStatuses)[number]

/** The succession plan for the last donor's death (§3); staff set ENDOWED. */
const successionPlanTypes = ['NONE', 'INDIVIDUALS', 'CHARITIES', 'BOTH', 'ENDOWED'] as const

export const account = z.object({
  id: z.string(),
  fundId: z.int(),
  /** With ' (status)' where the display rule of §3 asks for it. */
  accountName: z.string(),
  accountStatus: z.enum(accountStatuses),
  organizationLegalName: z.nullable(z.string()),
  donorName: z.string(),
  accountType: z.string(),
  total: money,
  available: money,
  currency,
  /** The first day on which the account was active; null until then (§16). */
  openedDate: z.nullable(isoDate),
  /** The day from which contributions may be received. */
  enteredDate: isoDate,
  closedDate: z.nullable(isoDate),
  writeAccess: z.boolean(),
  successionPlanTypeCode: z.enum(successionPlanTypes),
})
export type Account = z.output<typeof account>

/** The account shown in the overview bar (§2.4): its available balance and what makes it up. */
export const accountOverview = z.object({
  ...account.shape,
  /** Whose side the caller is on: the fund's own people recommend in their own name, the sponsor's staff for a donor. */
  side: z.enum(['fund', 'sponsor']),
  endingMinor: money,
  pendingMinor: money,
  excludedMinor: money,
  availableMinor: money,
})

export const getAccountOverview = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}',
  summary: 'Returns one fund account with its balances',
  access: 'ACCOUNT_DETAIL_VIEW',
  params: z.object({ fundId }),
  reply: accountOverview,
})
