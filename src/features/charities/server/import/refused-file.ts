import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import type { ClientBase } from 'pg'
import { findFirstDamage, listRefusedFiles, listRefusedLines } from './staging.queries.ts'

export type Refused = { rows: number; damagedRows: number; files: string[]; firstDamage: string | null }

const linesPerFetch = 5_000

/** Writes `<name>.refused.csv` for each file with refused lines: line number, reason and text. */
export async function writeRefusedFiles(
  client: ClientBase,
  importId: bigint,
  folder: string,
): Promise<Refused> {
  const rows = await listRefusedFiles(client, importId)
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
    firstDamage: await findFirstDamage(client, importId),
  }
}

async function writeOne(client: ClientBase, importId: bigint, position: number, path: string): Promise<void> {
  const out = createWriteStream(path)
  out.write('line,reason,text\n')
  for (let after = 0; ; ) {
    const rows = await listRefusedLines(client, importId, { position, after, limit: linesPerFetch })
    for (const row of rows) out.write(`${row.line},${quoted(row.reason)},${quoted(row.text)}\n`)
    after = rows.at(-1)?.line ?? 0
    if (rows.length < linesPerFetch) break
  }
  out.end()
  await finished(out)
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
