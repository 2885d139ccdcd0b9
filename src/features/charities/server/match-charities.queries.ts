import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { CharityRegister } from '../../../clients/client.ts'
import type { DB } from '../../../server/db/schema.ts'
import { maxCountedNamesakes } from '../domain/namesakes.ts'
import type { SearchTerms } from '../domain/search-terms.ts'
import { isConfirmedCharity } from './charities.queries.ts'
import { acceptedGranteeStatuses, acceptedPartyStatuses } from './charity-status.ts'
import {
  incompleteWord,
  initialsIn,
  matchesAll,
  matchesOneOf,
  matchesOtherNames,
  matchesWords,
} from './word-conditions.queries.ts'

export type CharityFound = {
  charityId: string
  register: CharityRegister
  /** Without punctuation: nine digits of an EIN, `1000005`, `SC012345`, `NIC100012`. */
  number: string
  name: string
  nameHash: number
  alsoKnownAs: string | null
  city: string | null
  state: string | null
  ntee: string | null
  assetsWholeUnits: bigint | null
  /** YYYY-MM-DD of the first file that no longer contains the charity. */
  leftOn: string | null
  /** How many others in these registers have the same name, up to 21. */
  sharesNameWith: number
  /** How many others of the IRS file have the same street and postal code, up to 21. */
  sharesAddressWith: number
}

export type SearchParameters = {
  terms: SearchTerms
  /** How many rows to return. */
  limit: number
  registers: CharityRegister[]
  /** Keys of the state and the cause, which every result has; empty: any charity. */
  filterKeys: number[]
  /** Search only these charities; null: the whole register. */
  among: readonly string[] | null
}

type Query = RawBuilder<CharityFound>

