import type { Kysely } from 'kysely'
import type { DB } from '../../../../server/db/schema.ts'

export async function deleteUnconfirmed(realmDb: Kysely<DB>, userId: string): Promise<void> {
  await realmDb
    .deleteFrom('one_time_code')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .execute()
}

/** Stores an unconfirmed secret. @returns its id. */
export async function insertSecret(
  realmDb: Kysely<DB>,
  row: { user_id: string; encrypted_secret: string; created_at: Date },
): Promise<string> {
  const { one_time_code_id: id } = await realmDb
    .insertInto('one_time_code')
    .values(row)
    .returning('one_time_code_id')
    .executeTakeFirstOrThrow()
  return id
}

/** The encrypted secret that waits for its first code. */
export async function findUnconfirmed(
  realmDb: Kysely<DB>,
  { userId, setUpId, createdAfter }: { userId: string; setUpId: string; createdAfter: Date },
): Promise<string | undefined> {
  const row = await realmDb
    .selectFrom('one_time_code')
    .select(['encrypted_secret'])
    .where('one_time_code_id', '=', setUpId)
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .where('created_at', '>', createdAfter)
    .executeTakeFirst()
  return row?.encrypted_secret
}

/** Confirms a secret by the step of its first code and deletes the person's others; false if it is confirmed already. */
export async function confirmSecret(
  trx: Kysely<DB>,
  userId: string,
  { setUpId, at, step }: { setUpId: string; at: Date; step: bigint },
): Promise<boolean> {
  await trx
    .deleteFrom('one_time_code')
    .where('user_id', '=', userId)
    .where('one_time_code_id', '!=', setUpId)
    .execute()
  const { numUpdatedRows } = await trx
    .updateTable('one_time_code')
    .set({ confirmed_at: at, last_step: step })
    .where('one_time_code_id', '=', setUpId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function findConfirmed(realmDb: Kysely<DB>, userId: string) {
  return await realmDb
    .selectFrom('one_time_code')
    .select(['one_time_code_id', 'encrypted_secret'])
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
}

/** Records the use of a step. False if it or a later one was used before, also by a concurrent call. */
export async function markStepUsed(
  realmDb: Kysely<DB>,
  codeId: string,
  { step, at }: { step: bigint; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await realmDb
    .updateTable('one_time_code')
    .set({ last_step: step, last_used_at: at })
    .where('one_time_code_id', '=', codeId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
