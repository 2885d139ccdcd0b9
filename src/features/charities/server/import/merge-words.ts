import type { ClientBase } from 'pg'

export type WordShare = {
  newRows: number
  stagedRows: number
  /** Whether this load makes most of the register: its index is then built once the rows are there. */
  isMostOfRegister: boolean
}

/**
 * Adds the words of the run's rows to those by which a search forgives a typing error, in the caller's transaction.
 * Frequencies are an estimate: the share of the run's rows that is new is taken for its words' share too.
 */
export async function mergeWords(
  client: ClientBase,
  importId: bigint,
  { newRows, stagedRows, isMostOfRegister }: WordShare,
): Promise<void> {
  if (isMostOfRegister) await client.query('select drop_word_index()')
  await client.query(
    `with staged as (
       select word, min(word_hash) as word_hash, greatest(1, round(sum(occurrences) * $1::float8)) as occurrences
         from register_staging.word_${importId}
        group by word
     ), known as (
       update charity_word w set frequency = w.frequency + s.occurrences from staged s where s.word = w.word
     ), added as (
       insert into charity_word (word, word_hash, frequency)
       select word, word_hash, occurrences from staged s
        where not exists (select from charity_word w where w.word = s.word)
       returning word
     )
     insert into charity_word_variant (variant_key, word_hash)
     select unnest(w.near_keys), w.word_hash
       from register_staging.word_${importId} w join added using (word)
      where w.near_keys is not null`,
    [stagedRows === 0 ? 0 : newRows / stagedRows],
  )
  if (isMostOfRegister) await client.query('select build_word_index()')
}
