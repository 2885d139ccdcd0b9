import { type RawBuilder, sql } from 'kysely'
import { typedInitialsKey } from '../domain/initials.ts'
import type { SearchTerms } from '../domain/search-terms.ts'
import { wordKey } from '../domain/synonyms.ts'

/** A word with this many names is hardly meant as initials, such as HOPE or ARTS. */
const maxRareFrequency = 500

/** The index of names, aliases, towns, states and causes of `known_charity c`. */
const keysOfCharity = sql`c.search_keys`

/** The condition on all words, the last one also as a beginning; null without words. */
export function matchesWords(
  terms: SearchTerms,
  keysIn: RawBuilder<unknown> = keysOfCharity,
): RawBuilder<unknown> | null {
  const keys = terms.words.map(wordKey)
  const open = incompleteWord(terms)
  const required = open === null ? keys : keys.slice(0, -1)
  const having = [
    ...(required.length > 0 ? [matchesAll(required, keysIn)] : []),
    ...(open === null ? [] : [matchesOneOf(keys.slice(-1), open, keysIn)]),
  ]
  return having.length === 0 ? null : sql`(${sql.join(having, sql` and `)})`
}

/** The first word as initials, with all other words; null where it cannot be initials. */
export function initialsIn(terms: SearchTerms) {
  const [first = '', ...others] = terms.words
  const initialsKey = typedInitialsKey(first)
  if (initialsKey === null) return null
  const rest = matchesWords({ ...terms, words: others })
  return {
    condition: rest === null ? matchesAll([initialsKey]) : sql`(${matchesAll([initialsKey])} and ${rest})`,
    isRareWord: sql`coalesce((select frequency from charity_word where word = ${first}), 0) < ${sql.lit(maxRareFrequency)}`,
  }
}

/** All words, at least one of them in the names that staff have added, the others there or in the register. */
export function matchesOtherNames(terms: SearchTerms): RawBuilder<unknown> {
  const one = matchesOneOf(terms.words.map(wordKey), incompleteWord(terms), sql`p.other_name_keys`)
  const all = matchesWords(terms, sql`(c.search_keys || p.other_name_keys)`)
  return sql`(c.charity_id = any(array(select p.charity_id from charity_profile p where ${one}))
    and (select ${all} from charity_profile p where p.charity_id = c.charity_id))`
}

/** The last word, if it may be incomplete. */
export function incompleteWord({ words, lastIsIncomplete }: SearchTerms): string | null {
  return lastIsIncomplete ? (words.at(-1) ?? null) : null
}

export function matchesAll(keys: readonly number[], keysIn = keysOfCharity): RawBuilder<unknown> {
  return sql`${keysIn} @> ${keys}::integer[]`
}

export function matchesOneOf(
  keys: readonly number[],
  open: string | null,
  keysIn = keysOfCharity,
): RawBuilder<unknown> {
  return open === null
    ? sql`${keysIn} && ${keys}::integer[]`
    : sql`${keysIn} && (${keys}::integer[] || ${wordsBeginningWith(open)})`
}

/** Words with this beginning, the most frequent first; fewer for a short beginning. */
function wordsBeginningWith(open: string): RawBuilder<unknown> {
  const most = open.length < 2 ? 0 : open.length < 4 ? 8 : 32
  return sql`array(select word_key from charity_word
    where word >= ${open} and word < ${`${open}\u{10FFFF}`} and frequency > 0 order by frequency desc limit ${sql.lit(most)})`
}