/** More candidates than this are not ranked; the largest charities come first (merge-register.queries.ts). */
export const maxCandidates = 200
/** Shorter words are too often the beginning of another word. */
const minBeginningLength = 3
/** One more than the highest count, which shows that there are more. */
const maxShared = maxCountedNamesakes + 1

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
  c.assets_whole_units, c.delisted_on, c.name_key, c.name_hash, c.address_hash, c.is_grantable, c.search_keys`

/** True for a charity that neither its register's codes, the staff's profile nor a confirmed finding rule out (§4). */
const canBeSelected = sql`(c.is_grantable and c.charity_id <> all(array(
  select p.charity_id from charity_profile p
  where p.party_status <> all(${acceptedPartyStatuses}::text[])
     or p.party_grantee_status <> all(${acceptedGranteeStatuses}::text[])
  union all select s.subject_id from screening_finding s where ${sql.raw(isConfirmedCharity)})))`

/** The best candidates. Namesakes are counted only for the few rows that are returned. */
function shown(
  parameters: SearchParameters,
  candidates: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Query {
  return sql<CharityFound>`
    select c.charity_id as "charityId", c.register, c.number, c.name, c.name_hash as "nameHash", c.also_known_as as "alsoKnownAs", c.city, c.state, c.ntee,
           c.assets_whole_units as "assetsWholeUnits", c.delisted_on as "leftOn",
           (select count(*)::integer from (select from known_charity o
             where o.name_hash = c.name_hash and o.name_key = c.name_key and o.charity_id <> c.charity_id
               and o.register = any(${parameters.registers}::text[]) and o.delisted_on is null limit ${sql.lit(maxShared)}) n) as "sharesNameWith",
           (select count(*)::integer from (select from known_charity o
             where o.address_hash = c.address_hash and o.charity_id <> c.charity_id and o.delisted_on is null
             limit ${sql.lit(maxShared)}) a) as "sharesAddressWith"
      from (select c.* from (${candidates}) c
             order by ${order}, c.assets_whole_units desc nulls last, c.charity_id limit ${parameters.limit}) c`
}

/** Candidates that meet all conditions of the search and this one; `isMeant`: they are as good as names that begin with the text. */
const matching = (
  parameters: SearchParameters,
  condition: RawBuilder<unknown>,
  isMeant: RawBuilder<unknown> = sql`false`,
) =>
  sql`(select ${candidateColumns}, ${isMeant} as is_meant from known_charity c
    where ${condition} and ${inScope(parameters)} limit ${sql.lit(maxCandidates)})`

/** Matches whole numbers and beginnings of numbers; null where no number was typed. */
export function byNumber(parameters: SearchParameters): Query | null {
  const { charityIds, idPrefix } = parameters.terms
  if (charityIds.length === 0 && idPrefix === null) return null
  const conditions = [sql`c.charity_id = any(${charityIds}::text[])`]
  for (const register of idPrefix === null ? [] : ['US-EIN-', 'GB-CHC-']) {
    conditions.push(sql`c.charity_id between ${`${register}${idPrefix}`} and ${`${register}${idPrefix}~`}`)
  }
  const candidates = matching(parameters, sql`(${sql.join(conditions, sql` or `)})`)
  return shown(
    parameters,
    candidates,
    sql`c.charity_id = any(${charityIds}::text[]) desc, ${canBeSelected} desc`,
  )
}

/**
 * Matches all words, the last one also as a beginning; names of just these words; initials in the place of the first word; and the names
 * that staff have added.
 */
export function byWords(parameters: SearchParameters): Query {
  const { terms } = parameters
  const { key, nameHashes } = terms
  const sameName = matching(parameters, sql`c.name_hash = ${nameHashes[0]}::integer`)
  const having = matchesWords(terms)
  const candidates = [sameName]
  if (having !== null) {
    const initials = initialsIn(terms)
    const otherNames = matchesOtherNames(terms)
    const conditions = [having, ...(initials === null ? [] : [initials.condition]), otherNames]
    const isMeant =
      initials === null
        ? otherNames
        : sql`(${otherNames} or (${initials.condition} and ${initials.isRareWord}))`
    candidates.push(
      matching(
        parameters,
        sql`(${sql.join(conditions, sql` or `)}) and c.name_hash <> ${nameHashes[0]}::integer`,
        isMeant,
      ),
    )
  }
  return shown(
    parameters,
    sql.join(candidates, sql` union all `),
    sql`c.name_hash = any(${nameHashes}::integer[]) desc, c.delisted_on is null desc, ${canBeSelected} desc,
      c.name_key = ${key} desc, (c.is_meant or starts_with(c.name_key, ${key})) desc,
      case when c.is_meant then 0
        else abs(length(c.name_key) + case when ${key}::text like '% ' || upper(c.city) then length(c.city) + 1 else 0 end - ${key.length}::integer) / 8 end`,
  )
}

export type WordSpellings = { word: string; keys: readonly number[] }

/**
 * Matches charities that have one of the keys of each word, or a word that begins with it (`birch park` for BIRCHBRIDGE PARK). Ranked by
 * the distance of their names from the text; beyond four errors, all names count as equally distant.
 */
export function byWordKeys(parameters: SearchParameters, words: readonly WordSpellings[]): Query {
  const { key } = parameters.terms
  const incomplete = incompleteWord(parameters.terms)
  const having = words.map(({ word, keys }) =>
    matchesOneOf(keys, word === incomplete || word.length >= minBeginningLength ? word : null),
  )
  const distance = (text: RawBuilder<unknown>) =>
    sql`levenshtein_less_equal(left(${text}, 60), left(${key}, 60), 4)`
  const nearest = sql`least(${distance(sql`c.name_key`)}, ${distance(sql`c.name_key || ' ' || upper(coalesce(c.city, ''))`)})`
  return shown(
    parameters,
    matching(parameters, sql.join(having, sql` and `)),
    sql`(${nearest}) / 2, c.delisted_on is null desc, ${canBeSelected} desc, ${nearest},
      abs(length(c.name_key) - ${key.length}::integer) / 4`,
  )
}

/** Matches all words of one of these spellings of the same text. Spaces do not count in the ranking. */
export function byRespelling(parameters: SearchParameters, spellings: readonly SearchTerms[]): Query {
  const having = spellings.map(spelling => matchesWords(spelling)).filter(condition => condition !== null)
  const letters = parameters.terms.key.replaceAll(' ', '')
  const ofName = sql`replace(c.name_key, ' ', '')`
  return shown(
    parameters,
    matching(
      parameters,
      sql`(${sql.join(
        having.map(condition => sql`(${condition})`),
        sql` or `,
      )})`,
    ),
    sql`starts_with(${ofName}, ${letters}) desc, c.delisted_on is null desc, ${canBeSelected} desc,
      abs(length(${ofName}) - ${letters.length}::integer) / 8`,
  )
}

export type WordMatch = { keys: readonly number[]; weight: number }

/** Matches one of these sets of words. The rarest words count most, then those at the beginning of the name. */
export function byParts(parameters: SearchParameters, sets: readonly (readonly WordMatch[])[]): Query {
  const { key } = parameters.terms
  const conditions = sets.map(
    set =>
      sql`(${sql.join(
        set.map(({ keys }) => matchesOneOf(keys, null)),
        sql` and `,
      )})`,
  )
  const weights = [...new Set(sets.flat())].map(
    ({ keys, weight }) => sql`case when ${matchesOneOf(keys, null)} then ${weight}::float8 else 0 end`,
  )
  const candidates = conditions.map(condition => matching(parameters, condition))
  return shown(
    parameters,
    sql`select distinct on (c.charity_id) c.* from (${sql.join(candidates, sql` union all `)}) c`,
    sql`${sql.join(weights, sql` + `)} desc, c.delisted_on is null desc, ${canBeSelected} desc,
      abs(length(c.name_key) - ${key.length}::integer) / 8`,
  )
}

function inScope({ registers, filterKeys, among }: SearchParameters): RawBuilder<unknown> {
  const conditions = [sql`c.register = any(${registers}::text[])`]
  // An empty filter matches every charity and would scan the whole index.
  if (filterKeys.length > 0) conditions.push(matchesAll(filterKeys))
  if (among !== null) conditions.push(sql`c.charity_id = any(${among}::text[])`)
  return sql.join(conditions, sql` and `)
}
