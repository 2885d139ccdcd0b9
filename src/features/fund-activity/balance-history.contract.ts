import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { fundId, isoDate, money } from '../../contract/wire.ts'

/** The data of the balance chart: balance, contributions, grants and transfers of each day. */
export const getBalanceHistory = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/balance-history',
  summary: 'Returns the balance of a fund on each day of a range on which it changed',
  access: 'FUND_ENDING_BALANCE_VIEW',
  params: z.object({ fundId }),
  /** Both days are included. */
  query: z.object({ from: isoDate, to: isoDate }),
  reply: z.object({
    beginningMinor: money,
    days: z.array(
      z.object({
        date: isoDate,
        balanceMinor: money,
        contributionsMinor: money,
        grantsMinor: money,
        transfersInMinor: money,
        transfersOutMinor: money,
      }),
    ),
  }),
})
