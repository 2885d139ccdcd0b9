import type { Kysely } from 'kysely'
import type { CharityRegister } from '../../../clients/client.ts'
import type { DB } from '../../../server/db/schema.ts'
import { isOneErrorApart, minFuzzyLength, nearKeys } from '../domain/near-words.ts'
import { isOptional, parseSearchTerms, type SearchTerms, withWords } from '../domain/search-terms.ts'
import { possibleWords, respellings } from '../domain/spelling-variants.ts'
import { wordKey } from '../domain/synonyms.ts'
import { findKnownWords, findVariants } from './charity-words.queries.ts'
import { causeKey, stateKey } from './import/register-row.ts'
import {
  byNumber,
  byParts,
  byRespelling,
  byWordKeys,
  byWords,
  type CharityFound,
  maxCandidates,
  type SearchParameters,
  type WordMatch,
  withGenericPlans,
} from './match-charities.queries.ts'

export type CharitySearch = {
  /** As typed: words of the name, alias or town, or a number in any spelling. */
  keywords: string
  /** Two letters; US charities only. */
  state?: string
  /** The letter of an NTEE major group; US charities only. */
  cause?: string
  registers: readonly CharityRegister[]
  /** How many at most; 1 to 50. */
  first: number
  /** How many of the best to leave out: those of the pages before. */
  offset?: number
  /** Search only these charities. */
  among?: readonly string[]
  /** Show those of these charities first that have all the words. */
  firstOf?: readonly string[]
}

type FoundCharities = {
  charities: CharityFound[]
  /** Whether no charity has all the words, so that these have only some of them. */
  isPartial: boolean
  hasMore: boolean
}

const maxResults = 50
/** With fewer results than this, the search also allows typing errors and other spaces. */
const fewFound = 5
const maxSpellings = 6

/**
 * Finds charities while the search is being typed: by number, or by all words, the last of which may be incomplete and the first of
 * which may be initials. If there are few results and none has just these words, also by all words with one typing error in each or by
 * their beginnings, and with words joined or split. If there are none at all, by some of the words. Names of just these words come first,
 * then charities that can receive a grant, then names with this beginning, then the closest in length or spelling, then the largest. A
 * text without words returns no rows.
 */
export async function matchCharities(db: Kysely<DB>, search: CharitySearch): Promise<FoundCharities> {
  const terms = parseSearchTerms(search.keywords)
  if (terms === null || search.registers.length === 0)
    return { charities: [], isPartial: false, hasMore: false }
  const first = Math.min(Math.max(Math.trunc(search.first), 1), maxResults)
  const offset = Math.min(Math.max(Math.trunc(search.offset ?? 0), 0), maxCandidates)
  const parameters: SearchParameters = {
    terms,
    // One more than asked for shows whether there are more; the pages must not differ in what they search.
    limit: Math.min(Math.max(offset + first + 1, fewFound), maxCandidates),
    registers: [...search.registers],
    filterKeys: filterKeys(search),
    among: search.among ?? null,
  }
  const { found, isPartial } = await withGenericPlans(db, connection =>
    findTheseFirst(connection, parameters, search.firstOf ?? []),
  )
  return {
    charities: found.slice(offset, offset + first),
    isPartial,
    hasMore: found.length > offset + first,
  }
}

type InTurn = { found: CharityFound[]; isPartial: boolean }

async function findTheseFirst(
  db: Kysely<DB>,
  parameters: SearchParameters,
  firstOf: readonly string[],
): Promise<InTurn> {
  if (firstOf.length === 0) return await findInTurn(db, parameters)
  const { found: these } = await findAllWords(db, { ...parameters, among: firstOf })
  const all = await findInTurn(db, parameters)
  if (these.length === 0) return all
  const known = new Set(these.map(({ charityId }) => charityId))
  const others = all.isPartial ? [] : all.found.filter(({ charityId }) => !known.has(charityId))
  return { found: [...these, ...others], isPartial: false }
}

async function findInTurn(db: Kysely<DB>, parameters: SearchParameters): Promise<InTurn> {
  const { found, near } = await findAllWords(db, parameters)
  if (found.length > 0 || near === null) return { found, isPartial: false }
  for (const sets of await partsToTry(db, parameters.terms, near)) {
    const { rows } = await byParts(parameters, sets).execute(db)
    if (rows.length > 0) return { found: rows, isPartial: true }
  }
  return { found, isPartial: false }
}

