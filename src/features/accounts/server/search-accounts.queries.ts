import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Currency } from '../../../domain/money.ts'
import {
  type Key,
  keysetColumn,
  orderOf,
  type Position,
  rowsAfter,
} from '../../../server/db/keyset.queries.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { KeysetPage } from '../../../server/http/keyset-page.ts'
import { type FundIdRange, fundIdRanges } from '../domain/fund-id-terms.ts'
import { type AccountRow, accountColumns, accountTables, visibleTo } from './accounts.queries.ts'

type AccountSearch = {
  userId: string
  seesEveryAccount: boolean
  keywords: string
  /** Whether matches are counted to the last; else up to `countUpTo`. */
  countsAll: boolean
}

/** `total` is at least the number of matches, or exactly if `isTotalExact`. */
type FoundAccounts = { rows: FoundAccount[]; total: number; isTotalExact: boolean }
type FoundAccount = AccountRow & { keyset: Position }

/**
 * `few`: as many matches are read at once, and counted. `readAhead`: how many accounts a search for frequent words reads in the
 * order of the list before it reads all of its matches. `parts`: how many different parts of names it reads one by one.
 * `countUpTo`: how many accounts of a list without keywords are counted, since counting a million takes a second.
 */
export const searchLimits = { few: 2_000, readAhead: 3_000, parts: 300, countUpTo: 10_000 }
type Limits = typeof searchLimits

/** The words whose frequency is compared: the longest are the rarest. */
const comparedWords = 4

const fundIdKey: Key = { sql: 'a.fund_id', type: 'bigint' }
const byName: Key = { sql: 'a.account_name_key', type: 'text' }

/** The orders of the list. Fund IDs are unique in a book and the currency names the book, so each position is unique. */
export const accountKeysets = (currency: Currency) => {
  const last = [fundIdKey, { sql: `'${currency}'::text`, type: 'text' }] as const
  return {
    accountName: [byName, ...last],
    fundId: last,
    donorName: [{ sql: 'left(lower(a.donor_name), 200)', type: 'text' }, ...last],
    total: [
      { sql: 'coalesce(b.spendable_minor + b.excluded_minor + b.pending_minor, 0)', type: 'bigint' },
      ...last,
    ],
    available: [{ sql: 'coalesce(b.spendable_minor, 0)', type: 'bigint' }, ...last],
  } as const satisfies Record<string, readonly Key[]>
}

/**
 * Searches the accounts of a book that a person may see (§5): a run of digits finds the fund IDs that begin with it, and the whole
 * text the names that contain each of its words, a word of one or two letters only where a word of the name begins with it. Reads
 * one row more than the page has.
 */
export async function listAccounts(
  db: Kysely<DB>,
  search: AccountSearch,
  page: KeysetPage,
  limits: Limits = searchLimits,
): Promise<FoundAccounts> {
  const terms = await readTerms(db, search, limits)
  if (terms === 'nothing') return { rows: [], total: 0, isTotalExact: true }
  if (terms === 'everything' || !search.seesEveryAccount)
    return await listVisible(db, search, terms, page, limits)
  if (terms.isFew) return await listIndexed(db, terms, page)
  const isIndexedOrder = page.keyset.keys[0] === byName || page.keyset.keys[0] === fundIdKey
  if (!isIndexedOrder) return await listVisible(db, search, terms, page, limits)
  // Later pages of an export have its total.
  if (search.countsAll && page.countedTotal === null) return await listIndexed(db, terms, page)
  const ahead = await listAhead(db, terms, page, limits)
  if (ahead.rows.length > page.first) return ahead
  const parts = page.keyset.keys[0] === byName ? await readParts(db, terms, limits) : null
  return parts === null
    ? await listIndexed(db, terms, page)
    : await listByPart(db, terms, parts, page, limits)
}

/**
 * `words`: each part that a name must contain, with a space in front where a word must begin. `rarest`: one of them that few names
 * have. `isFew`: whether few accounts match.
 */
type Terms = { words: string[]; rarest: string | undefined; ranges: FundIdRange[]; isFew: boolean }

