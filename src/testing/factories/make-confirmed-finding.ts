import type { TestApp } from '../app.ts'
import { withoutTriggers } from '../database/without-triggers.ts'
import { makeListEntry } from './make-list-entry.ts'

type Subject = { kind: 'charity' | 'person'; id: string; realm?: string; decidedBy: string }

/** A finding that two people have confirmed, about a charity or a person (default: of the realm npt). Returns its id. */
export async function makeConfirmedFinding(
  { database }: Pick<TestApp, 'database'>,
  { kind, id, realm = 'npt', decidedBy }: Subject,
): Promise<string> {
  const number = await makeListEntry(database, { names: ['Nobody Whom Anyone Knows'], kind: 'person' })
  const { rows } = await withoutTriggers(
    database.admin,
    `insert into screening_finding (realm, subject_kind, subject_id, list, entry_id, names_digest, our_name, listed_name, entry, score,
       working, matcher_version, version_id, found_at, state, decided_by, decided_by_name, decided_at, reason)
     select $1, $2, $3, e.list, e.entry_id, repeat('0', 64), 'Our name', 'Their name',
       '{"number":"1","kind":"person","names":[],"birthYears":[],"countries":[],"programs":[]}', 1,
       '{"pairs":[],"ourUnmatched":[],"listedUnmatched":[],"adjustments":[]}', 1, e.since_version, '2026-01-02', 'confirmed',
       $4::uuid, 'Olive Officer', '2026-01-03', 'The same name and address'
     from sanctions_entry e where e.number = $5 returning finding_id`,
    [realm, kind, id, decidedBy, number],
  )
  return rows[0].finding_id
}
