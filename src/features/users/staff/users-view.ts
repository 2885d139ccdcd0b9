import * as z from 'zod/mini'
import { searchKeywords } from '../../../contract/wire.ts'
import { optionalParam } from '../../../web/routing/search-params.ts'
import { userFilters } from '../users.contract.ts'

/** What the address of the list says. */
export const usersSearch = z.object({
  keywords: optionalParam(searchKeywords),
  show: optionalParam(z.enum(userFilters)),
  view: optionalParam(z.enum(['10', '50', 'all'])),
  sort: optionalParam(z.enum(['name', '-name'])),
})
