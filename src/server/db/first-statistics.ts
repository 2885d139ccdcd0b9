import pg from 'pg'

/**
 * Tells the planner of an empty database how many books and realms the rows of a table will have. Without any statistics it takes every
 * index that starts with that column for equally good, and a connection keeps such a plan until the table is analyzed: the first large
 * transaction of a book, such as a file of grants, would read all of its rows for each row that it adds. Statistics that PostgreSQL has
 * collected stay as they are.
 */
export async function writeFirstStatistics(
  adminConfig: pg.ClientConfig,
  counts: { books: number; realms: number },
): Promise<void> {
  const client = new pg.Client(adminConfig)
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(
      `select pg_restore_attribute_stats('schemaname', table_schema::text, 'relname', table_name::text,
        'attname', column_name::text, 'inherited', false, 'null_frac', 0::real, 'avg_width', 8, 'n_distinct', k.count::real)
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
        join (values ('book', $1::int), ('realm', $2::int)) k (column_name, count) using (column_name)
      where table_schema = 'public' and table_type = 'BASE TABLE'
        and not exists (select from pg_stats s where s.schemaname = c.table_schema and s.tablename = c.table_name
          and s.attname = c.column_name)`,
      [counts.books, counts.realms],
    )
  } finally {
    await client.end()
  }
}
