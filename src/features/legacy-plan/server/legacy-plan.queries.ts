import { type Kysely, sql } from 'kysely'
import type { Side } from '../../../server/auth/actor.ts'
import {
  type Key,
  keysetColumn,
  orderOf,
  type Position,
  rowsAfter,
} from '../../../server/db/keyset.queries.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { KeysetPage } from '../../../server/http/keyset-page.ts'
import type { Eligibility } from '../../charities/domain/eligibility.ts'
import type { Designation } from '../domain/legacy-plan.ts'
export type ShareRow = {
  party_id: string
  designation: Designation
  share_hundredths: number
  name: string
  relation: string | null
  email: string | null
  phone: string | null
  year_of_birth: number | null
  charity_id: string | null
  charity_outcome: Eligibility['outcome'] | null
}

export type PlanVersion = {
  version: number
  saved_by_name: string
  saved_by_side: Side
  saved_at: Date
  /** In the order in which they were saved. */
  shares: ShareRow[]
}

/** The newest versions of the account's plan, newest first. */
export async function readPlanVersions(
  db: Kysely<DB>,
  accountId: string,
  limit: number,
): Promise<PlanVersion[]> {
  const { rows } = await sql<PlanVersion>`
    select p.version, p.saved_by_name, p.saved_by_side, p.saved_at,
      coalesce((
        select jsonb_agg(jsonb_build_object('party_id', s.party_id, 'designation', s.designation,
            'share_hundredths', s.share_hundredths, 'name', s.name, 'relation', s.relation, 'email', s.email, 'phone', s.phone,
            'year_of_birth', s.year_of_birth, 'charity_id', s.charity_id, 'charity_outcome', s.charity_outcome) order by s.position)
          from legacy_plan_share s
          where s.book = p.book and s.account_id = p.account_id and s.version = p.version), '[]') as shares
    from legacy_plan p where p.account_id = ${accountId}
    order by p.version desc limit ${limit}`.execute(db)
  return rows
}

export type NewVersion = {
  accountId: string
  version: number
  instructionId: string | null
  savedBy: { userId: string; name: string; side: Side }
  savedAt: Date
  shares: readonly ShareRow[]
}

export async function insertVersion(trx: Kysely<DB>, plan: NewVersion): Promise<void> {
  const { accountId, version, savedBy, shares } = plan
  await trx
    .insertInto('legacy_plan')
    .values({
      account_id: accountId,
      version,
      instruction_id: plan.instructionId,
      saved_by: savedBy.userId,
      saved_by_name: savedBy.name,
      saved_by_side: savedBy.side,
      saved_at: plan.savedAt,
    })
    .execute()
  if (shares.length === 0) return
  await trx
    .insertInto('legacy_plan_share')
    .values(shares.map((share, index) => ({ ...share, account_id: accountId, version, position: index + 1 })))
    .execute()
}

const placeKey: Key = { sql: 's.position', type: 'int' }
export const successorKeysets = {
  name: [{ sql: 'left(lower(s.name), 200)', type: 'text' }, placeKey],
  option: [{ sql: 's.designation', type: 'int' }, placeKey],
  percentage: [{ sql: 's.share_hundredths', type: 'int' }, placeKey],
} as const satisfies Record<string, readonly Key[]>

type SuccessorRow = Pick<ShareRow, 'party_id' | 'name' | 'designation' | 'share_hundredths'> & {
  keyset: Position
}

/** One page of the successors of the current plan, and one row more if there are more. */
export async function readSuccessors(
  db: Kysely<DB>,
  accountId: string,
  { keyset, after, countedTotal, first }: KeysetPage,
): Promise<{ rows: SuccessorRow[]; total: number }> {
  const current = sql`s.account_id = ${accountId}
    and s.version = (select max(p.version) from legacy_plan p where p.account_id = ${accountId})`
  const total =
    countedTotal === null
      ? sql`(select count(*) from legacy_plan_share s where ${current})`
      : sql`${countedTotal}::bigint`
  const { rows } = await sql<SuccessorRow & { total: bigint }>`
    select s.party_id, s.name, s.designation, s.share_hundredths, ${sql.raw(keysetColumn(keyset))}, ${total} as total
    from legacy_plan_share s where ${current} and ${rowsAfter(keyset, after)}
    order by ${sql.raw(orderOf(keyset))} limit ${first + 1}`.execute(db)
  return { rows, total: Number(rows[0]?.total ?? 0n) }
}