async function readTerms(
  db: Kysely<DB>,
  { keywords, seesEveryAccount }: AccountSearch,
  { few }: Limits,
): Promise<Terms | 'everything' | 'nothing'> {
  if (keywords.trim() === '') return 'everything'
  const ranges = fundIdRanges(keywords)
  const { rows } = await sql<{ word: string }>`
    select distinct case when length(w) < 3 then ' ' || w else w end as word
      from string_to_table(name_key(${keywords}), ' ') as w where w <> ''`.execute(db)
  const words = rows.map(({ word }) => word).toSorted((one, other) => other.length - one.length)
  if (words.length === 0 && ranges.length === 0) return 'nothing'
  if (!seesEveryAccount) return { words, rarest: undefined, ranges, isFew: false }
  const [first, ...rest] = await countMatches(db, { words: words.slice(0, comparedWords), ranges, upTo: few })
  if (first === undefined) throw new Error('the count of a search has no row')
  const rarest = rest.toSorted((one, other) => one.matches - other.matches)[0]
  return { words, rarest: rarest?.word, ranges, isFew: (rarest?.matches ?? 0) + first.matches <= few }
}

/** How many accounts have an ID in the ranges, and then how many times the index has each word; no more than one above `upTo`. */
async function countMatches(
  db: Kysely<DB>,
  { words, ranges, upTo }: { words: readonly string[]; ranges: readonly FundIdRange[]; upTo: number },
): Promise<{ word: string; matches: number }[]> {
  const { rows } = await sql<{ word: string; matches: bigint }>`
    select '' as word, (select count(*) from (select from ${idsIn(ranges)} limit ${upTo + 1}) as ids) as matches
    union all select word, (select count(*) from (select from account_name_part a where ${hasPart(sql`word`)} limit ${upTo + 1}) as parts)
      from unnest(${words}::text[]) as word`.execute(db)
  return rows.map(({ word, matches }) => ({ word, matches: Number(matches) }))
}

/** The different parts that begin with the rarest word, such as “the” and “theodore”; null if they are many. */
async function readParts(db: Kysely<DB>, { rarest }: Terms, { parts }: Limits): Promise<string[] | null> {
  if (rarest === undefined) return null
  const found = sql.ref('found.part')
  const { rows } = await sql<{ part: string }>`
    with recursive found as (
      (select a.part from account_name_part a where ${hasPart(sql`${rarest}::text`)} order by a.part limit 1)
      union all
      select (select a.part from account_name_part a where a.part > ${found} and ${hasPart(sql`${rarest}::text`)} order by a.part limit 1)
        from found where ${found} is not null
    ) select part from found where part is not null limit ${parts + 1}`.execute(db)
  return rows.length > parts ? null : rows.map(({ part }) => part)
}

/** A range of the index: the parts that begin with these letters. */
const hasPart = (word: RawBuilder<unknown>) =>
  sql`a.part >= left(${word}, 32) and a.part < left(${word}, 32) || chr(1114111)`

const unnested = (ranges: readonly FundIdRange[]) =>
  sql`unnest(${ranges.map(({ from }) => from)}::bigint[], ${ranges.map(({ to }) => to)}::bigint[]) as range (low, high)`

const idsIn = (ranges: readonly FundIdRange[]) =>
  sql`${unnested(ranges)} join fund_account a on a.fund_id between range.low and range.high`

/** Whether the name has every word. */
const hasWords = (words: readonly string[]) =>
  words.length === 0
    ? sql`false`
    : sql.join(
        words.map(word => sql`position(${word} in ' ' || a.account_name_key) > 0`),
        sql` and `,
      )

const matches = ({ words, ranges }: Terms) =>
  ranges.length === 0
    ? hasWords(words)
    : sql`(${hasWords(words)} or exists (select from ${unnested(ranges)} where a.fund_id between range.low and range.high))`

/** Compares each account that the person may see: those of one person, or a whole book in its order. */
async function listVisible(
  db: Kysely<DB>,
  { userId, seesEveryAccount, countsAll }: AccountSearch,
  terms: Terms | 'everything',
  page: KeysetPage,
  { countUpTo }: Limits,
): Promise<FoundAccounts> {
  const isMatch = sql`${visibleTo(userId, seesEveryAccount)} and ${terms === 'everything' ? sql`true` : matches(terms)}`
  const limit = countsAll ? sql`` : sql`limit ${countUpTo + 1}`
  const total = sql`(select count(*) from (select from fund_account a where ${isMatch} ${limit}) as counted)`
  const found = await readPage(db, page, sql`${accountTables} where ${isMatch}`, total)
  return { ...found, isTotalExact: countsAll || found.total <= countUpTo }
}

const nameAndId = sql`a.account_name_key, a.fund_id`

