import type { TestApp } from '../app.ts'
import { withoutTriggers } from '../database/without-triggers.ts'
import type { MadeFund } from './make-fund.ts'
import { makeListEntry } from './make-list-entry.ts'

/** Holds an account of npt: two people have confirmed that its donor is on a list. Returns the finding. */
export async function makeAccountHold(
  { database }: Pick<TestApp, 'database'>,
  { donor: { user } }: MadeFund,
): Promise<string> {
  const number = await makeListEntry(database, { names: ['Nobody Whom Anyone Knows'], kind: 'person' })
  const { rows } = await withoutTriggers(
    database.admin,
    `insert into screening_finding (realm, subject_kind, subject_id, list, entry_id, names_digest, our_name, listed_name, entry, score,
       working, matcher_version, version_id, found_at, state, decided_by, decided_by_name, decided_at, reason)
     select 'npt', 'person', $1::uuid::text, e.list, e.entry_id, repeat('0', 64), 'Our name', 'Their name',
       '{"number":"1","kind":"person","names":[],"birthYears":[],"countries":[],"programs":[]}', 1,
       '{"pairs":[],"ourUnmatched":[],"listedUnmatched":[],"adjustments":[]}', 1, e.since_version, '2026-01-02', 'confirmed',
       $1::uuid, 'Olive Officer', '2026-01-03', 'The same person'
     from sanctions_entry e where e.number = $2 returning finding_id`,
    [user.userId, number],
  )
  return rows[0].finding_id
}
