import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import type { ClientBase } from 'pg'

export type Refused = { rows: number; damagedRows: number; files: string[]; firstDamage: string | null }

const linesPerFetch = 5_000

/** Writes `<name>.refused.csv` for each file with refused lines: line number, reason and text. */
export async function writeRefusedFiles(
  client: ClientBase,
  importId: bigint,
  folder: string,
): Promise<Refused> {
  const { rows } = await client.query<{ position: number; file_name: string; rows: number; damaged: number }>(
    `select r.position, f.file_name, count(*)::integer as rows, (count(*) filter (where r.damaged))::integer as damaged
       from register_staging.refused_${importId} r
       join register_import_file f on f.import_id = $1 and f.position = r.position
      group by r.position, f.file_name order by r.position`,
    [importId],
  )
  const files: string[] = []
  for (const file of rows) {
    const path = join(folder, `${file.file_name.replace(/\.csv$/i, '')}.refused.csv`)
    await writeOne(client, importId, file.position, path)
    files.push(path)
  }
  return {
    rows: rows.reduce((sum, file) => sum + file.rows, 0),
    damagedRows: rows.reduce((sum, file) => sum + file.damaged, 0),
    files,
    firstDamage: await firstDamage(client, importId),
  }
}

async function writeOne(client: ClientBase, importId: bigint, position: number, path: string): Promise<void> {
  const out = createWriteStream(path)
  out.write('line,reason,text\n')
  for (let after = 0; ; ) {
    const { rows } = await client.query<{ line: number; reason: string; text: string }>(
      `select line, reason, text from register_staging.refused_${importId}
        where position = $1 and line > $2 order by line limit ${linesPerFetch}`,
      [position, after],
    )
    for (const row of rows) out.write(`${row.line},${quoted(row.reason)},${quoted(row.text)}\n`)
    after = rows.at(-1)?.line ?? 0
    if (rows.length < linesPerFetch) break
  }
  out.end()
  await finished(out)
}

async function firstDamage(client: ClientBase, importId: bigint): Promise<string | null> {
  const { rows } = await client.query<{ sentence: string }>(
    `select f.file_name || ' line ' || r.line || ' ' || r.reason as sentence
       from register_staging.refused_${importId} r
       join register_import_file f on f.import_id = $1 and f.position = r.position
      where r.damaged order by r.position, r.line limit 1`,
    [importId],
  )
  return rows[0]?.sentence ?? null
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
