import { type Kysely, sql } from 'kysely'
import type { DB } from '../../server/db/schema.ts'

export type GrantedCharity = {
  charity_id: string
  name: string
  street: string | null
  city: string | null
  state: string | null
  postal_code: string | null
  /** Whether all of its open grants wait for their approval; null where none is open. */
  only_waits: boolean | null
}

/**
 * The charities of a register to which a book grants, or may soon: of its grants, schedules and charity lists. Those whose grants wait for
 * their approval come first, but for those of this person's recommendations.
 */
export async function listGrantedCharities(db: Kysely<DB>, recommender: string): Promise<GrantedCharity[]> {
  const { rows } = await sql<GrantedCharity>`
    select c.charity_id, c.name, c.street, c.city, c.state, c.postal_code, bool_and(of_book.waits) as only_waits
    from charity c join (
      select charity_id, transaction_status_code = 1 and recommended_by <> ${recommender} as waits from grant_recommendation
        where transaction_status_code in (1, 2, 3)
      union all select charity_id, null from grant_recommendation where transaction_status_code not in (1, 2, 3)
      union all select charity_id, null from grant_schedule
      union all select charity_id, null from charity_list_entry
    ) of_book using (charity_id)
    group by c.charity_id order by 7 desc nulls last, c.charity_id`.execute(db)
  return rows
}
