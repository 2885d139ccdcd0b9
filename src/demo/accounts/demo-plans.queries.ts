import { type Kysely, sql } from 'kysely'
import type { CharityRegister } from '../../clients/client.ts'
import type { DB } from '../../server/db/schema.ts'

/** The first charities of the registers that can receive grants. */
export async function someCharities(db: Kysely<DB>, registers: readonly CharityRegister[], count: number) {
  return await db
    .selectFrom('charity')
    .select(['charity_id', 'name'])
    .where(sql<boolean>`register = any(${registers})`)
    .where('is_grantable', '=', true)
    .orderBy('charity_id')
    .limit(count)
    .execute()
}

export async function nameOfUser(db: Kysely<DB>, userId: string): Promise<string> {
  const { name } = await db
    .selectFrom('party')
    .select('name')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return name
}
