import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { clientNamed } from '../../src/clients/clients.ts'
import { inventedLists } from '../../src/demo/screening/invented-lists.ts'
import { fullName } from '../../src/demo/screening/invented-names.ts'
import { screenSubjects } from '../../src/features/screening/server/screen-subjects.ts'
import type { UnscreenedSubject } from '../../src/features/screening/server/subjects.queries.ts'
import { portalOf } from '../../src/server/heavy-work/requester.ts'
import { makeRelationship } from '../../src/testing/factories/make-relationship.ts'
import type { MadeDonor } from './make-donor.ts'
import { inDatabase } from './make-person.ts'

/** A finding that waits for a decision, about a charity that no register has, so that no payment depends on it. Returns its id. */
export async function makeFindingAt(name: string): Promise<string> {
  let findingId = ''
  await inDatabase(async databases => {
    const { name: book } = clientNamed(name).book
    const working = {
      pairs: [{ ours: 'vorzhak', listed: 'vorzhack', how: 'spelling' }],
      ourUnmatched: ['traders'],
      listedUnmatched: ['trading'],
      adjustments: [{ reason: 'country', by: 0.02 }],
    }
    const { rows } = await sql<{ finding_id: string }>`
      insert into screening_finding (realm, subject_kind, subject_id, list, entry_id, names_digest, our_name, listed_name, entry, score,
          working, matcher_version, version_id, found_at)
        select b.realm, 'charity', ${`US-EIN-${randomUUID().slice(0, 9)}`}, e.list, e.entry_id, repeat('0', 64), 'Vorzhak Traders Relief',
          'Vorzhack Trading', jsonb_build_object('number', e.number, 'kind', e.kind, 'names', '["Vorzhack Trading"]'::jsonb,
            'birthYears', '[]'::jsonb, 'countries', '["LB"]'::jsonb, 'programs', '["SDGT"]'::jsonb),
          0.91, ${JSON.stringify(working)}::jsonb, 1, e.since_version, now()
        from sanctions_entry e, book b where b.book = ${book} and e.until_version is null order by e.entry_id limit 1
        returning finding_id`.execute(databases.book(book))
    findingId = rows[0]?.finding_id ?? ''
  })
  return findingId
}

/**
 * Adds somebody to the donor's account whose name stands on the invented lists, and compares the people of the account with them, as the
 * program does. `place`: which of the listed people. Returns the finding about them.
 */
export async function makeListedViewer(
  { accountId }: Pick<MadeDonor, 'accountId'>,
  place: number,
): Promise<{ findingId: string; name: string }> {
  const [person] = inventedLists({ persons: place + 1, entities: 1 }).persons.slice(place)
  if (!person) throw new Error(`no person ${place} is on the lists`)
  const name = fullName(person)
  let findingId = ''
  await inDatabase(async databases => {
    await makeRelationship(databases, { book: 'npt', accountId }, { name, role: 'viewer' })
    const db = databases.book('npt')
    const { rows: people } = await sql<UnscreenedSubject>`
      select 'person' as kind, person_id as id, names, country from person_to_screen where account_id = ${accountId}`.execute(
      db,
    )
    const requester = portalOf(clientNamed('npt'))
    await screenSubjects(db, people, { book: 'npt', at: new Date(), requester })
    const viewer = people.find(({ names }) => names[0] === name)
    const found = await db
      .selectFrom('screening_finding')
      .select('finding_id')
      .where('subject_id', '=', viewer?.id ?? '')
      .executeTakeFirstOrThrow()
    findingId = found.finding_id
  })
  return { findingId, name }
}
