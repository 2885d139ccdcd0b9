import type pg from 'pg'

/**
 * Revokes PostgreSQL's large objects from everyone. They belong to no table, so no policy applies to them: a role could store
 * unlimited data in them and leave it there for another book. Only the owner of the functions, a superuser, can revoke them; for
 * others the statement has no effect, and /healthz says what remains (docs/operate.md).
 */
export async function revokeLargeObjects(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select p.oid::regprocedure::text as name from pg_proc p
      where p.oid in (${largeObjectFunctions}) and has_function_privilege('public', p.oid, 'execute')
        and pg_has_role(p.proowner, 'usage')`,
  )
  if (rows.length > 0)
    await client.query(`revoke execute on function ${rows.map(({ name }) => name).join(', ')} from public`)
}

const largeObjectFunctions = `select f.oid from pg_proc f where f.pronamespace = 'pg_catalog'::regnamespace
  and (starts_with(f.proname::text, 'lo_') or f.proname in ('loread', 'lowrite'))`

/** Selects whether the role of the connection can use large objects. */
export const canUseLargeObjects = `exists (select from pg_proc p
  where p.oid in (${largeObjectFunctions}) and has_function_privilege(p.oid, 'execute'))`
