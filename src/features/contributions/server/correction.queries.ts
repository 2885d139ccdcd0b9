import type { Kysely } from 'kysely'
import { invariant } from '../../../domain/invariant.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { ContributionContent } from '../domain/contribution.ts'
import type { ContributionRow } from './contributions.queries.ts'

export async function findAccountByNumber(
  db: Kysely<DB>,
  fundId: number,
): Promise<{ account_id: string; account_name: string } | undefined> {
  return await db
    .selectFrom('fund_account')
    .select(['account_id', 'account_name'])
    .where('fund_id', '=', BigInt(fundId))
    .executeTakeFirst()
}

export async function setTakenBack(
  trx: Kysely<DB>,
  contributionId: string,
  {
    state,
    entryId,
    reason,
    at,
  }: { state: 'reversed' | 'bounced'; entryId: string; reason: string; at: Date },
): Promise<void> {
  await trx
    .updateTable('contribution')
    .set({ state, reversal_entry_id: entryId, reversal_reason: reason, reversed_at: at })
    .where('contribution_id', '=', contributionId)
    .execute()
}

/** What a contribution consists of, to enter it again. */
export function contentOf({ kind, amount_minor: amountMinor, assets }: ContributionRow): ContributionContent {
  if (kind === 'securities') return { kind, assets }
  invariant(amountMinor !== null, 'a contribution of money has an amount')
  return { kind, amountMinor }
}
