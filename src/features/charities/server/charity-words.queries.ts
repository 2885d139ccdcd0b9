import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'
import type { KnownWords } from '../domain/spelling-variants.ts'

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
