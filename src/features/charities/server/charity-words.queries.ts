import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'
import { nameKey, searchWords } from '../domain/name-key.ts'
import { nearKeys } from '../domain/near-words.ts'
import type { KnownWords } from '../domain/spelling-variants.ts'
import { wordKey } from '../domain/synonyms.ts'

const maxNearWords = 1_000

/** The words that occur in the register, with their frequency. */
export async function findKnownWords(db: Kysely<DB>, words: readonly string[]): Promise<KnownWords> {
  const { rows } = await sql<{ word: string; frequency: number }>`
    select word, frequency from charity_word where word = any(${words}::text[]) and frequency > 0`.execute(db)
  return new Map(rows.map(({ word, frequency }) => [word, frequency]))
}

/** The register's words that share one of these keys (`nearKeys`). */
export async function findVariants(db: Kysely<DB>, variantKeys: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select distinct word from (
      select word from charity_word_variant where variant_key = any(${variantKeys}::integer[]) limit ${sql.lit(maxNearWords)}
    ) v`.execute(db)
  return rows.map(({ word }) => word)
}

/** Adds the words of these names and towns to the dictionary of the search, with the keys of their misspellings. */
export async function addCharityWords(trx: Kysely<DB>, texts: readonly string[]): Promise<void> {
  const words = new Set(texts.flatMap(text => searchWords(nameKey(text))))
  const rows = [...words].map(word => ({ word, key: wordKey(word), near: nearKeys(word) }))
  await sql`select add_charity_words(${JSON.stringify(rows)}::jsonb)`.execute(trx)
}
