import type pg from 'pg'

/** Runs a statement of the administrator without triggers: a test makes a state that the database would refuse. */
export async function withoutTriggers(
  admin: pg.Pool,
  statement: string,
  values: unknown[] = [],
): Promise<pg.QueryResult> {
  const client = await admin.connect()
  try {
    await client.query('begin')
    await client.query(`set local session_replication_role = 'replica'`)
    const result = await client.query(statement, values)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
