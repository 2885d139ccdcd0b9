import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'
import { nameKey } from '../domain/name-key.ts'
import { nearKeys, shortestMistyped, stableHash } from '../domain/near-words.ts'
import { mayBeMissing, parseSearchTerms, type SearchTerms } from '../domain/search-terms.ts'
import { causeKey, type RegisterName, stateKey } from './import/register-row.ts'

export type CharitySearch = {
  /** As typed: words of the name, the alias or the town, or a number in any of its spellings. */
  keywords: string
  /** Two letters; US charities only. */
  state?: string
  /** The letter of an NTEE major group; US charities only. */
  cause?: string
  registers: readonly RegisterName[]
  /** How many at most; 1 to 50. */
  first: number
}

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
  /** YYYY-MM-DD of the file in which the charity stood no more. */
  leftOn: string | null
  /** How many others bear the same name in the registers searched, up to 20. */
  sharesNameWith: number
  /** How many others of the IRS file have the same street and postal code, up to 20. */
  sharesAddressWith: number
}

/** More candidates than this are not ranked; the largest charities come first among them (merge-register.ts). */
const mostCandidates = 200
const mostNearWords = 300
const mostFound = 50
const mostShared = 20
/** With fewer than this, a typing error is thought of. */
const fewFound = 5

/**
 * Finds charities for a search as it is typed (open-points 6): by number, else those that have every word, the last
 * one also as a beginning; when these are few and none bears that very name, also those that have every word but for one typing
 * error in each. Exact names first, then names that begin so, then the nearest in length or spelling, then the
 * largest. Two searches at most, a third where digits were typed that are no charity's number. Anything that is no
 * text gives no rows.
 */
export async function searchCharities(db: Kysely<DB>, search: CharitySearch): Promise<CharityFound[]> {
  const terms = parseSearchTerms(search.keywords)
  if (terms === null || search.registers.length === 0) return []
  const asked: Asked = {
    terms,
    first: Math.min(Math.max(Math.trunc(search.first), 1), mostFound),
    registers: [...search.registers],
    filterKeys: filterKeys(search),
  }
  return await withKeptPlans(db, async connection => {
    const queries = [byNumber(asked), byWords(asked), byNearWords(asked)]
    let found: CharityFound[] = []
    for (const query of queries) {
      if (query === null) continue
      const known = new Set(found.map(charity => charity.charityId))
      const { rows } = await query.execute(connection)
      found = [...found, ...rows.filter(charity => !known.has(charity.charityId))]
      if (isEnough(found, asked)) break
    }
    return found.slice(0, asked.first)
  })
}

/** Number or name just as typed, or a choice: then nobody need guess at typing errors. */
function isEnough(found: readonly CharityFound[], { terms, first }: Asked): boolean {
  const [best] = found
  if (best === undefined) return false
  return (
    found.length >= Math.min(first, fewFound) ||
    terms.charityIds.includes(best.charityId) ||
    nameKey(best.name) === terms.key
  )
}

/**
 * Planning such a search anew takes as long as the search itself, and the planner's guess at the words typed is no
 * better than its guess at words in general: so the connection keeps its plans for as long as the search lasts.
 */
