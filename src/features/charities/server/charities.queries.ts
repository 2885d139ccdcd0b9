import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { CharityRegister } from '../../../clients/client.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import { keysetColumn, orderOf, type Position, rowsAfter } from '../../../server/db/keyset.queries.ts'
import { literals } from '../../../server/db/literals.ts'
import type { DB } from '../../../server/db/schema.ts'
import { shortRead, statement } from '../../../server/db/statement.ts'
import type { KeysetPage } from '../../../server/http/keyset-page.ts'
import { paidStatuses, statusesOutOfHistory } from '../../grants/domain/grant-status.ts'
import type { Purpose } from '../../grants/domain/purpose.ts'
import type { Naming } from '../../people/domain/naming.ts'
import type { Eligibility } from '../domain/eligibility.ts'

/** A charity's row of the register joined with the staff's profile; defaults where there is no profile. */
export type CharityRecord = {
  charity_id: string
  register: CharityRegister
  number: string
  name: string
  also_known_as: string | null
  street: string | null
  city: string | null
  state: string | null
  ntee: string | null
  subsection: string | null
  foundation: string | null
  deductibility: string | null
  status: string | null
  removed_on: string | null
  delisted_on: IsoDate | null
  unread_on: string | null
  assets_whole_units: bigint | null
  income_whole_units: bigint | null
  website: string | null
  candid_url: string | null
  logo_name: string | null
  profile_level: string
  comment: string | null
  default_payment_type_code: number | null
  party_status: string
  party_grantee_status: string
}

/** More than the list holds (charity-list.ts), because grants count too. */
const maxOwnCharities = 2_000

const columns = sql`c.charity_id, c.register, c.number, c.name, c.also_known_as, c.street, c.city, c.state, c.ntee,
  c.subsection, c.foundation, c.deductibility, c.status, c.removed_on, c.delisted_on, c.unread_on, c.assets_whole_units, c.income_whole_units,
  p.website, p.candid_url, p.logo_name, coalesce(p.profile_level, 'NONE') as profile_level, p.comment,
  p.default_payment_type_code, coalesce(p.party_status, 'Active') as party_status,
  coalesce(p.party_grantee_status, 'Accepted') as party_grantee_status`

const charityOf = (where: RawBuilder<unknown>) =>
  sql<CharityRecord>`select ${columns} from known_charity c left join charity_profile p on p.charity_id = c.charity_id
    where ${where}`

/** Undefined where none of these registers has it. */
export async function findCharity(
  db: Kysely<DB>,
  charityId: string,
  registers: readonly CharityRegister[],
): Promise<CharityRecord | undefined> {
  const where = sql`c.charity_id = ${charityId} and c.register = any(${registers})`
  return (await charityOf(where).execute(db)).rows[0]
}

export async function findCharities(db: Kysely<DB>, charityIds: readonly string[]): Promise<CharityRecord[]> {
  return (await charityOf(sql`c.charity_id = any(${charityIds})`).execute(db)).rows
}

type Namesake = Pick<
  CharityRecord,
  'charity_id' | 'register' | 'number' | 'name' | 'street' | 'city' | 'state'
> & {
  /** The charity whose name it shares. */
  of: string
}

/** Other charities with the same name as each of these, at most `maxEach` for each, those with all of `wordKeys` first. */
export async function findNamesakes(
  db: Kysely<DB>,
  charityIds: readonly string[],
  {
    registers,
    wordKeys,
    maxEach,
  }: { registers: readonly CharityRegister[]; wordKeys: readonly number[]; maxEach: number },
): Promise<Namesake[]> {
  if (charityIds.length === 0) return []
  const found = await sql<Namesake>`
    select c.charity_id as of, o.charity_id, o.register, o.number, o.name, o.street, o.city, o.state
    from known_charity c cross join lateral (
      select n.* from known_charity n
      where n.name_hash = c.name_hash and n.name_key = c.name_key and n.charity_id <> c.charity_id
        and n.register = any(${registers}) and n.delisted_on is null
      order by n.search_keys @> ${wordKeys}::integer[] desc, n.assets_whole_units desc nulls last, n.charity_id limit ${maxEach}) o
    where c.charity_id = any(${charityIds})`.execute(db)
  return found.rows
}

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

export type EntryRecord = CharityRecord & {
  note: string | null
  saved_name: string | null
  saved_outcome: Eligibility['outcome'] | null
  added_at: Date
  last_id: string | null
  last_on: IsoDate | null
  last_minor: bigint | null
  last_purpose: Purpose | null
  last_purpose_text: string | null
  last_naming: Naming | null
  total_minor: bigint
  keyset: Position
  total: bigint
}

/** A page of a fund's charity list with its grants to each, and one row more if there are more. */
export async function listEntries(
  db: Kysely<DB>,
  accountId: string,
  { first, keyset, after }: KeysetPage,
): Promise<EntryRecord[]> {
  const found = await sql<EntryRecord>`
    select rows.*, ${sql.raw(keysetColumn(keyset))} from (
      select ${columns}, c.name_key, e.note, e.saved_name, e.saved_outcome, e.added_at, l.grant_id as last_id,
        l.recommended_on as last_on, l.amount_minor as last_minor, l.purpose_code as last_purpose, l.purpose_text as last_purpose_text,
        l.naming_code as last_naming, coalesce(t.total_minor, 0)::bigint as total_minor,
        count(*) over () as total
      from charity_list_entry e
        join known_charity c on c.charity_id = e.charity_id
        left join charity_profile p on p.charity_id = c.charity_id
        left join lateral (
          select g.grant_id, g.recommended_on, g.amount_minor, g.purpose_code, g.purpose_text, g.naming_code from grant_recommendation g
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

export type StatusRow = {
  charity_id: string
  name: string
  register: CharityRegister
  subsection: string | null
  foundation: string | null
  deductibility: string | null
  status: string | null
  removed_on: string | null
  delisted_on: IsoDate | null
  unread_on: string | null
  source_file: string
  source_line: number
  vetted_on: IsoDate | null
  file_date: IsoDate | null
  default_payment_type_code: number | null
  party_status: string | null
  party_grantee_status: string | null
}

/** The columns of charities on which their status for a grant depends. */
const selectStatus = `
  select c.charity_id, c.name, c.register, c.subsection, c.foundation, c.deductibility, c.status, c.removed_on, c.delisted_on, c.unread_on,
    c.source_file, c.source_line, c.vetted_on, coalesce(f.file_date, c.vetted_on) as file_date, p.default_payment_type_code, p.party_status, p.party_grantee_status
  from known_charity c
    left join register_import_file f on f.import_id = c.source_import and f.file_name = c.source_file
    left join charity_profile p on p.charity_id = c.charity_id
  where c.charity_id`
export const readStatuses = statement<StatusRow, [charityIds: readonly string[]]>(`${selectStatus} = any($1)`)
export const readStatus = shortRead<StatusRow, [charityId: string]>(`${selectStatus} = $1`)
