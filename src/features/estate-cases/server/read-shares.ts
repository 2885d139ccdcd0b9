import type { Kysely } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'
import { findCharityStatuses } from '../../charities/server/charity-status.ts'
import { charityViolation } from '../../grants/server/charity-violation.ts'
import { receiverViolation } from '../../transfers/domain/transfer-violation.ts'
import { type ShareRow, sharesOf } from './cases.queries.ts'

export type Share = ShareRow & {
  /** Why its recipient cannot receive now, as a sentence; null if it can, or if none is decided. */
  violation: string | null
}

/** The shares of a case in their order, each with what prevents its payout. */
export async function readShares(db: Kysely<DB>, caseId: string, now: Date): Promise<Share[]> {
  const rows = await sharesOf(db, caseId)
  const charityIds = rows.flatMap(({ to_charity_id: charityId }) => charityId ?? [])
  const charities = await findCharityStatuses(db, charityIds, now)
  return rows.map(row => ({ ...row, violation: violationOf(row, charities) }))
}

function violationOf(
  row: ShareRow,
  charities: Awaited<ReturnType<typeof findCharityStatuses>>,
): string | null {
  if (row.to_charity_id !== null) return charityViolation(charities.get(row.to_charity_id))
  return row.to_account_id === null ? null : receiverViolation(row.to_account_status ?? '')
}
