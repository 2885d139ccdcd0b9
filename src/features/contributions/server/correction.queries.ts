import type { Kysely } from 'kysely'
import { invariant } from '../../../domain/invariant.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { ContributionContent } from '../domain/contribution.ts'
import type { ReversalCategory } from '../domain/reversal.ts'
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

export async function setCancelled(
  trx: Kysely<DB>,
  contributionId: string,
  { by, reason, at }: { by: { userId: string; name: string }; reason: string; at: Date },
): Promise<void> {
  await trx
    .updateTable('contribution')
    .set({
      state: 'cancelled',
      cancelled_by: by.userId,
      cancelled_by_name: by.name,
      cancelled_at: at,
      cancel_reason: reason,
    })
    .where('contribution_id', '=', contributionId)
    .execute()
}

export async function setTakenBack(
  trx: Kysely<DB>,
  contributionId: string,
  {
    state,
    entryId,
    reason,
    category,
    at,
  }: {
    state: 'reversed' | 'bounced'
    entryId: string
    reason: string
    category: ReversalCategory | null
    at: Date
  },
): Promise<void> {
  await trx
    .updateTable('contribution')
    .set({
      state,
      reversal_entry_id: entryId,
      reversal_reason: reason,
      reversal_category: category,
      reversed_at: at,
    })
    .where('contribution_id', '=', contributionId)
    .execute()
}

/** What a contribution consists of, to enter it again. */
export function contentOf({ kind, amount_minor: amountMinor, assets }: ContributionRow): ContributionContent {
  if (kind === 'securities') return { kind, assets }
  invariant(amountMinor !== null, 'a contribution of money has an amount')
  return { kind, amountMinor }
}
