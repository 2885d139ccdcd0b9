import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'
import { minFuzzyLength, nearKeys, stableHash } from '../domain/near-words.ts'
import { isOptional, type SearchTerms } from '../domain/search-terms.ts'
import type { RegisterName } from './import/register-row.ts'

export type CharityFound = {
  charityId: string
  register: RegisterName
  /** Without punctuation: nine digits of an EIN, `1000005`, `SC012345`, `NIC100012`. */
  number: string
  name: string
  alsoKnownAs: string | null
  city: string | null
  state: string | null
  ntee: string | null
  assetsWholeUnits: bigint | null
  /** YYYY-MM-DD of the first file that no longer contains the charity. */
  leftOn: string | null
  /** How many others in these registers have the same name, up to 20. */
  sharesNameWith: number
  /** How many others of the IRS file have the same street and postal code, up to 20. */
  sharesAddressWith: number
}

export type SearchParameters = {
  terms: SearchTerms
  first: number
  registers: RegisterName[]
  /** Keys of the state and the cause, which every result has; empty: any charity. */
  filterKeys: number[]
}
type Query = RawBuilder<CharityFound>

/** More candidates than this are not ranked; the largest charities come first (merge-register.queries.ts). */
const maxCandidates = 200
const maxNearWords = 300
const maxShared = 20

/**
 * Planning these queries takes as long as running them, and plans for specific words are no better than generic ones: so the
 * connection uses generic plans during the search.
 */
export async function withGenericPlans<T>(
  db: Kysely<DB>,
  work: (connection: Kysely<DB>) => Promise<T>,
): Promise<T> {
  if (db.isTransaction) return await work(db)
  return await db.connection().execute(async connection => {
    await sql`select set_config('plan_cache_mode', 'force_generic_plan', false)`.execute(connection)
    try {
      return await work(connection)
    } finally {
      await sql`select set_config('plan_cache_mode', 'auto', false)`.execute(connection)
    }
  })
}

/** The columns for ranking and showing a candidate. */
const candidateColumns = sql`c.charity_id, c.register, c.number, c.name, c.also_known_as, c.city, c.state, c.ntee,
  c.assets_whole_units, c.delisted_on, c.name_key, c.name_hash, c.address_hash`

