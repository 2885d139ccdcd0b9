import type { Kysely } from 'kysely'
import type { Book } from '../../../clients/client.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import type { DB } from '../../../server/db/schema.ts'
import { keysetPage, mergeRows, splitPage } from '../../../server/http/keyset-page.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../accounts.contract.ts'
import { queriesSecondaryByDefault } from '../domain/query-secondary.ts'
import { toResponse } from './get-account-overview.ts'
import { accountKeysets, listAccounts } from './search-accounts.queries.ts'

type Search = {
  keywords: string
  querySecondary?: boolean | undefined
  sort?: string | undefined
  first: number
  after?: string | undefined
}

type Context = Pick<
  ContextOf<typeof contract.searchAccounts>,
  'db' | 'client' | 'book' | 'otherBook' | 'actor'
>

/** One page of the accounts that the caller may see, sorted by name unless the query says otherwise (§9). */
export async function searchAccounts(
  { query }: { query: Search },
  context: Context,
): Promise<Reply<typeof contract.searchAccounts>> {
  return await readAccounts(query, context, { countsAll: false })
}

export async function readAccounts(
  query: Search,
  context: Context,
  { countsAll }: { countsAll: boolean },
): Promise<Reply<typeof contract.searchAccounts>> {
  const { client, book, actor } = context
  const keysetsOf = accountKeysets(book.currency)
  const page = keysetPage({ query, defaultSort: 'accountName', keysetsOf })
  const { userId, seesEveryAccount } = actor
  const search = { userId, seesEveryAccount, keywords: query.keywords, countsAll }
  const perBook = await Promise.all(
    booksSearched(query, context).map(async ({ db, ...inBook }) => {
      const keyset = { ...page.keyset, keys: accountKeysets(inBook.currency)[page.order] }
      const found = await listAccounts(db, search, { ...page, keyset })
      return { ...found, rows: found.rows.map(row => ({ ...row, book: inBook })) }
    }),
  )
  const counted = {
    total: page.countedTotal ?? perBook.reduce((sum, { total }) => sum + total, 0),
    isTotalExact: page.countedTotal === null ? perBook.every(found => found.isTotalExact) : page.isTotalExact,
  }
  const merged = mergeRows(
    perBook.map(({ rows }) => rows),
    page,
  )
  const { rows, meta } = splitPage({ ...page, ...counted }, merged, counted.total)
  return {
    data: rows.map(row => toResponse(row, { client, book: row.book, actor })),
    meta: { ...meta, isTotalExact: counted.isTotalExact },
  }
}

/** The book of the request, and the client's other one if the search includes it. */
export function booksSearched(
  { querySecondary }: Pick<Search, 'querySecondary'>,
  { book, db, otherBook }: Context,
): (Book & { db: Kysely<DB> })[] {
  const own = { ...book, db }
  const isIncluded = querySecondary ?? queriesSecondaryByDefault(otherBook !== null, book.currency)
  return otherBook !== null && isIncluded
    ? [own, { name: otherBook.name, currency: otherBook.currency, db: otherBook.db }]
    : [own]
}
