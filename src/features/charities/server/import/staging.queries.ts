import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type { ClientBase } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { copiedColumns, rowHash } from './staging-columns.ts'

// Each import has its own staging tables: for charities, for words, for refused lines, and for changes (register-changes.queries.ts).

export async function createStaging(client: ClientBase, importId: bigint): Promise<void> {
  await client.query(`
    create unlogged table register_staging.charity_${importId} as
      select *, 0::smallint as position from public.charity with no data;
    alter table register_staging.charity_${importId} drop row_hash,
      add row_hash bigint not null generated always as (${rowHash}) stored;
    create unlogged table register_staging.word_${importId}
      (word text not null, word_key integer not null, occurrences integer not null, near_keys integer[]);
    create unlogged table register_staging.refused_${importId}
      (position smallint not null, line integer not null, charity_id text, damaged boolean not null, reason text not null, text text not null)`)
}

export async function dropStaging(client: ClientBase, importId: bigint): Promise<void> {
  for (const kind of ['charity', 'word', 'refused', 'change']) {
    await client.query(`drop table if exists register_staging.${kind}_${importId}`)
  }
}

type StagedLines = {
  charities: readonly (Buffer | string)[]
  refused: string
  words: string
}

/** Copies the lines of a chunk into the staging tables. */
export async function copyLines(client: ClientBase, importId: bigint, lines: StagedLines): Promise<void> {
  const charities = `register_staging.charity_${importId} (position, ${copiedColumns.join(', ')})`
  const refused = `register_staging.refused_${importId} (position, line, charity_id, damaged, reason, text)`
  await copyInto(client, charities, lines.charities)
  await copyInto(client, refused, [lines.refused])
  await copyWords(client, importId, lines.words)
}

export async function copyWords(client: ClientBase, importId: bigint, lines: string): Promise<void> {
  await copyInto(client, `register_staging.word_${importId} (word, word_key, occurrences, near_keys)`, [
    lines,
  ])
}

async function copyInto(
  client: ClientBase,
  table: string,
  pieces: readonly (Buffer | string)[],
): Promise<void> {
  if (pieces.every(piece => piece.length === 0)) return
  const stream = client.query(copyFrom(`copy ${table} from stdin`))
  for (const piece of pieces) {
    if (!stream.write(piece)) await once(stream, 'drain')
  }
  stream.end()
  await finished(stream)
}

/** Records how far the file is staged, so that an interrupted import can resume there. */
export async function setStagedLines(
  client: ClientBase,
  importId: bigint,
  file: { position: number; lastLine: number; complete: boolean },
): Promise<void> {
  await client.query(
    'update register_import_file set staged_lines = $3, complete = $4 where import_id = $1 and position = $2',
    [importId, file.position, file.lastLine, file.complete],
  )
}

/** The files that have refused lines, with the numbers of these lines. */
export async function listRefusedFiles(client: ClientBase, importId: bigint) {
  const { rows } = await client.query<{ position: number; file_name: string; rows: number; damaged: number }>(
    `select r.position, f.file_name, count(*)::integer as rows, (count(*) filter (where r.damaged))::integer as damaged
       from register_staging.refused_${importId} r
       join register_import_file f on f.import_id = $1 and f.position = r.position
      group by r.position, f.file_name order by r.position`,
    [importId],
  )
  return rows
}

/** At most `limit` refused lines of a file, from the one after line `after`. */
export async function listRefusedLines(
  client: ClientBase,
  importId: bigint,
  { position, after, limit }: { position: number; after: number; limit: number },
) {
  const { rows } = await client.query<{ line: number; reason: string; text: string }>(
    `select line, reason, text from register_staging.refused_${importId}
      where position = $1 and line > $2 order by line limit $3`,
    [position, after, limit],
  )
  return rows
}

/** A sentence about the first damaged line; null: no line is damaged. */
export async function findFirstDamage(client: ClientBase, importId: bigint): Promise<string | null> {
  const { rows } = await client.query<{ sentence: string }>(
    `select f.file_name || ' line ' || r.line || ' ' || r.reason as sentence
       from register_staging.refused_${importId} r
       join register_import_file f on f.import_id = $1 and f.position = r.position
      where r.damaged order by r.position, r.line limit 1`,
    [importId],
  )
  return rows[0]?.sentence ?? null
}