/** The best candidates. Namesakes are counted only for the few rows that are returned. */
function shown(
  parameters: SearchParameters,
  candidates: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Query {
  return sql<CharityFound>`
    select c.charity_id as "charityId", c.register, c.number, c.name, c.also_known_as as "alsoKnownAs", c.city, c.state, c.ntee,
           c.assets_whole_units as "assetsWholeUnits", c.delisted_on as "leftOn",
           (select count(*)::integer from (select from charity o
             where o.name_hash = c.name_hash and o.name_key = c.name_key and o.charity_id <> c.charity_id
               and o.register = any(${parameters.registers}::text[]) and o.delisted_on is null limit ${sql.lit(maxShared)}) n) as "sharesNameWith",
           (select count(*)::integer from (select from charity o
             where o.address_hash = c.address_hash and o.charity_id <> c.charity_id and o.delisted_on is null
             limit ${sql.lit(maxShared)}) a) as "sharesAddressWith"
      from (select c.* from (${candidates}) c order by ${order}, c.assets_whole_units desc nulls last, c.charity_id limit ${parameters.first}) c`
}

/** Matches whole numbers and beginnings of numbers; null where no number was typed. */
export function byNumber(parameters: SearchParameters): Query | null {
  const { charityIds, idPrefix } = parameters.terms
  if (charityIds.length === 0 && idPrefix === null) return null
  const conditions = [sql`c.charity_id = any(${charityIds}::text[])`]
  for (const register of idPrefix === null ? [] : ['US-EIN-', 'GB-CHC-']) {
    conditions.push(sql`c.charity_id between ${`${register}${idPrefix}`} and ${`${register}${idPrefix}~`}`)
  }
  const candidates = sql`select ${candidateColumns} from charity c
    where (${sql.join(conditions, sql` or `)}) and ${inScope(parameters)} limit ${sql.lit(maxCandidates)}`
  return shown(parameters, candidates, sql`c.charity_id = any(${charityIds}::text[]) desc`)
}

/** Matches all words, the last one also as a beginning, and the exact name whatever its words are. */
export function byWords(parameters: SearchParameters): Query {
  const { key, words } = parameters.terms
  const open = incompleteWord(parameters.terms)
  const hashes = words.map(stableHash)
  const required = open === null ? hashes : hashes.slice(0, -1)
  const having = [
    ...(required.length > 0 ? [matchesAll(required)] : []),
    ...(open === null ? [] : [matchesOneOf([hashes.at(-1) ?? 0], open)]),
  ]
  const exact = sql`(select ${candidateColumns} from charity c
    where c.name_hash = ${stableHash(key)}::integer and c.name_key = ${key} and ${inScope(parameters)} limit ${sql.lit(maxCandidates)})`
  const others = sql`(select ${candidateColumns} from charity c
    where ${sql.join(having, sql` and `)} and c.name_key <> ${key} and ${inScope(parameters)} limit ${sql.lit(maxCandidates)})`
  return shown(
    parameters,
    having.length === 0 ? exact : sql`${exact} union all ${others}`,
    sql`c.name_key = ${key} desc, c.delisted_on is null desc, starts_with(c.name_key, ${key}) desc,
      abs(length(c.name_key) + case when ${key}::text like '% ' || upper(c.city) then length(c.city) + 1 else 0 end - ${key.length}::integer) / 8`,
  )
}

/** Matches all words with one typing error in each; null where all words are optional. */
export function byNearWords(parameters: SearchParameters): Query | null {
  const { key, words } = parameters.terms
  const open = incompleteWord(parameters.terms)
  const certain = words.filter(word => !isOptional(word))
  const required = certain.length > 0 ? certain : words.filter(word => word.length >= minFuzzyLength)
  if (required.length === 0) return null
  const having = required.map(word => matchesNear(word, word === open ? open : null))
  const candidates = sql`select ${candidateColumns} from charity c
    where ${sql.join(having, sql` and `)} and ${inScope(parameters)} limit ${sql.lit(maxCandidates)}`
  // Beyond four errors, all names count as equally distant.
  const distance = (text: RawBuilder<unknown>) =>
    sql`levenshtein_less_equal(left(${text}, 60), left(${key}, 60), 4)`
  return shown(
    // Leaves room for results that the exact search has already returned.
    { ...parameters, first: parameters.first * 2 },
    candidates,
    sql`least(${distance(sql`c.name_key`)}, ${distance(sql`c.name_key || ' ' || upper(coalesce(c.city, ''))`)}),
      c.delisted_on is null desc, abs(length(c.name_key) - ${key.length}::integer) / 4`,
  )
}

/** The last word, if it may be incomplete. */
function incompleteWord({ words, lastIsIncomplete }: SearchTerms): string | null {
  return lastIsIncomplete ? (words.at(-1) ?? null) : null
}

function inScope({ registers, filterKeys }: SearchParameters): RawBuilder<unknown> {
  const ofRegister = sql`c.register = any(${registers}::text[])`
  // An empty filter matches every charity and would scan the whole index.
  return filterKeys.length === 0 ? ofRegister : sql`${ofRegister} and ${matchesAll(filterKeys)}`
}

function matchesAll(keys: number[]): RawBuilder<unknown> {
  return sql`c.search_keys @> ${keys}::integer[]`
}

function matchesOneOf(keys: number[], open: string): RawBuilder<unknown> {
  return sql`c.search_keys && (${keys}::integer[] || ${wordsBeginningWith(open)})`
}

function matchesNear(word: string, open: string | null): RawBuilder<unknown> {
  const near = sql`array(select word_hash from charity_word_variant where variant_key = any(${nearKeys(word)}::integer[]) limit ${sql.lit(maxNearWords)})`
  const keys = sql`${[stableHash(word)]}::integer[] || ${near}`
  return open === null
    ? sql`c.search_keys && (${keys})`
    : sql`c.search_keys && (${keys} || ${wordsBeginningWith(open)})`
}

/** Words with this beginning, the most frequent first; fewer for a short beginning. */
function wordsBeginningWith(open: string): RawBuilder<unknown> {
  const most = open.length < 2 ? 0 : open.length < 4 ? 8 : 32
  return sql`array(select word_hash from charity_word
    where word >= ${open} and word < ${`${open}\u{10FFFF}`} and frequency > 0 order by frequency desc limit ${sql.lit(most)})`
}
