import { type RawBuilder, sql } from 'kysely'

/** Letters that are no letter with a mark in Unicode, without their stroke, and apostrophes that name_key leaves. */
const from = 'łŁøØđĐıħĦ‘ʼʻ`´'
const to = 'lLoOdDihH'

const searchKey = (name: RawBuilder<unknown>) =>
  sql`name_key(translate(replace(replace(replace(replace(${name}, 'æ', 'ae'), 'Æ', 'AE'), 'œ', 'oe'), 'ß', 'ss'), ${sql.lit(from)}, ${sql.lit(to)}))`

/**
 * Whether a name contains each word that was typed, in any order: without regard to case, marks and apostrophes on either side, so that
 * `OBrien` finds `O’Brien`, and `Siobhan` finds `Siobhán`. False for a text without letters and digits.
 */
export const nameContains = (name: RawBuilder<unknown>, typed: string): RawBuilder<boolean> =>
  sql<boolean>`coalesce((select bool_and(position(typed.word in ${searchKey(name)}) > 0)
    from string_to_table(${searchKey(sql`${typed}::text`)}, ' ') as typed (word)), false)`

/** The same for one word of a search, which is a column. */
export const nameContainsWord = (name: RawBuilder<unknown>, word: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${searchKey(word)} <> '' and position(${searchKey(word)} in ${searchKey(name)}) > 0)`
