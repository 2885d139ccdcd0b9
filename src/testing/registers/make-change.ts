import { type Kysely, sql } from 'kysely'
import type { DB } from '../../server/db/schema.ts'

const facts = {
  name: 'RIVERSIDE FOOD PANTRY',
  subsection: '03',
  foundation: '15',
  deductibility: '1',
  status: '01',
  removedOn: null,
  leftOn: null,
  isUnread: false,
}

/**
 * A charity that left the register, on which the payee alone relies, in the connection's book. It is of no import that there is. Returns its
 * id.
 */
export async function makeChange(db: Kysely<DB>, charityName: string): Promise<string> {
  const { rows } = await sql<{ change_id: string }>`
    with compared as (
      insert into register_comparison (import_id, compared_at)
      select coalesce(min(c.import_id), 0) - 1, now() from register_comparison c where c.import_id < 0 returning import_id
    ), review as (
      insert into register_change_review (import_id, charity_id, charity_name, file_name, file_date, kinds, stops, before, after, found_at)
      select import_id, 'US-EIN-990000001', ${charityName}, 'eo_pa.csv', '2026-04-14', '{gone}', true, ${JSON.stringify(facts)}::jsonb,
        ${JSON.stringify({ ...facts, leftOn: '2026-04-14' })}::jsonb, now() from compared returning change_id
    )
    insert into register_change_item (change_id, what, object_id, effect)
    select change_id, 'payee', 'US-EIN-990000001', 'flagged' from review returning change_id`.execute(db)
  const [made] = rows
  if (!made) throw new Error('the change was not stored')
  return made.change_id
}
