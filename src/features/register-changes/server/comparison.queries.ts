import { type Kysely, type Selectable, sql } from 'kysely'
import type { CharityRegister } from '../../../clients/client.ts'
import { donorRoles } from '../../../domain/account-roles.ts'
import { literals } from '../../../server/db/literals.ts'
import type { DB, RegisterChangeItem, RegisterChangeReview } from '../../../server/db/schema.ts'

/** The imports of these registers that the book has not compared to the end, the earliest first. */
export async function listImportsToCompare(
  db: Kysely<DB>,
  registers: readonly CharityRegister[],
): Promise<bigint[]> {
  const { rows } = await sql<{ import_id: bigint }>`
    select i.import_id from register_import i
    where i.state = 'done' and i.register = any(${registers}::text[])
      and not exists (select from register_comparison c where c.import_id = i.import_id and c.finished_at is not null)
    order by i.import_id`.execute(db)
  return rows.map(row => row.import_id)
}

/**
 * Stores what an import changed about charities on which something in the book relies, and what that is, once. The caller's transaction ends
 * right after it. `stopping`: the kinds that make schedules wait.
 */
export async function storeComparison(
  trx: Kysely<DB>,
  importId: bigint,
  {
    registers,
    stopping,
    now,
  }: { registers: readonly CharityRegister[]; stopping: readonly string[]; now: Date },
): Promise<void> {
  const stored = await trx
    .insertInto('register_comparison')
    .values({ import_id: importId, compared_at: now })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  if (stored.numInsertedOrUpdatedRows === 0n) return
  await sql`
    with changed as materialized (
      select c.charity_id, c.kinds, c.before, c.after from register_change c where c.import_id = ${importId}
      union all
      -- Bodies that staff vetted, by their name and town: a charity that is new in this import.
      select k.charity_id, '{on-register}', '{}'::jsonb, register_change_facts(k) from charity k where k.first_import = ${importId}
        and exists (select from (${vettedAs}) v where v.charity_id = k.charity_id)
    ), pinned as materialized (${pinned(registers)}
    ), reviews as (
      insert into register_change_review (import_id, charity_id, charity_name, file_name, file_date, kinds, stops, before, after, found_at)
      select ${importId}, c.charity_id, k.name, f.file_name, f.file_date, c.kinds, c.kinds && ${stopping}::text[], c.before, c.after, ${now}
      from changed c join charity k on k.charity_id = c.charity_id
        cross join lateral (select f.file_name, f.file_date from register_import_file f where f.import_id = ${importId}
          order by f.file_name = k.source_file desc, f.position limit 1) f
      where c.charity_id in (select p.charity_id from pinned p)
      returning change_id, charity_id, stops
    )
    insert into register_change_item (change_id, what, object_id, account_id, set_up_by, effect)
    select r.change_id, p.what, p.object_id, p.account_id, p.set_up_by,
      case when p.effect = 'waits' and not r.stops then 'flagged' else p.effect end
    from pinned p join reviews r on r.charity_id = p.charity_id`.execute(trx)
}

const vettedAs = sql`
  select k.charity_id, v.vetting_id, v.country from charity_vetting v
    join charity k on k.name_hash = v.name_hash and k.name_key = v.name_key and upper(k.city) = upper(v.city)
  where v.state = 'vetted' and v.basis <> 'due-diligence' and (k.register = 'irs-bmf') = (v.country = 'US')`

