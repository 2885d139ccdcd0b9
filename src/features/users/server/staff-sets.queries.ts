import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import type { DB, StaffSetChange } from '../../../server/db/schema.ts'

export type SetChangeRow = Selectable<StaffSetChange>

export type SetRow = Pick<
  SetChangeRow,
  | 'change_id'
  | 'set_name'
  | 'role_code'
  | 'title'
  | 'purpose'
  | 'actions'
  | 'is_given'
  | 'file_actions'
  | 'revision'
>

/** The last state of each set of the client that was set on screen, in the order of their names. */
export async function listSetsOnScreen(realmDb: Kysely<DB>, client: string): Promise<SetRow[]> {
  return await realmDb
    .selectFrom('staff_set_change')
    .distinctOn('set_name')
    .select(['change_id', 'set_name', 'role_code', 'title', 'purpose', 'actions', 'is_given'])
    .select(['file_actions', 'revision'])
    .where('client', '=', client)
    .where('state', '=', 'made')
    .orderBy('set_name')
    .orderBy('revision', 'desc')
    .execute()
}

/** The changes of a client's sets, the latest first: 100, and however many came since, the last of each set that was made and what waits. */
export async function listSetChanges(realmDb: Kysely<DB>, client: string): Promise<SetChangeRow[]> {
  return await realmDb
    .selectFrom('staff_set_change')
    .selectAll()
    .select([
      sql<string>`name_and_access(requested_by, requested_by_name)`.as('requested_by_name'),
      sql<string | null>`name_and_access(decided_by, decided_by_name)`.as('decided_by_name'),
    ])
    .where('client', '=', client)
    .where(
      sql<boolean>`(state = 'waiting'
        or change_id in (
          select c.change_id from staff_set_change c where c.client = ${client} order by c.requested_at desc, c.change_id desc limit 100)
        or change_id in (
          select distinct on (c.set_name) c.change_id from staff_set_change c where c.client = ${client} and c.state = 'made'
          order by c.set_name, c.revision desc))`,
    )
    .orderBy('requested_at', 'desc')
    .orderBy('change_id', 'desc')
    .execute()
}

export async function findSetChangeByKey(
  trx: Kysely<DB>,
  idempotencyKey: string,
): Promise<SetChangeRow | undefined> {
  return await trx
    .selectFrom('staff_set_change')
    .selectAll()
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
}

export async function findSetChange(
  trx: Kysely<DB>,
  { changeId, client }: { changeId: string; client: string },
): Promise<SetChangeRow | undefined> {
  return await trx
    .selectFrom('staff_set_change')
    .selectAll()
    .where('change_id', '=', changeId)
    .where('client', '=', client)
    .executeTakeFirst()
}

/** The changes of a client's sets that nobody has decided about, whether or not they may still be confirmed. */
export async function listUndecidedSets(realmDb: Kysely<DB>, client: string): Promise<SetChangeRow[]> {
  return await realmDb
    .selectFrom('staff_set_change')
    .selectAll()
    .where('client', '=', client)
    .where('state', '=', 'waiting')
    .execute()
}

export async function insertSetChange(trx: Kysely<DB>, change: Insertable<StaffSetChange>): Promise<void> {
  await trx.insertInto('staff_set_change').values(change).execute()
}

export async function updateSetChange(
  trx: Kysely<DB>,
  changeId: string,
  columns: Partial<Insertable<StaffSetChange>>,
): Promise<void> {
  await trx.updateTable('staff_set_change').set(columns).where('change_id', '=', changeId).execute()
}

export type Holding = {
  set_name: string
  actions: string[] | null
  user_id: string
  person_name: string
}

/** More rights than the staff of a sponsor have. */
const maxHoldings = 5000

/** The rights by a named set that are not over, of people who have access or are suspended, by name. */
export async function listHoldings(realmDb: Kysely<DB>, now: Date): Promise<Holding[]> {
  const { rows } = await sql<Holding>`
    select r.set_name, r.actions, r.user_id, u.first_name || ' ' || u.last_name as person_name
    from user_role r join app_user u on u.realm = r.realm and u.user_id = r.user_id
    where r.set_name is not null and r.state in ('active', 'suspended') and r.ended_at is null
      and coalesce(r.valid_until > ${now}, true) and (u.has_access or u.suspended_at is not null)
    order by u.last_name, u.first_name, u.user_id, r.given_at limit ${maxHoldings}`.execute(realmDb)
  return rows
}

/** Whether a person has a right by the set that has not ended. */
export async function holdsSet(trx: Kysely<DB>, userId: string, name: string): Promise<boolean> {
  const found = await trx
    .selectFrom('user_role')
    .select('right_id')
    .where('user_id', '=', userId)
    .where('set_name', '=', name)
    .where('ended_at', 'is', null)
    .limit(1)
    .execute()
  return found.length > 0
}
