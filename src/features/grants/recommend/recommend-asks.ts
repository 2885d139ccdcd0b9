import * as z from 'zod/mini'
import type { OpeningAt } from '../../../web/api/ask-ahead.ts'
import { query, queryClient } from '../../../web/api/query.ts'
import { getProfile } from '../../people/profile/profile.contract.ts'
import { grantsToRepeat } from './grants-to-repeat.ts'

const beginning = z.object({
  charity: z.optional(z.string()),
  grant: z.optional(z.string()),
  draft: z.optional(z.string()),
})

/**
 * Asks for what a recommendation that begins with the search shows first; nothing for others, and where none may be made. `askForList` asks
 * for the fund's charity list.
 */
export function askForBeginning({ account, actions, search }: OpeningAt, askForList: () => void): void {
  if (!actions.includes('GRANT_RECOMMEND') || !account.writeAccess || account.accountStatus !== 'Active')
    return
  const { data } = z.safeParse(beginning, search)
  if (!data || data.charity !== undefined || data.grant !== undefined || data.draft !== undefined) return
  void queryClient.prefetchQuery(query(getProfile, {}))
  void queryClient.prefetchQuery(grantsToRepeat(account.fundId))
  askForList()
}