/** Everything in the book that relies on one of the changed charities. */
const pinned = (registers: readonly CharityRegister[]) => sql`
  select e.charity_id, 'list' as what, e.account_id::text as object_id, e.account_id,
    e.added_by as set_up_by, 'flagged' as effect
  from charity_list_entry e join changed using (charity_id) join ${openAccounts} a on a.account_id = e.account_id
  union all
  select d.content ->> 'charityId', case when d.basket_id is null then 'draft' else 'basket' end, d.draft_id::text, d.account_id,
    d.started_by, 'flagged'
  from grant_draft d join changed c on c.charity_id = d.content ->> 'charityId'
  union all
  select s.charity_id, 'schedule', s.schedule_id::text, s.account_id, coalesce(s.on_behalf_of, s.created_by), 'waits'
  from grant_schedule s join changed using (charity_id) where s.next_on is not null
  union all
  select g.charity_id, 'grant', g.grant_id::text, g.account_id, coalesce(g.on_behalf_of, g.recommended_by),
    case when g.transaction_status_code in (1, 2) then 'in-review' end
  from grant_recommendation g join changed using (charity_id) where g.transaction_status_code in (1, 2, 3, 4)
  union all
  select distinct s.charity_id, 'plan', s.account_id::text, s.account_id, null::uuid, 'flagged'
  from legacy_plan_share s join changed using (charity_id) join ${openAccounts} a on a.account_id = s.account_id
  where s.version = (select max(p.version) from legacy_plan p where p.book = s.book and p.account_id = s.account_id)
  union all
  select c.charity_id, 'payee', c.charity_id, null, null, 'flagged'
  from changed c join charity k on k.charity_id = c.charity_id and k.register = any(${registers}::text[])
  where exists (select from charity_profile p where p.charity_id = c.charity_id and num_nonnulls(p.payee_name, p.payee_address) > 0)
    or exists (select from charity_bank_details d where d.charity_id = c.charity_id and d.state = 'confirmed')
  union all
  select v.charity_id, 'vetting', v.vetting_id::text, null, null, 'flagged'
  from (${vettedAs}) v join changed c on c.charity_id = v.charity_id and 'on-register' = any(c.kinds)`

const openAccounts = sql`(select account_id from fund_account where account_status <> 'Closed')`

/** Grants to look at, at most `limit`: those of an import nobody looked at yet, or of all imports those that could not be returned. */
export async function listGrantsToLookAt(
  db: Kysely<DB>,
  about: { importId: bigint } | 'to-return',
  limit: number,
): Promise<{ change_id: string; object_id: string; account_id: string }[]> {
  const where =
    about === 'to-return'
      ? sql`i.effect = 'to-return'`
      : sql`i.effect is null and r.import_id = ${about.importId}`
  const { rows } = await sql<{ change_id: string; object_id: string; account_id: string }>`
    select i.change_id, i.object_id, i.account_id from register_change_item i
      join register_change_review r on r.book = i.book and r.change_id = i.change_id
    where i.what = 'grant' and ${where} order by i.change_id, i.object_id limit ${limit}`.execute(db)
  return rows
}

export type LockedItem = Pick<
  Selectable<RegisterChangeReview>,
  'import_id' | 'charity_id' | 'file_name' | 'file_date' | 'kinds' | 'before' | 'after'
> & { transaction_status_code: number; approval: unknown }

/** A grant to look at with its change and the evidence of its approval, locked; undefined where somebody else looked at it meanwhile. */
export async function lockGrantToLookAt(
  trx: Kysely<DB>,
  { changeId, grantId }: { changeId: string; grantId: string },
): Promise<LockedItem | undefined> {
  const { rows } = await sql<LockedItem>`
    select r.import_id, r.charity_id, r.file_name, r.file_date, r.kinds, r.before, r.after, g.transaction_status_code, (
      select h.evidence from grant_history_entry h where h.book = g.book and h.grant_id = g.grant_id and h.transition = 'approve'
      order by h.step desc limit 1) as approval
    from register_change_item i
      join register_change_review r on r.book = i.book and r.change_id = i.change_id
      join grant_recommendation g on g.book = i.book and g.grant_id = i.object_id::uuid
    where i.change_id = ${changeId} and i.what = 'grant' and i.object_id = ${grantId}
      and (i.effect is null or i.effect = 'to-return') for update of i`.execute(trx)
  return rows[0]
}

