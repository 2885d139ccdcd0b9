import type { Kysely } from 'kysely'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { isFundId } from '../../../domain/fund-id.ts'
import type { DB } from '../../../server/db/schema.ts'
import { keysetPage, splitPage } from '../../../server/http/keyset-page.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../users.contract.ts'
import { titleOfRight } from './right-response.ts'
import { staffSetsInForce } from './staff-sets.ts'
import {
  findUsers,
  lastLogins,
  listRightsOf,
  peopleOfFund,
  type UserRow,
  userKeysets,
} from './users.queries.ts'

type Query = Omit<HandlerInput<typeof contract.listUsers>['query'], 'columns' | 'cacheStrategy'>

type Context = Pick<ContextOf<typeof contract.listUsers>, 'realmDb' | 'db' | 'otherBook' | 'client'>

/** People of the realm, by name, with what they may do in short. An account ID is looked up in each book that the client shows. */
export async function listUsers(
  { query }: { query: Query },
  { realmDb, db, otherBook, client }: Context,
): Promise<Reply<typeof contract.listUsers>> {
  const { show } = query
  const keywords = query.keywords.trim()
  const page = keysetPage({ query, defaultSort: 'name', keysetsOf: userKeysets })
  const ofAccount = isFundId(keywords)
    ? await peopleOfAccount([db, ...(otherBook ? [otherBook.db] : [])], Number(keywords))
    : null
  const found = await findUsers(realmDb, { keywords, show, ofAccount }, page)
  const { rows, meta } = splitPage(page, found.rows, found.total)
  const userIds = rows.map(row => row.user_id)
  const rights = await listRightsOf(realmDb, userIds, { ended: 0 })
  const sets = await staffSetsInForce(realmDb, client)
  const logins = await lastLogins(realmDb, userIds)
  return {
    data: rows.map(row => {
      const own = rights.filter(right => right.user_id === row.user_id)
      const shown = own.filter(({ state }) => state === 'active' || state === 'suspended')
      return {
        ...identityOf(row),
        rights: [...new Set(shown.map(right => titleOfRight(right, sets)))],
        waiting: own.filter(({ state }) => state === 'requested').length,
        lastLogin: logins.get(row.user_id) ?? null,
      }
    }),
    meta,
  }
}

/** The people with a part in an account of one of the books. Two books may have accounts of the same ID. */
async function peopleOfAccount(books: readonly Kysely<DB>[], fundId: number): Promise<string[]> {
  const people = await Promise.all(books.map(db => peopleOfFund(db, fundId)))
  return [...new Set(people.flat())]
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
