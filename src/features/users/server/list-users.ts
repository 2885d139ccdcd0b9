import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { isFundId } from '../../../domain/fund-id.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../users.contract.ts'
import { titleOfRight } from './right-response.ts'
import { findUsers, lastLogins, listRightsOf, peopleOfFund, type UserRow } from './users.queries.ts'

const maxListed = 100

/** People of the realm, by name, with what they may do in short. */
export async function listUsers(
  { query: { keywords, show } }: HandlerInput<typeof contract.listUsers>,
  { realmDb, db, client }: ContextOf<typeof contract.listUsers>,
): Promise<Reply<typeof contract.listUsers>> {
  const text = keywords.trim()
  const ofAccount = isFundId(text) ? await peopleOfFund(db, Number(text)) : null
  const { rows, total } = await findUsers(realmDb, { keywords: text, show, ofAccount, limit: maxListed })
  const userIds = rows.map(row => row.user_id)
  const rights = await listRightsOf(realmDb, userIds, { ended: 0 })
  const logins = await lastLogins(realmDb, userIds)
  return {
    data: rows.map(row => {
      const own = rights.filter(right => right.user_id === row.user_id)
      const shown = own.filter(({ state }) => state === 'active' || state === 'suspended')
      return {
        ...identityOf(row),
        rights: [...new Set(shown.map(right => titleOfRight(right, client)))],
        waiting: own.filter(({ state }) => state === 'requested').length,
        lastLogin: logins.get(row.user_id) ?? null,
      }
    }),
    meta: { total },
  }
}

export const identityOf = (row: UserRow) => ({
  personId: row.user_id,
  userId: row.sso_id,
  name: row.name,
  email: row.email,
  access: row.has_access
    ? ('active' as const)
    : row.suspended_at !== null
      ? ('suspended' as const)
      : ('none' as const),
})
