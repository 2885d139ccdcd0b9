import { randomUUID } from 'node:crypto'
import type { TestApp } from '../app.ts'
import { confirmFinding } from '../factories/confirm-finding.ts'
import { makeListEntry } from '../factories/make-list-entry.ts'
import { makeChange } from '../registers/make-change.ts'
import { type FreshChecks, freshChecksOf, unknownChecks } from './fresh-checks.ts'

export type FreshFindings = FreshChecks & {
  /** A new finding about a name. */
  freshFinding(): Promise<string>
  /** A new change of a charity on its register. */
  freshChange(): Promise<string>
  /** One that two people confirmed in January 2026. */
  freshConfirmedFinding(): Promise<string>
}

export const unknownFindings: FreshFindings = {
  ...unknownChecks,
  freshFinding: async () => randomUUID(),
  freshChange: async () => randomUUID(),
  freshConfirmedFinding: async () => randomUUID(),
}

/** Findings about charities that no register has, so that nothing depends on them. */
export function freshFindingsOf(
  portal: Pick<TestApp, 'database' | 'databases' | 'clock'>,
  book: string,
): FreshFindings {
  const { database, databases } = portal
  const freshFinding = async () => {
    const number = await makeListEntry(database, { names: ['Vorzhak Trading'] })
    const { rows } = await database.admin.query<{ finding_id: string }>(
      `insert into screening_finding (realm, subject_kind, subject_id, list, entry_id, names_digest, our_name, listed_name, entry, score,
         working, matcher_version, version_id, found_at)
       select $1::text, 'charity', $2, list, entry_id, repeat('0', 64), 'Vorzhak Traders of ' || $1::text, 'Vorzhak Trading',
         '{"number": "1", "kind": "organization", "names": [], "birthYears": [], "countries": [], "programs": []}', 0.9,
         '{"pairs": [], "ourUnmatched": [], "listedUnmatched": [], "adjustments": []}', 1, since_version, now()
       from sanctions_entry where number = $3 returning finding_id`,
      [book, `US-EIN-${randomUUID().slice(0, 9)}`, number],
    )
    return rows[0]?.finding_id ?? ''
  }
  return {
    ...freshChecksOf(portal, book),
    freshChange: () => makeChange(databases.book(book), `Larch Relief of ${book}`),
    freshFinding,
    freshConfirmedFinding: async () => {
      const findingId = await freshFinding()
      await confirmFinding(database.admin, findingId)
      return findingId
    },
  }
}
