import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type pg from 'pg'
import { z } from 'zod'

// The rows of a whole database as a file: a line for some rows of a table, with the table's name and the rows as JSON. It is made and read
// with PostgreSQL's own JSON functions, because the package that PostgreSQL comes from has no pg_dump. The schema is that of the migrations
// that ran; the job queue is left out.

const keptLine = z.object({ table: z.string(), columns: z.array(z.string()), rows: z.array(z.unknown()) })
const rowsPerLine = 500

/** The tables of the program with the columns that can be written, in the order of their names. */
async function writableColumns(client: pg.Client): Promise<{ table: string; columns: string[] }[]> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> 'applied_migration'
      group by c.relname order by c.relname`,
  )
  return rows
}

async function identityColumns(client: pg.Client): Promise<{ table: string; column: string }[]> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select c.relname as table, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attidentity <> '' order by 1, 2`,
  )
  return rows
}

/** Writes every row of the database. */
export async function writeKeptRows(client: pg.Client, file: string): Promise<void> {
  async function* lines() {
    for (const { table, columns } of await writableColumns(client)) {
      const list = columns.map(name => `"${name}"`).join(', ')
      const { rows } = await client.query<{ row: string }>(
        `select to_jsonb(t)::text as row from (select ${list} from "${table}") t order by 1`,
      )
      for (let at = 0; at < rows.length; at += rowsPerLine) {
        const some = rows.slice(at, at + rowsPerLine).map(({ row }) => row)
        yield `{"table":${JSON.stringify(table)},"columns":${JSON.stringify(columns)},"rows":[${some.join(',')}]}\n`
      }
    }
  }
  await pipeline(Readable.from(lines()), createGzip({ level: 9 }), createWriteStream(file))
}

/**
 * Puts the rows of a file into a database with the migrations of that time, without triggers. Rows that a migration wrote are replaced.
 * Returns how many rows each table got.
 */
export async function readKeptRows(client: pg.Client, file: string): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  await client.query('begin')
  await client.query(`set local session_replication_role = 'replica'`)
  const tables = (await writableColumns(client)).map(({ table }) => `"${table}"`)
  await client.query(`truncate ${tables.join(', ')}`)
  const input = createReadStream(file).pipe(createGunzip())
  for await (const line of createInterface({ input })) {
    // Numbers of 64 bits would lose digits as JavaScript's; PostgreSQL reads the text itself.
    const { table, columns } = keptLine.parse(JSON.parse(line))
    const list = columns.map(name => `"${name}"`).join(', ')
    const { rowCount } = await client.query(
      `insert into "${table}" (${list}) overriding system value
       select ${list} from jsonb_populate_recordset(null::"${table}", ($1::jsonb) -> 'rows')`,
      [line],
    )
    counts.set(table, (counts.get(table) ?? 0) + (rowCount ?? 0))
  }
  for (const { table, column } of await identityColumns(client))
    await client.query(
      `select setval(pg_get_serial_sequence('"${table}"', '${column}'), greatest(1, (select max("${column}") from "${table}")))`,
    )
  await client.query('commit')
  return counts
}
