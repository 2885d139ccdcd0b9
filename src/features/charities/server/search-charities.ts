import type { Kysely } from 'kysely'
import type { CharityRegister, Client } from '../../../clients/client.ts'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type { DB } from '../../../server/db/schema.ts'
import { invalidCursor } from '../../../server/http/keyset-page.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../charities.contract.ts'
import type { CharityRow } from '../charities.contract.ts'
import { maxCountedNamesakes } from '../domain/namesakes.ts'
import { parseSearchTerms } from '../domain/search-terms.ts'
import { wordKey } from '../domain/synonyms.ts'
import { findCharities, findNamesakes } from './charities.queries.ts'
import { briefResponse, rowResponse } from './charity-response.ts'
import type { CharityFound } from './match-charities.queries.ts'
import { matchCharities } from './match-charities.ts'

const maxNamesakes = 3

export const searchCharities = (
  { query }: HandlerInput<typeof contract.searchCharities>,
  { db, client }: ContextOf<typeof contract.searchCharities>,
): Promise<Reply<typeof contract.searchCharities>> => foundCharities(db, query, client, [])

/** The results of a search, best match first, each with its namesakes and whether it can be selected. Those of `firstOf` come first. */
export async function foundCharities(
  db: Kysely<DB>,
  query: HandlerInput<typeof contract.searchCharities>['query'],
  client: Pick<Client, 'charityRegisters'>,
  firstOf: readonly string[],
): Promise<Reply<typeof contract.searchCharities>> {
  const { keywords, state, cause, first } = query
  const offset = offsetOf(query.after)
  const { charities, isPartial, hasMore } = await matchCharities(db, {
    keywords,
    first,
    offset,
    registers: client.charityRegisters,
    firstOf,
    ...(state === undefined ? {} : { state }),
    ...(cause === undefined ? {} : { cause }),
  })
  const [rows, namesakes] = await Promise.all([
    charityRows(db, charities, client),
    namesakesOf(db, charities, keywords, client.charityRegisters),
  ])
  return {
    data: rows.map(row => ({ ...row, ...namesakes(row.charityId) })),
    meta: {
      matches: isPartial ? 'some-words' : 'all-words',
      next: hasMore ? nextCursor(offset, charities.length, offset + charities.length + 1) : null,
    },
  }
}

/** The charities that a search found, in its order. */
export async function charityRows(
  db: Kysely<DB>,
  found: readonly CharityFound[],
  client: Pick<Client, 'charityRegisters'>,
): Promise<CharityRow[]> {
  const records = await findCharities(
    db,
    found.map(({ charityId }) => charityId),
  )
  const byId = new Map(records.map(record => [record.charity_id, record]))
  return found.flatMap(({ charityId }) => {
    const record = byId.get(charityId)
    return record ? [rowResponse(record, client)] : []
  })
}

/** The first namesakes of each charity, those in the town of the search before the others. */
async function namesakesOf(
  db: Kysely<DB>,
  found: readonly CharityFound[],
  keywords: string,
  registers: readonly CharityRegister[],
) {
  const shared = found.filter(({ sharesNameWith }) => sharesNameWith > 0)
  const namesakes = await findNamesakes(
    db,
    shared.map(({ charityId }) => charityId),
    { registers, wordKeys: parseSearchTerms(keywords)?.words.map(wordKey) ?? [], maxEach: maxNamesakes },
  )
  return (charityId: string) => {
    const count = shared.find(charity => charity.charityId === charityId)?.sharesNameWith ?? 0
    return {
      namesakes: Math.min(count, maxCountedNamesakes),
      hasMoreNamesakes: count > maxCountedNamesakes,
      sharesNameWith: namesakes.filter(({ of }) => of === charityId).map(briefResponse),
    }
  }
}

/**
 * Decodes a cursor of a list that is sorted by relevance, and so has no keys to continue from
 * (docs/decisions/0025-lists-and-exports.md). Cursors are opaque to callers (§10).
 *
 * @throws Problem validation on `after` if the cursor is malformed.
 */
function offsetOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  const text = Buffer.from(cursor, 'base64url').toString('utf8')
  if (!/^o\d{1,7}$/.test(text)) throw invalidCursor()
  return Number(text.slice(1))
}

/** The cursor of the next page; null on the last page. */
function nextCursor(offset: number, rows: number, total: number): string | null {
  const next = offset + rows
  return rows > 0 && next < total ? Buffer.from(`o${next}`).toString('base64url') : null
}
