import type { Kysely } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'
import type { StatusFacts } from '../../accounts/domain/account-status.ts'
import type { findAccountRow } from '../../accounts/server/account-row.queries.ts'
import { readStatusFacts } from './account-status.queries.ts'

type Stored = NonNullable<Awaited<ReturnType<typeof findAccountRow>>>

/** What decides which status may follow. */
export async function factsOf(db: Kysely<DB>, stored: Stored): Promise<StatusFacts> {
  const facts = await readStatusFacts(db, stored.account_id)
  return {
    accountStatus: stored.account_status,
    enteredDate: stored.entered_on,
    openedDate: stored.opened_on,
    firstContributionDate: facts.first_contribution,
    latestEntryDate: facts.latest_entry,
    spendableMinor: facts.spendable_minor,
    excludedMinor: facts.excluded_minor,
    pendingMinor: facts.pending_minor,
    pendingGrants: Number(facts.pending_grants),
    isHeld: facts.is_held,
  }
}
