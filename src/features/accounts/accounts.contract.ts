import * as z from 'zod/mini'
import { account } from '../../contract/account-overview.contract.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { listOf, listQuery } from '../../contract/wire.ts'

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
