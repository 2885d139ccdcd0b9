import type { Insertable, Kysely, Selectable } from 'kysely'
import { sql } from 'kysely'
import type { DB, RelatedPartyCase } from '../../../../server/db/schema.ts'

export type CaseRecord = Selectable<RelatedPartyCase>

/** The cases about related parties of a grant, the latest last. */
export async function listCases(db: Kysely<DB>, grantId: string): Promise<CaseRecord[]> {
  return await db
    .selectFrom('related_party_case')
    .selectAll()
    .where('grant_id', '=', grantId)
    .orderBy('noted_at')
    .orderBy('case_id')
    .limit(200)
    .execute()
}

export async function insertCase(trx: Kysely<DB>, about: Insertable<RelatedPartyCase>): Promise<void> {
  await trx.insertInto('related_party_case').values(about).execute()
}

export async function decideCase(
  trx: Kysely<DB>,
  caseId: string,
  decision: Pick<
    Insertable<RelatedPartyCase>,
    'outcome' | 'reason' | 'decided_by' | 'decided_by_name' | 'decided_at'
  >,
): Promise<void> {
  await trx.updateTable('related_party_case').set(decision).where('case_id', '=', caseId).execute()
}

/** How many grants that wait for an approval have an open case. */
export async function countOpenCases(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from related_party_case c join grant_recommendation g using (book, grant_id)
    where c.decided_at is null and g.transaction_status_code in (1, 2)`.execute(db)
  return rows[0]?.count ?? 0
}
