import { readSourceFiles, type SourceFile } from './source-files.ts'

const statement =
  /(?:updateTable|insertInto|deleteFrom|mergeInto)\(\s*'(\w+)(?: as \w+)?'|\bupdate\s+(?:only\s+)?([a-z_]+)(?:\s+(?:as\s+)?[a-z]+)?\s+set\b|\binsert\s+into\s+([a-z_]+)|\bdelete\s+from\s+([a-z_]+)/g

/** The tables of the database, from src/server/db/schema.ts, which is generated from the migrated database. */
const tables: ReadonlySet<string> = new Set(
  [
    ...(readSourceFiles().find(({ path }) => path === 'src/server/db/schema.ts')?.text ?? '').matchAll(
      /^ {2}(\w+): [A-Z]\w+;$/gm,
    ),
  ].map(([, table = '']) => table),
)

/** The tables that the SQL of a file inserts into, updates or deletes from; a table may occur twice. */
export function tablesWrittenBy({ text }: Pick<SourceFile, 'text'>): string[] {
  return [...text.matchAll(statement)]
    .map(names => names.slice(1).find(name => name !== undefined) ?? '')
    .filter(table => tables.has(table))
}
