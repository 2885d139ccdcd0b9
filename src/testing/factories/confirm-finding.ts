import type pg from 'pg'
import { withoutTriggers } from '../database/without-triggers.ts'

/** The state of a finding that two people confirmed at that time, without the screening that found it. */
export async function confirmFinding(
  admin: pg.Pool,
  findingId: string,
  at: string = '2026-01-03T15:00:00Z',
): Promise<void> {
  await withoutTriggers(
    admin,
    `with steps as (
       insert into screening_decision (realm, finding_id, step, from_state, to_state, decided_by, decided_by_name, decided_at, reason)
       select f.realm, f.finding_id, s.step, s.from_state, s.to_state, uuidv7(), s.name, $2, 'The same person'
         from screening_finding f, (values (1, 'open', 'waiting', 'Sam Second'), (2, 'waiting', 'confirmed', 'Olive Officer'))
           s (step, from_state, to_state, name)
         where f.finding_id = $1 returning decided_by, decided_by_name, step)
     update screening_finding set state = 'confirmed', decided_at = $2, reason = 'The same person',
         decided_by = steps.decided_by, decided_by_name = steps.decided_by_name
       from steps where steps.step = 2 and finding_id = $1`,
    [findingId, at],
  )
}
