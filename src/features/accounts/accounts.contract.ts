import * as z from 'zod/mini'
import { account } from '../../contract/account-overview.contract.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { listOf, listQuery } from '../../contract/wire.ts'

export const accountSorts = ['accountName', 'fundId', 'total', 'available', 'donorName'] as const

/** The account search (§5): digits match the start of a fund id, the whole text a part of an account name. */
export const searchAccounts = endpoint({
  method: 'GET',
  path: '/api/accounts',
  summary: 'Searches, sorts and pages through the fund accounts that the caller may see',
  access: 'USER_SS_VIEW',
  query: z.object({ ...listQuery, keywords: z._default(z.string().check(z.maxLength(200)), '') }),
  reply: listOf(account),
})
