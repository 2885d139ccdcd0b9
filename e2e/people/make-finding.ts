import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { clientNamed } from '../../src/clients/clients.ts'
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