async function withKeptPlans<T>(db: Kysely<DB>, work: (connection: Kysely<DB>) => Promise<T>): Promise<T> {
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

type Asked = { terms: SearchTerms; first: number; registers: RegisterName[]; filterKeys: number[] }
type Query = RawBuilder<CharityFound>

function filterKeys({ state, cause }: CharitySearch): number[] {
  const keys: number[] = []
  if (state) keys.push(stateKey(state.slice(0, 2).toUpperCase()))
  if (cause) keys.push(causeKey(cause.slice(0, 1).toUpperCase()))
  return keys
}

/** What a candidate is ranked by and shown with. */
const candidateColumns = sql`c.charity_id, c.register, c.number, c.name, c.also_known_as, c.city, c.state, c.ntee,
  c.assets_whole_units, c.delisted_on, c.name_key, c.name_hash, c.address_hash`

/** The best of the candidates, each with how many a donor could take for it: counted for the few rows shown alone. */
function shown(asked: Asked, candidates: RawBuilder<unknown>, order: RawBuilder<unknown>): Query {
  return sql<CharityFound>`
    select c.charity_id as "charityId", c.register, c.number, c.name, c.also_known_as as "alsoKnownAs", c.city, c.state, c.ntee,
           c.assets_whole_units as "assetsWholeUnits", c.delisted_on as "leftOn",
           (select count(*)::integer from (select from charity o
             where o.name_hash = c.name_hash and o.name_key = c.name_key and o.charity_id <> c.charity_id
               and o.register = any(${asked.registers}::text[]) and o.delisted_on is null limit ${sql.lit(mostShared)}) n) as "sharesNameWith",
           (select count(*)::integer from (select from charity o
             where o.address_hash = c.address_hash and o.charity_id <> c.charity_id and o.delisted_on is null
             limit ${sql.lit(mostShared)}) a) as "sharesAddressWith"
      from (select c.* from (${candidates}) c order by ${order}, c.assets_whole_units desc nulls last, c.charity_id limit ${asked.first}) c`
}

/** Whole numbers and beginnings of numbers; null when no number was typed. */
function byNumber(asked: Asked): Query | null {
  const { charityIds, idPrefix } = asked.terms
  if (charityIds.length === 0 && idPrefix === null) return null
  const conditions = [sql`c.charity_id = any(${charityIds}::text[])`]
  for (const register of idPrefix === null ? [] : ['US-EIN-', 'GB-CHC-']) {
    conditions.push(sql`c.charity_id between ${`${register}${idPrefix}`} and ${`${register}${idPrefix}~`}`)
  }
  const candidates = sql`select ${candidateColumns} from charity c
    where (${sql.join(conditions, sql` or `)}) and ${ofAsked(asked)} limit ${sql.lit(mostCandidates)}`
  return shown(asked, candidates, sql`c.charity_id = any(${charityIds}::text[]) desc`)
}

/** Every word, the last one also as the beginning of one; and the name just as typed, whatever its words are. */
function byWords(asked: Asked): Query {
  const { key, words } = asked.terms
  const open = openWord(asked.terms)
  const hashes = words.map(stableHash)
  const required = open === null ? hashes : hashes.slice(0, -1)
  const having = [
    ...(required.length > 0 ? [havingAll(required)] : []),
    ...(open === null ? [] : [havingOneOf([hashes.at(-1) ?? 0], open)]),
  ]
  const exact = sql`(select ${candidateColumns} from charity c
    where c.name_hash = ${stableHash(key)}::integer and c.name_key = ${key} and ${ofAsked(asked)} limit ${sql.lit(mostCandidates)})`
  const others = sql`(select ${candidateColumns} from charity c
    where ${sql.join(having, sql` and `)} and c.name_key <> ${key} and ${ofAsked(asked)} limit ${sql.lit(mostCandidates)})`
  return shown(
    asked,
    having.length === 0 ? exact : sql`${exact} union all ${others}`,
    sql`c.name_key = ${key} desc, c.delisted_on is null desc, starts_with(c.name_key, ${key}) desc,
      abs(length(c.name_key) + case when ${key}::text like '% ' || upper(c.city) then length(c.city) + 1 else 0 end - ${key.length}::integer) / 8`,
  )
}

/** Every word but for one typing error in each; null when all that was typed may as well be missing. */
function byNearWords(asked: Asked): Query | null {
  const { key, words } = asked.terms
  const open = openWord(asked.terms)
  const certain = words.filter(word => !mayBeMissing(word))
  const required = certain.length > 0 ? certain : words.filter(word => word.length >= shortestMistyped)
  if (required.length === 0) return null
  const having = required.map(word => havingNear(word, word === open ? open : null))
  const candidates = sql`select ${candidateColumns} from charity c
    where ${sql.join(having, sql` and `)} and ${ofAsked(asked)} limit ${sql.lit(mostCandidates)}`
  // beyond four errors all names are equally far
  const distance = (text: RawBuilder<unknown>) =>
    sql`levenshtein_less_equal(left(${text}, 60), left(${key}, 60), 4)`
  return shown(
    // room for those that were found without an error already
    { ...asked, first: asked.first * 2 },
    candidates,
    sql`least(${distance(sql`c.name_key`)}, ${distance(sql`c.name_key || ' ' || upper(coalesce(c.city, ''))`)}),
      c.delisted_on is null desc, abs(length(c.name_key) - ${key.length}::integer) / 4`,
  )
}

/** The last word where it may still be being typed. */
function openWord({ words, lastIsOpen }: SearchTerms): string | null {
  return lastIsOpen ? (words.at(-1) ?? null) : null
}

function ofAsked({ registers, filterKeys }: Asked): RawBuilder<unknown> {
  const ofRegister = sql`c.register = any(${registers}::text[])`
  // every charity has all keys of none: as a condition that would be a walk through the whole index
  return filterKeys.length === 0 ? ofRegister : sql`${ofRegister} and ${havingAll(filterKeys)}`
}

function havingAll(keys: number[]): RawBuilder<unknown> {
  return sql`c.search_keys @> ${keys}::integer[]`
}

function havingOneOf(keys: number[], open: string): RawBuilder<unknown> {
  return sql`c.search_keys && (${keys}::integer[] || ${beginnings(open)})`
}

function havingNear(word: string, open: string | null): RawBuilder<unknown> {
  const near = sql`array(select word_hash from charity_word_variant where variant_key = any(${nearKeys(word)}::integer[]) limit ${sql.lit(mostNearWords)})`
  const keys = sql`${[stableHash(word)]}::integer[] || ${near}`
  return open === null
    ? sql`c.search_keys && (${keys})`
    : sql`c.search_keys && (${keys} || ${beginnings(open)})`
}

/** The words that begin with what is being typed, the most frequent first; few while it is short. */
function beginnings(open: string): RawBuilder<unknown> {
  const most = open.length < 2 ? 0 : open.length < 4 ? 8 : 32
  return sql`array(select word_hash from charity_word
    where word >= ${open} and word < ${`${open}\u{10FFFF}`} and frequency > 0 order by frequency desc limit ${sql.lit(most)})`
}