/** Reads the names that have the rarest word from the index of words, and checks the other words in it. */
async function listIndexed(
  db: Kysely<DB>,
  { words, rarest, ranges }: Terms,
  page: KeysetPage,
): Promise<FoundAccounts> {
  const sources = [
    ...(rarest
      ? [
          sql`select ${nameAndId} from account_name_part a where ${hasPart(sql`${rarest}::text`)} and ${hasWords(words)}`,
        ]
      : []),
    ...(ranges.length > 0 ? [sql`select ${nameAndId} from ${idsIn(ranges)}`] : []),
  ]
  // A word may occur twice in a name, and a name may have the digits of its ID.
  const found = sql`with found as materialized (select distinct ${nameAndId} from (${sql.join(sources, sql` union all `)}) as a)`
  return {
    ...(await readPage(db, page, inFound(page), sql`(select count(*) from found)`, found)),
    isTotalExact: true,
  }
}

/** Where the order needs only what the index has, the page is cut before its accounts are read. */
const inFound = (page: KeysetPage) => {
  const isCut = page.keyset.keys[0] === byName || page.keyset.keys[0] === fundIdKey
  const cut = isCut
    ? sql`(select ${nameAndId} from found a where ${rowsAfter(page.keyset, page.after)}
        order by ${sql.raw(orderOf(page.keyset))} limit ${page.first + 1})`
    : sql`found`
  return sql`${cut} as f join (${accountTables}) on a.fund_id = f.fund_id where true`
}

/** A lower bound of the matches, from the first names that the index has with the rarest word. */
function countSome({ rarest, words, ranges }: Terms, { few }: Limits): RawBuilder<unknown> {
  const named = rarest
    ? sql`(select count(distinct a.fund_id) from (select ${nameAndId} from account_name_part a
        where ${hasPart(sql`${rarest}::text`)} limit ${few}) as a where ${hasWords(words)})`
    : sql`0`
  const ofIds = sql`(select count(*) from (select from ${idsIn(ranges)} limit ${few}) as a)`
  return sql`greatest(${named}, ${ofIds})`
}

/**
 * Reads the next accounts in the order of the list, and returns those that match. Where many names have a word, these fill the page.
 * `total` is a lower bound.
 */
async function listAhead(
  db: Kysely<DB>,
  terms: Terms,
  page: KeysetPage,
  limits: Limits,
): Promise<FoundAccounts> {
  const order = sql.raw(orderOf(page.keyset))
  const found = sql`with found as materialized (
    select ${nameAndId} from (select ${nameAndId} from fund_account a where ${rowsAfter(page.keyset, page.after)}
      order by ${order} limit ${limits.readAhead}) as a where ${matches(terms)} order by ${order} limit ${page.first + 1})`
  return {
    ...(await readPage(db, page, inFound(page), countSome(terms, limits), found)),
    isTotalExact: false,
  }
}

/**
 * Reads the first names with each part of the index, which has them in the order of the list: “the” begins most names, but none
 * that the list begins with.
 */
async function listByPart(
  db: Kysely<DB>,
  terms: Terms,
  parts: readonly string[],
  page: KeysetPage,
  limits: Limits,
): Promise<FoundAccounts> {
  const { words, ranges } = terms
  const after = rowsAfter(page.keyset, page.after)
  const order = sql`order by ${sql.raw(orderOf(page.keyset))} limit ${page.first + 1}`
  // Without `offset` PostgreSQL would read the whole book in the order of the page, in search of few IDs.
  const withIds =
    ranges.length === 0
      ? sql``
      : sql`union all select a.* from (select ${nameAndId} from ${idsIn(ranges)} where ${after} offset 0) as a`
  const found = sql`with found as materialized (
    select distinct ${nameAndId} from (
      select a.* from unnest(${parts}::text[]) as of (part), lateral (
        select ${nameAndId} from account_name_part a where a.part = of.part and ${hasWords(words)} and ${after} ${order}) as a
      ${withIds}) as a)`
  return {
    ...(await readPage(db, page, inFound(page), countSome(terms, limits), found)),
    isTotalExact: false,
  }
}

async function readPage(
  db: Kysely<DB>,
  { keyset, after, countedTotal, first }: KeysetPage,
  from: RawBuilder<unknown>,
  total: RawBuilder<unknown>,
  found: RawBuilder<unknown> = sql``,
): Promise<{ rows: FoundAccount[]; total: number }> {
  const counted = countedTotal === null ? total : sql`${countedTotal}::bigint`
  const result = await sql<FoundAccount & { total: bigint }>`${found}
    select ${accountColumns}, ${sql.raw(keysetColumn(keyset))}, ${counted} as total
    from ${from} and ${rowsAfter(keyset, after)}
    order by ${sql.raw(orderOf(keyset))} limit ${first + 1}`.execute(db)
  return { rows: result.rows, total: Number(result.rows[0]?.total ?? 0n) }
}
