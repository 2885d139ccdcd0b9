import type { Kysely } from 'kysely'
import { invariant } from '../../../domain/invariant.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { Posting } from '../domain/postings.ts'

/** The postings that reverse an entry exactly, and the amount that it had added to the account. */
export async function reversalOf(
  trx: Kysely<DB>,
  entryId: string,
  accountId: string,
): Promise<{ postings: Posting[]; amountMinor: bigint }> {
  const rows = await trx
    .selectFrom('posting')
    .select(['ledger', 'account_id', 'section', 'amount_minor'])
    .where('entry_id', '=', entryId)
    .orderBy('line')
    .execute()
  invariant(rows.length > 0, 'an entry has postings')
  const ofAccount = rows.filter(({ account_id }) => account_id === accountId)
  return {
    postings: rows.map(
      ({ ledger, account_id, section, amount_minor }) =>
        // The table's constraints allow no other combination of ledger, account and section.
        ({
          ledger,
          amountMinor: -amount_minor,
          ...(account_id === null ? {} : { accountId: account_id, section }),
        }) as Posting,
    ),
    amountMinor: ofAccount.reduce((sum, { amount_minor }) => sum + amount_minor, 0n),
  }
}