/** By the number or all words, in one spelling or another. `near`: the words of the register near those typed, if they were needed. */
async function findAllWords(
  db: Kysely<DB>,
  parameters: SearchParameters,
): Promise<{ found: CharityFound[]; near: NearWords | null }> {
  const { terms } = parameters
  let found: CharityFound[] = []
  const add = async (query: ReturnType<typeof byNumber>) => {
    if (query === null) return
    const known = new Set(found.map(charity => charity.charityId))
    const { rows } = await query.execute(db)
    found = [...found, ...rows.filter(charity => !known.has(charity.charityId))]
  }
  await add(byNumber(parameters))
  if (!isEnough(found, terms)) await add(byWords(parameters))
  if (isEnough(found, terms)) return { found, near: null }
  const near = await nearWords(db, terms.words)
  await add(byNearWords(parameters, near))
  if (!isEnough(found, terms)) await add(await byOtherSpaces(db, parameters))
  return { found, near }
}

/** Whether no fuzzy search is needed: there are several results, or an exact number or name, perhaps with its town. */
function isEnough(found: readonly CharityFound[], { charityIds, nameHashes }: SearchTerms): boolean {
  const [best] = found
  if (best === undefined) return false
  return found.length >= fewFound || charityIds.includes(best.charityId) || nameHashes.includes(best.nameHash)
}

/** For each word, the register's words that differ by at most one typing error, and the word itself. */
async function nearWords(
  db: Kysely<DB>,
  words: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const fuzzy = words.filter(word => word.length >= minFuzzyLength)
  const variants = await findVariants(db, fuzzy.flatMap(nearKeys))
  return new Map(
    words.map(word => [word, [word, ...variants.filter(variant => isOneErrorApart(word, variant))]]),
  )
}

type NearWords = Awaited<ReturnType<typeof nearWords>>

/** All words with one typing error in each, or by their beginnings; null where all words are optional. */
function byNearWords(parameters: SearchParameters, near: NearWords) {
  const { words } = parameters.terms
  const certain = words.filter(word => !isOptional(word))
  const required = certain.length > 0 ? certain : words.filter(word => word.length >= minFuzzyLength)
  if (required.length === 0) return null
  return byWordKeys(
    parameters,
    required.map(word => ({ word, keys: [...new Set((near.get(word) ?? [word]).map(wordKey))] })),
  )
}

/** Words joined or split as the register has them; null where it has no such words. */
async function byOtherSpaces(db: Kysely<DB>, parameters: SearchParameters) {
  const { terms } = parameters
  const possible = [...terms.typed, ...possibleWords(terms.typed)]
  const known = await findKnownWords(db, possible)
  const spellings = respellings(terms.typed, known, terms.lastIsIncomplete)
    .map(typed => withWords(terms, typed))
    .filter(({ words }) => words.length > 0)
    .slice(0, maxSpellings)
  return spellings.length === 0 ? null : byRespelling(parameters, spellings)
}

/** The sets of words that a partial match may have, the best attempt first: all known words, all but one, the two rarest. */
async function partsToTry(db: Kysely<DB>, { words }: SearchTerms, near: NearWords): Promise<WordMatch[][][]> {
  const frequencies = await findKnownWords(db, [...near.values()].flat())
  const known = words.flatMap(word => {
    const spellings = near.get(word) ?? [word]
    const frequency = spellings.reduce((sum, spelling) => sum + (frequencies.get(spelling) ?? 0), 0)
    return frequency === 0
      ? []
      : [{ keys: [...new Set(spellings.map(wordKey))], weight: 1 / Math.log(frequency + 2) }]
  })
  const rarestFirst = known.toSorted((a, b) => b.weight - a.weight)
  const attempts = [
    known.length < words.length ? [known] : [],
    known.map((_, index) => known.toSpliced(index, 1)),
    [rarestFirst.slice(0, 2)],
    [rarestFirst.slice(0, 1)],
  ]
  return attempts.map(sets => sets.filter(set => set.length > 0)).filter(sets => sets.length > 0)
}

function filterKeys({ state, cause }: CharitySearch): number[] {
  const keys: number[] = []
  if (state) keys.push(stateKey(state.slice(0, 2).toUpperCase()))
  if (cause) keys.push(causeKey(cause.slice(0, 1).toUpperCase()))
  return keys
}
