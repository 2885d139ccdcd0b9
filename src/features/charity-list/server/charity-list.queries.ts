import { type Kysely, sql } from 'kysely'
import type { IsoDate } from '../../../domain/dates.ts'
import { keysetColumn, orderOf, type Position, rowsAfter } from '../../../server/db/keyset.queries.ts'
import { literals } from '../../../server/db/literals.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { KeysetPage } from '../../../server/http/keyset-page.ts'
import type { Eligibility } from '../../charities/domain/eligibility.ts'
import { type CharityRecord, charityColumns } from '../../charities/server/charities.queries.ts'
import { paidStatuses, statusesOutOfHistory } from '../../grants/domain/grant-status.ts'
import { type ChoiceColumns, choiceColumnNames } from '../../grants/server/grant-choices.ts'

/** More than the list holds (charity-list.ts), because grants count too. */
const maxOwnCharities = 2_000

/** Whether a charity is on the fund's list, and its name on the fund's latest grant to it. */
export async function findFundRelation(
  db: Kysely<DB>,
  accountId: string,
  charityId: string,
): Promise<{ in_list: boolean; granted_name: string | null }> {
  const found = await sql<{ in_list: boolean; granted_name: string | null }>`
    select
      exists (select from charity_list_entry where account_id = ${accountId} and charity_id = ${charityId}) as in_list,
      (select charity_name from grant_recommendation where account_id = ${accountId} and charity_id = ${charityId}
        order by created_at desc limit 1) as granted_name`.execute(db)
  return found.rows[0] ?? { in_list: false, granted_name: null }
}

/** The charities on a fund's list and those that it has granted to. */
export async function findOwnCharityIds(db: Kysely<DB>, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ charity_id: string }>`
    select charity_id from charity_list_entry where account_id = ${accountId}
    union select charity_id from grant_recommendation where account_id = ${accountId}
    limit ${sql.lit(maxOwnCharities)}`.execute(db)
  return rows.map(({ charity_id }) => charity_id)
}

const lastKeys = [
  { sql: 'name_key', type: 'text' },
  { sql: 'charity_id', type: 'text' },
] as const

/** The orders of a fund's charity list. */
export const charityListKeysets = {
  name: lastKeys,
  lastGrant: [{ sql: "coalesce(last_on, date '1900-01-01')", type: 'date' }, ...lastKeys],
  total: [{ sql: 'total_minor', type: 'bigint' }, ...lastKeys],
} as const

type LastGrant = ChoiceColumns & { last_id: string; last_on: IsoDate; last_minor: bigint }

/** The fund's last grant comes from one row, or there is none. */
export type EntryRecord = CharityRecord &
  (LastGrant | Record<keyof LastGrant, null>) & {
    note: string | null
    saved_name: string | null
    saved_outcome: Eligibility['outcome'] | null
    added_at: Date
    total_minor: bigint
    keyset: Position
    total: bigint
  }

const choicesIn = (table: 'g' | 'l') => sql.join(choiceColumnNames.map(name => sql.ref(`${table}.${name}`)))

/** A page of a fund's charity list with its grants to each, and one row more if there are more. */
export async function listEntries(
  db: Kysely<DB>,
  accountId: string,
  { first, keyset, after }: KeysetPage,
): Promise<EntryRecord[]> {
  const found = await sql<EntryRecord>`
    select rows.*, ${sql.raw(keysetColumn(keyset))} from (
      select ${charityColumns}, c.name_key, e.note, e.saved_name, e.saved_outcome, e.added_at, l.grant_id as last_id,
        l.recommended_on as last_on, l.amount_minor as last_minor,
        ${choicesIn('l')}, coalesce(t.total_minor, 0)::bigint as total_minor,
        count(*) over () as total
      from charity_list_entry e
        join known_charity c on c.charity_id = e.charity_id
        left join charity_profile p on p.charity_id = c.charity_id
        left join lateral (
          select g.grant_id, g.recommended_on, g.amount_minor, ${choicesIn('g')} from grant_recommendation g
          where g.account_id = e.account_id and g.charity_id = e.charity_id and g.transaction_status_code not in (${literals(statusesOutOfHistory)})
          order by g.created_at desc limit 1) l on true
        left join lateral (
          select sum(g.amount_minor - g.returned_minor) as total_minor from grant_recommendation g
          where g.account_id = e.account_id and g.charity_id = e.charity_id and g.transaction_status_code in (${literals(paidStatuses)})) t on true
      where e.account_id = ${accountId}
    ) rows where ${rowsAfter(keyset, after)}
    order by ${sql.raw(orderOf(keyset))} limit ${first + 1}`.execute(db)
  return found.rows
}

/** Returns whether the charity is on the list. */
export async function setNote(
  db: Kysely<DB>,
  { accountId, charityId, note }: { accountId: string; charityId: string; note: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('charity_list_entry')
    .set({ note })
    .where('account_id', '=', accountId)
    .where('charity_id', '=', charityId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function countEntries(db: Kysely<DB>, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('charity_list_entry')
    .select(db.fn.countAll<bigint>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function addEntry(
  db: Kysely<DB>,
  entry: {
    accountId: string
    charityId: string
    addedBy: string
    name: string
    outcome: Eligibility['outcome']
  },
): Promise<void> {
  await db
    .insertInto('charity_list_entry')
    .values({
      account_id: entry.accountId,
      charity_id: entry.charityId,
      added_by: entry.addedBy,
      saved_name: entry.name,
      saved_outcome: entry.outcome,
    })
    .onConflict(conflict => conflict.columns(['book', 'account_id', 'charity_id']).doNothing())
    .execute()
}

export async function removeEntry(db: Kysely<DB>, accountId: string, charityId: string): Promise<void> {
  await db
    .deleteFrom('charity_list_entry')
    .where('account_id', '=', accountId)
    .where('charity_id', '=', charityId)
    .execute()
}
