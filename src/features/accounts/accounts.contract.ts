import * as z from 'zod/mini'
import { account } from '../../contract/account-overview.contract.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { exportQuery, fileReply } from '../../contract/list.ts'
import { listOf, listQuery } from '../../contract/wire.ts'

const keywords = z._default(z.string().check(z.maxLength(200)), '')

/** The account search (§5): digits match the start of a fund id, the whole text a part of an account name. */
export const searchAccounts = endpoint({
  method: 'GET',
  path: '/api/accounts',
  summary: 'Searches, sorts and pages through the fund accounts that the caller may see',
  access: 'USER_SS_VIEW',
  query: z.object({ ...listQuery, keywords }),
  reply: listOf(account),
})

/** accounts.xlsx (§9): every account that the search shows. */
export const exportAccounts = endpoint({
  method: 'GET',
  path: '/api/accounts/export',
  summary: 'Exports the accounts that a search finds as a workbook or as comma-separated values',
  access: 'USER_SS_VIEW',
  query: z.object({ ...exportQuery, keywords }),
  reply: fileReply,
  file: true,
})
