import type { Kysely } from 'kysely'
import type { DB } from '../../../../server/db/schema.ts'

/** The fund id of the account that the person opens first in this book; null: none. */
export async function findDefaultAccount(
  realmDb: Kysely<DB>,
  userId: string,
  book: string,
): Promise<number | null> {
  const row = await realmDb
    .selectFrom('default_account')
    .select('fund_id')
    .where('user_id', '=', userId)
    .where('for_book', '=', book)
    .executeTakeFirst()
  return row ? Number(row.fund_id) : null
}

/** Stores the account that the person opens first in this book; a fund id of null deletes the choice. */
export async function storeDefaultAccount(
  realmDb: Kysely<DB>,
  userId: string,
  { book, fundId }: { book: string; fundId: number | null },
): Promise<void> {
  if (fundId === null) {
    await realmDb
      .deleteFrom('default_account')
      .where('user_id', '=', userId)
      .where('for_book', '=', book)
      .execute()
    return
  }
  const fund_id = BigInt(fundId)
  await realmDb
    .insertInto('default_account')
    .values({ user_id: userId, for_book: book, fund_id })
    .onConflict(conflict => conflict.columns(['realm', 'user_id', 'for_book']).doUpdateSet({ fund_id }))
    .execute()
}
