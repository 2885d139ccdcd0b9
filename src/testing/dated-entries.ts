import { isoDate } from '../domain/dates.ts'
import type { EntryKind } from '../features/ledger/domain/entry.ts'
import {
  commitPostings,
  type Posting,
  payPostings,
  reservePostings,
  returnPostings,
  voidPostings,
} from '../features/ledger/domain/postings.ts'
import { postEntry } from '../features/ledger/server/post-entry.ts'
import type { TestApp } from './app.ts'
import { withoutTriggers } from './database/without-triggers.ts'
import type { MadeFund } from './factories/make-fund.ts'

type Days = { approved?: string; paid?: string; returned?: string; released?: string }

/** Entries on days that a test chooses, as a year end needs them. */
export function datedEntries(portal: TestApp): {
  post: (kind: EntryKind, on: string, postings: readonly Posting[], grantId?: string) => Promise<string>
  grant: (from: MadeFund, charityId: string, amountMinor: bigint, days: Days) => Promise<void>
} {
  const post = async (
    kind: EntryKind,
    on: string,
    postings: readonly Posting[],
    grantId?: string,
  ): Promise<string> => {
    const { entryId } = await postEntry(portal.databases.book('npt'), {
      ...{ kind, currency: 'USD', effectiveDate: isoDate(on), postings },
      ...{ actorUserId: null, onBehalfOfUserId: null, ...(grantId === undefined ? {} : { grantId }) },
    })
    return entryId
  }

  /** A row to which entries of a grant belong; its state is no concern of the figures, which are the postings. */
  async function grantRow(from: MadeFund, charityId: string, amountMinor: bigint): Promise<string> {
    const { rows } = await withoutTriggers(
      portal.database.admin,
      `insert into grant_recommendation (book, account_id, charity_id, charity_name, amount_minor, purpose_code, naming_code,
          recommended_by, recommended_on, idempotency_key)
        select 'npt', $1, $2, coalesce((select name from charity where charity_id = $2), 'A city'), $3, 'where_needed', 'fund_only', $4,
          '2025-06-01', gen_random_uuid() returning grant_id`,
      [from.accountId, charityId, amountMinor, from.donor.user.userId],
    )
    return rows[0].grant_id
  }

  async function grant(from: MadeFund, charityId: string, amountMinor: bigint, days: Days): Promise<void> {
    const grantId = await grantRow(from, charityId, amountMinor)
    const { accountId } = from
    await post('grant_recommended', '2025-06-01', reservePostings(accountId, amountMinor), grantId)
    if (days.approved) await post('grant_approved', days.approved, commitPostings(amountMinor), grantId)
    if (days.released)
      await post('grant_released', days.released, voidPostings(accountId, amountMinor), grantId)
    if (days.paid) await post('grant_paid', days.paid, payPostings(accountId, amountMinor), grantId)
    if (days.returned)
      await post('grant_returned', days.returned, returnPostings(accountId, amountMinor), grantId)
  }

  return { post, grant }
}
