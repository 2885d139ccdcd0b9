import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { grantStatuses, outcomeCodes, transitions } from '../src/features/grants/domain/grant-status.ts'
import { reviewStates } from '../src/features/grants/domain/review-states.ts'
import type { EmbeddedConnection } from '../src/server/db/embedded/embedded-postgres.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('..', import.meta.url))

export const schemaFile = join(root, 'src/server/db/schema.ts')

// Not a custom import of kysely-codegen, which needs the compiler API of TypeScript before version 7.
const isoDate = `import('../../domain/dates.ts').IsoDate`

const union = (values: readonly string[]) => values.map(value => `'${value}'`).join(' | ')
const grantStatus = Object.keys(grantStatuses).join(' | ')

const changedFields = `ColumnType<import('../changes/fields.ts').Fields, string, string>`

/** Codes that no check constraint of the column itself lists, and JSON columns with one writer. */
const codes: Readonly<Record<string, string>> = {
  'grant_recommendation.transaction_status_code': grantStatus,
  'grant_recommendation.outcome': union(outcomeCodes),
  'grant_history_entry.transition': union(['recommend', ...transitions]),
  'grant_history_entry.from_status_code': grantStatus,
  'grant_history_entry.to_status_code': grantStatus,
  'grant_history_entry.outcome': union(outcomeCodes),
  'grant_history_entry.review_state': union(reviewStates),
  'change_record.before_change': changedFields,
  'change_record.after_change': changedFields,
  'person_change.before_change': changedFields,
  'person_change.after_change': changedFields,
}

/**
 * Writes the types of a migrated database with the value types of pools.ts: int8 as bigint, date as IsoDate. A column whose
 * check constraint lists its values has their union as its type.
 */
export async function generateTypes(connection: EmbeddedConnection, outFile: string): Promise<void> {
  const url = `postgres://postgres@/${connection.database}?host=${encodeURIComponent(connection.host)}`
  await run(process.execPath, [
    join(root, 'node_modules/kysely-codegen/dist/cli/bin.js'),
    ...['--dialect', 'postgres', '--url', url, '--out-file', outFile, '--date-parser', 'string'],
    ...['--type-mapping', JSON.stringify({ int8: 'bigint', date: isoDate })],
    ...['--overrides', JSON.stringify({ columns: await codeColumns(connection) })],
    ...['--exclude-pattern', '(graphile_worker.*|public.applied_migration)'],
  ])
}

/** The types of columns with codes, by `table.column`. */
async function codeColumns(connection: EmbeddedConnection): Promise<Record<string, string>> {
  const client = new Client({ ...connection, user: 'postgres' })
  await client.connect()
  try {
    const { rows } = await client.query<Column>(codeColumnsQuery)
    return Object.fromEntries(
      rows.flatMap(({ name, values, nullable, generated }) => {
        const listed = codes[name] ?? unionOf(values)
        if (listed === undefined) return []
        const type = nullable ? `${listed} | null` : listed
        return [[name, generated ? `Generated<${type}>` : type]]
      }),
    )
  } finally {
    await client.end()
  }
}

type Column = { name: string; values: string | null; nullable: boolean; generated: boolean }

/** `'a' | 'b'` of `CHECK ((x = ANY (ARRAY['a'::text, 'b'::text])))`; undefined for other constraints. */
function unionOf(constraint: string | null): string | undefined {
  const list = /^CHECK \(\(\w+ = ANY \(ARRAY\[('[^\]]*)\]\)\)\)$/.exec(constraint ?? '')?.[1]
  return list?.replaceAll(/::\w+/g, '').replaceAll(', ', ' | ')
}

const codeColumnsQuery = `
  select c.relname || '.' || a.attname as name, pg_get_constraintdef(k.oid) as values,
         not a.attnotnull as nullable, a.atthasdef as generated
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    left join pg_constraint k on k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
   where a.attnum > 0 and not a.attisdropped
   order by c.relname, a.attnum, pg_get_constraintdef(k.oid)`
