import * as z from 'zod/mini'
import { account } from '../../contract/account-overview.contract.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { exportQuery, fileReply } from '../../contract/list.ts'
import { flag, listOf, listQuery, searchKeywords } from '../../contract/wire.ts'

const search = {
  keywords: z._default(searchKeywords, ''),
  /** Adds the client's other book, if it has one; by default as `queriesSecondaryByDefault`. */
  querySecondary: z.optional(flag),
}

const page = listOf(account)

/** The account search (§5): digits match the beginning of a fund id, words any part of an account name. */
export const searchAccounts = endpoint({
  method: 'GET',
  path: '/api/accounts',
  summary: 'Searches, sorts and pages through the fund accounts that the caller may see',
  access: 'USER_SS_VIEW',
  query: z.object({ ...listQuery, ...search }),
  reply: z.extend(page, {
    /** `isTotalExact`: false where a search has more matches than are counted; there are then at least `total`. */
    meta: z.extend(page.shape.meta, { isTotalExact: z.boolean() }),
  }),
})

/** accounts.xlsx (§9): every account that the search shows. */
export const exportAccounts = endpoint({
  method: 'GET',
  path: '/api/accounts/export',
  summary: 'Exports the accounts that a search finds as a workbook or as comma-separated values',
  access: 'USER_SS_VIEW',
  records: ['file-exported'],
  query: z.object({ ...exportQuery, ...search }),
  reply: fileReply,
  file: true,
})
