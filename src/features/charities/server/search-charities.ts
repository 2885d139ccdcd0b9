import type { Kysely } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'
import { nameKey } from '../domain/name-key.ts'
import { parseSearchTerms } from '../domain/search-terms.ts'
import { causeKey, type RegisterName, stateKey } from './import/register-row.ts'
import {
  byNearWords,
  byNumber,
  byWords,
  type CharityFound,
  type SearchParameters,
  withGenericPlans,
} from './search-charities.queries.ts'

export type CharitySearch = {
  /** As typed: words of the name, alias or town, or a number in any spelling. */
  keywords: string
  /** Two letters; US charities only. */
  state?: string
  /** The letter of an NTEE major group; US charities only. */
  cause?: string
  registers: readonly RegisterName[]
  /** How many at most; 1 to 50. */
  first: number
}

const maxResults = 50
/** With fewer results than this, the search also allows typing errors. */
const fewFound = 5

/**
 * Finds charities while the search is being typed: by number, or by all words, the last of which may be incomplete. If there
 * are few results and none has exactly this name, also by all words with one typing error in each. Exact names come first,
 * then names with this beginning, then the closest in length or spelling, then the largest. Runs at most two queries, a
 * third where digits were typed that are no charity's number. A text without words returns no rows.
 */
export async function searchCharities(db: Kysely<DB>, search: CharitySearch): Promise<CharityFound[]> {
  const terms = parseSearchTerms(search.keywords)
  if (terms === null || search.registers.length === 0) return []
  const parameters: SearchParameters = {
    terms,
    first: Math.min(Math.max(Math.trunc(search.first), 1), maxResults),
    registers: [...search.registers],
    filterKeys: filterKeys(search),
  }
  return await withGenericPlans(db, async connection => {
    const queries = [byNumber(parameters), byWords(parameters), byNearWords(parameters)]
    let found: CharityFound[] = []
    for (const query of queries) {
      if (query === null) continue
      const known = new Set(found.map(charity => charity.charityId))
      const { rows } = await query.execute(connection)
      found = [...found, ...rows.filter(charity => !known.has(charity.charityId))]
      if (isEnough(found, parameters)) break
    }
    return found.slice(0, parameters.first)
  })
}

/** Whether no fuzzy search is needed: there are several results, or an exact number or name. */
function isEnough(found: readonly CharityFound[], { terms, first }: SearchParameters): boolean {
  const [best] = found
  if (best === undefined) return false
  return (
    found.length >= Math.min(first, fewFound) ||
    terms.charityIds.includes(best.charityId) ||
    nameKey(best.name) === terms.key
  )
}

function filterKeys({ state, cause }: CharitySearch): number[] {
  const keys: number[] = []
  if (state) keys.push(stateKey(state.slice(0, 2).toUpperCase()))
  if (cause) keys.push(causeKey(cause.slice(0, 1).toUpperCase()))
  return keys
}
