import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../../../server/db/schema.ts'
import { nearKeys, shortestMistyped, stableHash } from '../../domain/near-words.ts'
import { mayBeMissing, parseSearchTerms, type SearchTerms } from '../../domain/search-terms.ts'
import { causeKey, type RegisterName, stateKey } from './reading/register-row.ts'

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
const mostCandidates = 300
const mostNearHashes = 60
const mostFound = 50
const mostShared = 20

/**
 * Finds charities for a search as it is typed (open-points 6): by number, else those that have every word, the last
 * one also as a beginning; when these are fewer than `first`, also those that have every word but for one typing
 * error in each. Exact names first, then names that begin so, then the nearest in length or spelling, then the
 * largest. At most two round trips. Anything that is no text gives no rows.
 */
export async function searchCharities(db: Kysely<DB>, search: CharitySearch): Promise<CharityFound[]> {
  const terms = parseSearchTerms(search.keywords)
  const first = Math.min(Math.max(Math.trunc(search.first), 1), mostFound)
  if (terms === null || search.registers.length === 0) return []
  const asked: Asked = { terms, first, registers: [...search.registers], filterKeys: filterKeys(search) }

  const { rows } = await exactQuery(asked).execute(db)
  const found = rows.filter(row => row.charityId !== null).map(toFound)
  if (found.length >= first || terms.charityIds.some(id => found[0]?.charityId === id)) return found

  const near = nearQuery(
    asked,
    rows.filter(row => row.charityId === null),
  )
  if (near === null) return found
  const known = new Set(found.map(charity => charity.charityId))
  const more = (await near.execute(db)).rows.map(toFound).filter(charity => !known.has(charity.charityId))
  return [...found, ...more].slice(0, first)
}

type Asked = { terms: SearchTerms; first: number; registers: RegisterName[]; filterKeys: number[] }

/** A charity found, or (charityId null) the words that one typed word may have been meant for. */
type Row = Omit<CharityFound, 'charityId'> & {
  charityId: string | null
  place: number | null
  hashes: number[] | null
}

function filterKeys({ state, cause }: CharitySearch): number[] {
  const keys: number[] = []
  if (state) keys.push(stateKey(state.slice(0, 2).toUpperCase()))
  if (cause) keys.push(causeKey(cause.slice(0, 1).toUpperCase()))
  return keys
}

const candidateColumns = sql`c.charity_id, c.name_key, c.city, c.left_on, c.assets_whole_units`
const foundColumns = sql`c.charity_id as "charityId", c.register, c.number, c.name, c.also_known_as as "alsoKnownAs", c.city, c.state,
  c.ntee, c.assets_whole_units as "assetsWholeUnits", c.left_on as "leftOn", shared.names as "sharesNameWith", shared.addresses as "sharesAddressWith"`

/** Whom a donor could take for a charity found: counted for the few rows shown, never for the candidates. */
function sharedCounts(registers: RegisterName[]): RawBuilder<unknown> {
  return sql`cross join lateral (
    select (select count(*)::integer from (select from charity o
              where o.name_hash = c.name_hash and o.name_key = c.name_key and o.charity_id <> c.charity_id
                and o.register = any(${registers}::text[]) and o.left_on is null limit ${sql.lit(mostShared)}) n) as names,
           (select count(*)::integer from (select from charity o
              where o.address_hash = c.address_hash and o.charity_id <> c.charity_id and o.left_on is null limit ${sql.lit(mostShared)}) a) as addresses
  ) shared`
}

