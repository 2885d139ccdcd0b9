import * as z from 'zod/mini'
import type { OpeningAt } from '../../../web/api/ask-ahead.ts'
import { query } from '../../../web/api/query.ts'
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
export function askForBeginning({ account, can, search, ask }: OpeningAt, askForList: () => void): void {
  if (!can('GRANT_RECOMMEND') || !account.writeAccess || account.accountStatus !== 'Active') return
  const { data } = z.safeParse(beginning, search)
  if (!data || data.charity !== undefined || data.grant !== undefined || data.draft !== undefined) return
  void ask(query(getProfile, {}))
  void ask(grantsToRepeat(account.fundId))
  askForList()
}
