import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { CharityRegister } from '../../../clients/client.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'
import { shortRead, statement } from '../../../server/db/statement.ts'

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
  other_names: string | null
  website: string | null
  candid_url: string | null
  logo_name: string | null
  profile_level: string
  comment: string | null
  default_payment_type_code: number | null
  party_status: string
  party_grantee_status: string
}

/**
 * Of findings `s`: that two people of the realm confirmed a charity to be on a sanctions list, until two lift it. People read what they read
 * of a charity that staff rejected (docs/decisions/0089-confirmed-charities.md).
 */
export const isConfirmedCharity = `s.subject_kind = 'charity' and s.state in ('confirmed', 'lifting')`

/** The staff's decision about a charity `c` with `charity_profile p`; null where there is none. */
const granteeStatus = `case when exists (select from screening_finding s where s.subject_id = c.charity_id and ${isConfirmedCharity})
  then 'Rejected' else p.party_grantee_status end`

/** Of `known_charity c` with `charity_profile p`: the columns of a `CharityRecord`. */
export const charityColumns = sql`c.charity_id, c.register, c.number, c.name, c.also_known_as, c.street, c.city, c.state, c.ntee,
  c.subsection, c.foundation, c.deductibility, c.status, c.removed_on, c.delisted_on, c.unread_on, c.assets_whole_units, c.income_whole_units,
  p.other_names, p.website, p.candid_url, p.logo_name, coalesce(p.profile_level, 'NONE') as profile_level, p.comment,
  p.default_payment_type_code, coalesce(p.party_status, 'Active') as party_status,
  coalesce(${sql.raw(granteeStatus)}, 'Accepted') as party_grantee_status`

const charityOf = (where: RawBuilder<unknown>) =>
  sql<CharityRecord>`select ${charityColumns} from known_charity c left join charity_profile p on p.charity_id = c.charity_id
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
  register_address: string
  /** The sponsor's vetting or record of due diligence in force, expired or not. */
  record_id: string | null
  record_until: IsoDate | null
}

/** The register's address of a charity `c` in one line, as a payee has it; empty if the register has none. */
export const registerAddress = `concat_ws(', ', nullif(c.street, ''), nullif(c.city, ''),
  nullif(concat_ws(' ', nullif(c.state, ''), nullif(c.postal_code, '')), ''))`

/** The columns of charities on which their status for a grant depends. */
const selectStatus = `
  select c.charity_id, c.name, c.register, c.subsection, c.foundation, c.deductibility, c.status, c.removed_on, c.delisted_on, c.unread_on,
    c.source_file, c.source_line, c.vetted_on, coalesce(f.file_date, c.vetted_on) as file_date, p.default_payment_type_code, p.party_status,
    ${granteeStatus} as party_grantee_status,
    ${registerAddress} as register_address, v.vetting_id as record_id, v.expires_on as record_until
  from known_charity c
    left join register_import_file f on f.import_id = c.source_import and f.file_name = c.source_file
    left join charity_profile p on p.charity_id = c.charity_id
    left join charity_vetting v on v.charity_id = c.charity_id and v.state = 'vetted'
  where c.charity_id`
export const readStatuses = statement<StatusRow, [charityIds: readonly string[]]>(`${selectStatus} = any($1)`)
export const readStatus = shortRead<StatusRow, [charityId: string]>(`${selectStatus} = $1`)
