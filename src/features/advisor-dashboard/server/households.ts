import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { violates } from '../../../server/db/violates.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type {
  assignHousehold,
  createHousehold,
  deleteHousehold,
  listHouseholds,
  renameHousehold,
} from '../advisor-dashboard.contract.ts'
import { ownAccounts } from './dashboard.queries.ts'
import {
  type AccountOfBook,
  deleteOwn,
  householdsOf,
  insertHousehold,
  joinHousehold,
  leaveHouseholds,
  lockOwn,
  setName,
} from './households.queries.ts'
import { booksOf, searchOf } from './show-dashboard.ts'

type Context = ContextOf<typeof createHousehold>

/** The caller's own households, by name. */
export async function showHouseholds(
  _input: HandlerInput<typeof listHouseholds>,
  { realmDb, actor }: ContextOf<typeof listHouseholds>,
): Promise<Reply<typeof listHouseholds>> {
  return { data: await householdsOf(realmDb, actor.userId) }
}

const sameName = () => fieldProblem('name', 'You already have a household with this name')

/** Creates a household. Throws `validation` on `name` for a second one of the same name, also where two are made at once. */
export async function create(
  { body }: HandlerInput<typeof createHousehold>,
  { realmDb, actor }: Context,
): Promise<Reply<typeof createHousehold>> {
  const { name } = body.data.attributes
  try {
    return { householdId: await insertHousehold(realmDb, actor.userId, name), name }
  } catch (error) {
    if (violates(error, 'one_household_per_name')) throw sameName()
    if (violates(error, 'households_of_person'))
      throw new Problem('conflict', { detail: 'You can have up to 200 households. Delete one first.' })
    throw error
  }
}

export async function rename(
  { params, body }: HandlerInput<typeof renameHousehold>,
  { realmDb, actor }: Context,
): Promise<Reply<typeof renameHousehold>> {
  const { name } = body.data.attributes
  try {
    if (!(await setName(realmDb, actor.userId, params.householdId, name))) throw new Problem('not-found')
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
  if (!(await deleteOwn(realmDb, actor.userId, params.householdId))) throw new Problem('not-found')
  return {}
}

/** Puts accounts into a household. Throws `not-found` for a household or an account that is not the caller's, and then moves none. */
export async function assign(
  { body }: HandlerInput<typeof assignHousehold>,
  context: ContextOf<typeof assignHousehold>,
): Promise<Reply<typeof assignHousehold>> {
  const { realmDb, actor } = context
  const { householdId, accounts } = body.data.attributes
  const named: AccountOfBook[] = []
  for (const { name: book, currency, db } of booksOf(context)) {
    const fundIds = accounts.filter(account => account.currency === currency).map(({ fundId }) => fundId)
    if (fundIds.length === 0) continue
    const found = await ownAccounts(db, searchOf({}, context), fundIds)
    named.push(...found.map(row => ({ book, accountId: row.account_id })))
  }
  const distinct = new Set(accounts.map(({ fundId, currency }) => `${currency} ${fundId}`)).size
  if (named.length !== distinct) throw new Problem('not-found')
  await realmDb.transaction().execute(async trx => {
    if (householdId !== null && !(await lockOwn(trx, actor.userId, householdId)))
      throw new Problem('not-found')
    await leaveHouseholds(trx, actor.userId, named)
    if (householdId !== null) await joinHousehold(trx, actor.userId, householdId, named)
  })
  return { accounts: named.length }
}
