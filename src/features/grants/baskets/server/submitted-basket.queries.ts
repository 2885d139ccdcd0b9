import type { Kysely } from 'kysely'
import type { DB } from '../../../../server/db/schema.ts'

/** A submitted basket, with the first step of one of its grants: all were recommended by one person, on one donor's advice. */
export async function findSubmitted(db: Kysely<DB>, basketId: string) {
  return await db
    .selectFrom('grant_basket as b')
    .innerJoin('grant_recommendation as g', join =>
      join
        .onRef('g.book', '=', 'b.book')
        .onRef('g.account_id', '=', 'b.account_id')
        .onRef('g.basket_id', '=', 'b.basket_id'),
    )
    .innerJoin('grant_history_entry as h', join =>
      join.onRef('h.book', '=', 'g.book').onRef('h.grant_id', '=', 'g.grant_id').on('h.step', '=', 1),
    )
    .selectAll('b')
    .select(['h.actor_side', 'g.advised_by', 'g.advised_by_name', 'g.advice_channel', 'g.advised_on'])
    .where('b.basket_id', '=', basketId)
    .where('b.state', '=', 'submitted')
    .limit(1)
    .executeTakeFirst()
}
