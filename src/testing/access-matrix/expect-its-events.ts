import { expect } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { TestApp } from '../app.ts'

/** The number of the realm's last event. The client of a matrix book is called like its realm. */
export async function lastEvent(portal: TestApp, realm: string): Promise<bigint> {
  const { rows } = await portal.database.admin.query<{ last: string }>(
    'select coalesce(max(seq), 0) as last from audit_event where realm = $1',
    [realm],
  )
  return BigInt(rows[0]?.last ?? 0)
}

type Recorded = { kind: string; complete: boolean }

/**
 * A command that succeeded has left the events that it declares, each with person, session, address and client. One that decides nothing
 * has left none. Jobs do not run here.
 */
export async function expectItsEvents(
  portal: TestApp,
  { method, path, access, audit, records }: Endpoint,
  realm: string,
  since: bigint,
): Promise<void> {
  if (access === 'public') return
  const { rows } = await portal.database.admin.query<Recorded>(
    `select kind, user_id is not null and session_id is not null and address is not null and detail ? 'client' as complete
     from audit_event where realm = $1 and seq > $2 order by seq`,
    [realm, since.toString()],
  )
  expect(
    rows.filter(({ complete }) => !complete),
    `${method} ${path}: without person, session, address or client`,
  ).toEqual([])
  const kinds = rows.map(({ kind }) => kind)
  if (audit !== undefined) expect(kinds, `${method} ${path}`).toContain(audit)
  else expect(records ?? [], `${method} ${path}`).toEqual(expect.arrayContaining(kinds))
}
