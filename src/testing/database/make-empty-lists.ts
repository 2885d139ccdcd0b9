import pg from 'pg'

/** Books pay only once their names were compared with lists of sanctions: here with lists on which nobody is. `admin`: a superuser’s. */
export async function makeEmptyLists(admin: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(admin)
  await client.connect()
  try {
    // Without triggers: no realm's audit log begins with them.
    await client.query(`set session_replication_role = 'replica'`)
    await client.query(`
      insert into sanctions_list_version
        (list, list_date, digest, file_names, entry_count, added_count, removed_count, changed_count, imported_by)
      select list, '2026-01-01', repeat('0', 64), '{none}', 1, 0, 0, 0, 'the tests' from unnest('{ofac,uk}'::text[]) list`)
  } finally {
    await client.end()
  }
}