function exactQuery({ terms, first, registers, filterKeys }: Asked): RawBuilder<Row> {
  const { key, words, charityIds, idPrefix, lastIsOpen } = terms
  const hashes = words.map(stableHash)
  const open = lastIsOpen ? (words.at(-1) ?? null) : null
  const required = [...(open === null ? hashes : hashes.slice(0, -1)), ...filterKeys]
  const ofRegister = sql`c.register = any(${registers}::text[]) and ${havingKeys(filterKeys)}`
  const mistyped = words.flatMap((word, place) =>
    word.length < shortestMistyped ? [] : nearKeys(word).map(near => [place, near] as const),
  )
  return sql<Row>`
    with begun as materialized (${beginnings(open)}),
    candidate as (
      select ${candidateColumns} from charity c
       where c.charity_id = any(${charityIds}::text[]) and ${ofRegister}
      union
      (select ${candidateColumns} from charity c
        where ${idPrefix !== null}::boolean and ${ofRegister}
          and (c.charity_id between ${`US-EIN-${idPrefix}`} and ${`US-EIN-${idPrefix}~`} or c.charity_id between ${`GB-CHC-${idPrefix}`} and ${`GB-CHC-${idPrefix}~`})
        limit ${sql.lit(mostFound)})
      union
      (select ${candidateColumns} from charity c
        where c.name_hash = ${stableHash(key)} and c.name_key = ${key} and ${ofRegister} limit ${sql.lit(mostCandidates)})
      union
      (select ${candidateColumns} from charity c
        where ${words.length > 0}::boolean and c.register = any(${registers}::text[]) and ${havingKeys(required)}
          and ${open === null ? sql`true` : sql`c.search_keys && (array(select word_hash from begun) || ${hashes.at(-1) ?? 0}::integer)`}
        limit ${sql.lit(mostCandidates)})
    ), ranked as (
      select c.charity_id, row_number() over (order by c.charity_id = any(${charityIds}::text[]) desc, c.name_key = ${key} desc,
               c.left_on is null desc, starts_with(c.name_key, ${key}) desc,
               abs(length(c.name_key) + case when ${key}::text like '% ' || upper(c.city) then length(c.city) + 1 else 0 end - ${key.length}) / 8,
               c.assets_whole_units desc nulls last, c.charity_id) as rank
        from candidate c order by rank limit ${first}
    ), meant as (
      select k.place, array_agg(distinct n.word_hash) as hashes
        from unnest(${mistyped.map(([place]) => place)}::integer[], ${mistyped.map(([, near]) => near)}::integer[]) as k (place, near_key)
        join charity_word_near n on n.near_key = k.near_key
       where (select count(*) from ranked) < ${first}
       group by k.place
    )
    select ${foundColumns}, null::integer as place, null::integer[] as hashes, r.rank
      from ranked r join charity c using (charity_id) ${sharedCounts(registers)}
    union all
    select null, null, null, null, null, null, null, null, null, null, null, null, m.place, m.hashes, null from meant m
    union all
    select null, null, null, null, null, null, null, null, null, null, null, null, -1, array(select word_hash from begun), null
     where (select count(*) from ranked) < ${first}
    order by rank`
}

/** Every charity has all keys of none: as a condition for the index that would be a walk through the whole of it. */
function havingKeys(keys: number[]): RawBuilder<unknown> {
  return keys.length === 0 ? sql`true` : sql`c.search_keys @> ${keys}::integer[]`
}

/** The words that begin with what is being typed, the most frequent first; few while it is short. */
function beginnings(open: string | null): RawBuilder<unknown> {
  const most = open === null || open.length < 2 ? 0 : open.length < 4 ? 8 : 32
  return sql`select word_hash from charity_word
    where word >= ${open ?? ''} and word < ${`${open ?? ''}\u{10FFFF}`} and frequency > 0 and ${most > 0}::boolean
    order by frequency desc limit ${most}`
}

/** Null when no word is left to search by. */
function nearQuery(
  { terms, first, registers, filterKeys }: Asked,
  meant: readonly Row[],
): RawBuilder<Row> | null {
  const begun = meant.find(row => row.place === -1)?.hashes ?? []
  const sets = terms.words.map((word, place) => {
    const near = meant.find(row => row.place === place)?.hashes ?? []
    const isOpen = terms.lastIsOpen && place === terms.words.length - 1
    return {
      word,
      isNear: near.length > 0,
      hashes: [stableHash(word), ...near.slice(0, mostNearHashes), ...(isOpen ? begun : [])],
    }
  })
  // a word like none that any charity has is left out, and so are those that may be missing, while others are left
  const known = sets.filter(set => set.isNear || set.word.length < shortestMistyped)
  const certain = known.filter(set => !mayBeMissing(set.word))
  const required = certain.length > 0 ? certain : known
  if (required.length === 0) return null
  const conditions = required.map(set => sql`c.search_keys && ${set.hashes}::integer[]`)
  const { key } = terms
  // levenshtein_less_equal takes 255 bytes at most, and beyond four errors all are equally far
  const distance = sql`least(levenshtein_less_equal(left(c.name_key, 60), left(${key}, 60), 4),
    levenshtein_less_equal(left(c.name_key || ' ' || upper(coalesce(c.city, '')), 60), left(${key}, 60), 4))`
  return sql<Row>`
    with candidate as (
      select ${candidateColumns} from charity c
       where c.register = any(${registers}::text[]) and ${havingKeys(filterKeys)} and ${sql.join(conditions, sql` and `)}
       limit ${sql.lit(mostCandidates)}
    ), ranked as (
      select c.charity_id, row_number() over (order by ${distance}, c.left_on is null desc,
               abs(length(c.name_key) - ${key.length}) / 4, c.assets_whole_units desc nulls last, c.charity_id) as rank
        from candidate c order by rank limit ${first + mostFound}
    )
    select ${foundColumns}, null::integer as place, null::integer[] as hashes, r.rank
      from (select * from ranked order by rank limit ${first * 2}) r join charity c using (charity_id) ${sharedCounts(registers)}
     order by r.rank`
}

function toFound(row: Row): CharityFound {
  return {
    // rows without a number are the words meant, and are taken out before
    charityId: row.charityId ?? '',
    register: row.register,
    number: row.number,
    name: row.name,
    alsoKnownAs: row.alsoKnownAs,
    city: row.city,
    state: row.state,
    ntee: row.ntee,
    assetsWholeUnits: row.assetsWholeUnits,
    leftOn: row.leftOn,
    sharesNameWith: row.sharesNameWith,
    sharesAddressWith: row.sharesAddressWith,
  }
}
