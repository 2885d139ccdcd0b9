import { type Kysely, sql } from 'kysely'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { violates } from '../../ledger/server/post-entry.ts'
import type {
  assignHousehold,
  createHousehold,
  deleteHousehold,
  listHouseholds,
  renameHousehold,
} from '../advisor-dashboard.contract.ts'
import { ownAccounts } from './dashboard.queries.ts'
import { booksOf, searchOf } from './show-dashboard.ts'

type Context = ContextOf<typeof createHousehold>

/** The caller's own households, by name. */
export async function showHouseholds(
  _input: HandlerInput<typeof listHouseholds>,
  { realmDb, actor }: ContextOf<typeof listHouseholds>,
): Promise<Reply<typeof listHouseholds>> {
  const { rows } = await sql<{ household_id: string; name: string; accounts: number }>`
    select h.household_id, h.name,
      (select count(*)::int from household_account a where a.household_id = h.household_id) as accounts
    from household h where h.owner_id = ${actor.userId} order by lower(h.name)`.execute(realmDb)
  return {
    data: rows.map(row => ({ householdId: row.household_id, name: row.name, accounts: row.accounts })),
  }
}

const sameName = () => fieldProblem('name', 'You have a household of this name already')

/** Makes a household. Throws `validation` on `name` for a second one of the same name, also where two are made at once. */
export async function create(
  { body }: HandlerInput<typeof createHousehold>,
  { realmDb, actor }: Context,
): Promise<Reply<typeof createHousehold>> {
  const { name } = body.data.attributes
  try {
    const { household_id: householdId } = await realmDb
      .insertInto('household')
      .values({ owner_id: actor.userId, name })
      .returning('household_id')
      .executeTakeFirstOrThrow()
    return { householdId, name }
  } catch (error) {
    if (violates(error, 'one_household_per_name')) throw sameName()
    if (violates(error, 'households_of_person'))
      throw new Problem('conflict', { detail: 'You have 200 households, which is the most you can have.' })
    throw error
  }
}

export async function rename(
  { params, body }: HandlerInput<typeof renameHousehold>,
  { realmDb, actor }: Context,
): Promise<Reply<typeof renameHousehold>> {
  const { name } = body.data.attributes
  try {
    const { numUpdatedRows } = await realmDb
      .updateTable('household')
      .set({ name })
      .where('household_id', '=', params.householdId)
      .where('owner_id', '=', actor.userId)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Problem('not-found')
  } catch (error) {
    if (violates(error, 'one_household_per_name')) throw sameName()
    throw error
  }
  return { householdId: params.householdId, name }
}

export async function remove(
  { params }: HandlerInput<typeof deleteHousehold>,
  { realmDb, actor }: Context,
): Promise<Reply<typeof deleteHousehold>> {
  const { numDeletedRows } = await realmDb
    .deleteFrom('household')
    .where('household_id', '=', params.householdId)
    .where('owner_id', '=', actor.userId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new Problem('not-found')
  return {}
}

/** Puts accounts into a household. Throws `not-found` for a household or an account that is not the caller's, and then moves none. */
export async function assign(
  { body }: HandlerInput<typeof assignHousehold>,
  context: ContextOf<typeof assignHousehold>,
): Promise<Reply<typeof assignHousehold>> {
  const { realmDb, actor } = context
  const { householdId, accounts } = body.data.attributes
  const named: { book: string; accountId: string }[] = []
  for (const { name: book, currency, db } of booksOf(context)) {
    const fundIds = accounts.filter(account => account.currency === currency).map(({ fundId }) => fundId)
    if (fundIds.length === 0) continue
    const found = await ownAccounts(db, searchOf({}, context), fundIds)
    named.push(...found.map(row => ({ book, accountId: row.account_id })))
  }
  const distinct = new Set(accounts.map(({ fundId, currency }) => `${currency} ${fundId}`)).size
  if (named.length !== distinct) throw new Problem('not-found')
  await realmDb.transaction().execute(async trx => {
    if (householdId !== null) await requireOwn(trx, householdId, actor.userId)
    await leaveHouseholds(trx, actor.userId, named)
    if (householdId === null) return
    await trx
      .insertInto('household_account')
      .values(
        named.map(({ book, accountId }) => ({
          owner_id: actor.userId,
          for_book: book,
          account_id: accountId,
          household_id: householdId,
        })),
      )
      .onConflict(conflict =>
        conflict
          .columns(['realm', 'owner_id', 'for_book', 'account_id'])
          .doUpdateSet({ household_id: householdId }),
      )
      .execute()
  })
  return { accounts: named.length }
}

async function requireOwn(trx: Kysely<DB>, householdId: string, ownerId: string): Promise<void> {
  const row = await trx
    .selectFrom('household')
    .select('household_id')
    .where('household_id', '=', householdId)
    .where('owner_id', '=', ownerId)
    .forKeyShare()
    .executeTakeFirst()
  if (!row) throw new Problem('not-found')
}

async function leaveHouseholds(
  trx: Kysely<DB>,
  ownerId: string,
  accounts: readonly { book: string; accountId: string }[],
): Promise<void> {
  await sql`
    delete from household_account a
    using unnest(${accounts.map(({ book }) => book)}::text[], ${accounts.map(({ accountId }) => accountId)}::uuid[]) named (book, account_id)
    where a.owner_id = ${ownerId} and a.for_book = named.book and a.account_id = named.account_id`.execute(
    trx,
  )
}