export async function setEffect(
  trx: Kysely<DB>,
  { changeId, grantId }: { changeId: string; grantId: string },
  effect: 'in-review' | 'returned' | 'to-return' | 'unchanged',
): Promise<void> {
  await trx
    .updateTable('register_change_item')
    .set({ effect })
    .where('change_id', '=', changeId)
    .where('what', '=', 'grant')
    .where('object_id', '=', grantId)
    .execute()
}

/** Ends a comparison; returns how many charities and things it concerned. Undefined where it ended before. */
export async function finishComparison(
  trx: Kysely<DB>,
  importId: bigint,
  now: Date,
): Promise<{ charities: number; items: number; returned: number } | undefined> {
  const ended = await trx
    .updateTable('register_comparison')
    .set({ finished_at: now })
    .where('import_id', '=', importId)
    .where('finished_at', 'is', null)
    .executeTakeFirst()
  if (ended.numUpdatedRows === 0n) return undefined
  const { rows } = await sql<{ charities: number; items: number; returned: number }>`
    select count(distinct r.change_id)::integer as charities, count(*)::integer as items,
      (count(*) filter (where i.effect = 'returned'))::integer as returned
    from register_change_review r join register_change_item i on i.book = r.book and i.change_id = r.change_id
    where r.import_id = ${importId}`.execute(trx)
  return rows[0]
}

/** One thing about which a person is told. */
export type ToldItem = {
  key: string
  email: string
  name: string
  has_login: boolean
  account_id: string
  account_name: string
  change_id: string
  charity_name: string
  /** The name that it had before the import. */
  former_name: string
  file_date: RegisterChangeReview['file_date']
  kinds: RegisterChangeReview['kinds']
  stops: boolean
  what: RegisterChangeItem['what']
  effect: RegisterChangeItem['effect']
  transaction_id: bigint | null
}

/**
 * What an import concerns, by the person who is told: the living donors of the account, and its advisor of what the advisor set up. At most
 * `limit` rows, those that need attention first.
 */
export async function listTold(
  db: Kysely<DB>,
  importId: bigint,
  forDonors: readonly string[],
  limit: number,
): Promise<ToldItem[]> {
  const { rows } = await sql<ToldItem>`
    select distinct coalesce(p.user_id, p.party_id) as key, coalesce(u.email, p.email) as email,
      coalesce(u.first_name || ' ' || u.last_name, p.name) as name, coalesce(u.has_access, false) as has_login,
      a.account_id, a.account_name, v.change_id, v.charity_name,
      coalesce(v.before ->> 'name', v.charity_name) as former_name, v.file_date, v.kinds, v.stops, i.what, i.effect, g.transaction_id,
      (v.stops or i.effect = 'returned') as is_first
    from register_change_review v
      join register_change_item i on i.book = v.book and i.change_id = v.change_id
      join fund_account a on a.book = i.book and a.account_id = i.account_id
      join account_relationship r on r.book = a.book and r.account_id = a.account_id and r.ended_at is null
      join party p on p.book = r.book and p.party_id = r.party_id
      left join app_user u on u.user_id = p.user_id
      left join grant_recommendation g on i.what = 'grant' and g.book = i.book and g.grant_id::text = i.object_id
    where v.import_id = ${importId} and (v.kinds && ${forDonors}::text[] or i.effect = 'returned')
      and i.effect is distinct from 'unchanged'
      and (r.account_role_code in (${literals(donorRoles)})
        or r.account_role_code = 'primary_advisor' and p.user_id = i.set_up_by and u.has_access)
      and position('@' in coalesce(u.email, p.email)) > 1
      and not exists (select from estate_case c where c.party_id = p.party_id and c.kind = 'death' and c.state <> 'cancelled')
    order by key, is_first desc, a.account_id, v.change_id limit ${limit}`.execute(db)
  return rows
}
