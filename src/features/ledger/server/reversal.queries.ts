import type { Kysely } from 'kysely'
import type { IsoDate } from '../../../domain/dates.ts'
import { invariant } from '../../../domain/invariant.ts'
import type { Currency } from '../../../domain/money.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { Posting } from '../domain/postings.ts'

export type PostedEntry = { currency: Currency; effectiveDate: IsoDate; postings: Posting[] }

/** What an entry posted, and on which day. @throws Error if there is no such entry. */
export async function findPostedEntry(trx: Kysely<DB>, entryId: string): Promise<PostedEntry> {
  const entry = await trx
    .selectFrom('journal_entry')
    .select(['currency', 'effective_date'])
    .where('entry_id', '=', entryId)
    .executeTakeFirstOrThrow()
  const rows = await trx
    .selectFrom('posting')
    .select(['ledger', 'account_id', 'section', 'amount_minor'])
    .where('entry_id', '=', entryId)
    .orderBy('line')
    .execute()
  invariant(rows.length > 0, 'an entry has postings')
  return {
    // The domain of the column allows no other currency.
    currency: entry.currency as Currency,
    effectiveDate: entry.effective_date,
    postings: rows.map(
      ({ ledger, account_id, section, amount_minor }) =>
        // The table's constraints allow no other combination of ledger, account and section.
        ({
          ledger,
          amountMinor: amount_minor,
          ...(account_id === null ? {} : { accountId: account_id, section }),
        }) as Posting,
    ),
  }
}
