import { hash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { clientOfBook } from '../../../clients/clients.ts'
import { sanctionsListsOfBook } from '../../../clients/sanctions-lists.ts'
import type { DB } from '../../../server/db/schema.ts'
import { portalOf } from '../../../server/heavy-work/requester.ts'
import { matcherVersion } from '../domain/match-names.ts'
import { type NameFinding, readScreeningLists, screenNames } from './screen-names.ts'
import { type NewFinding, storeScreened, type UnscreenedSubject } from './subjects.queries.ts'

/**
 * Compares these charities and people with the current lists of the book and stores what was found, in the caller's transaction. A list
 * that was never imported is left out.
 */
export async function screenSubjects(
  trx: Kysely<DB>,
  subjects: readonly UnscreenedSubject[],
  { book, at }: { book: string; at: Date },
): Promise<void> {
  if (subjects.length === 0) return
  const lists = await readScreeningLists(trx, sanctionsListsOfBook(book))
  const names = subjects.flatMap(({ kind, names: own, country }) =>
    own.map(name => ({
      name,
      // A payee may be a person.
      kind: kind === 'person' ? ('person' as const) : ('either' as const),
      ...(country === null ? {} : { country }),
    })),
  )
  const found = await screenNames(lists, names, portalOf(clientOfBook(book)))
  let from = 0
  const findings = subjects.flatMap(subject => {
    const ofSubject = found.slice(from, from + subject.names.length)
    from += subject.names.length
    return bestOfEachEntry(subject, ofSubject)
  })
  await storeScreened(trx, subjects, findings, { versions: lists.versions, matcherVersion, at })
}

/** A subject with several names has one finding for an entry, with the names that agree best. */
function bestOfEachEntry(subject: UnscreenedSubject, found: readonly NameFinding[][]): NewFinding[] {
  const { kind, id, names, country } = subject
  const best = new Map<bigint, NewFinding>()
  found.forEach((matches, at) => {
    for (const { entryId, listedName, score, working } of matches) {
      const known = best.get(entryId)
      if (known !== undefined && known.score >= score) continue
      best.set(entryId, {
        ...{ subject_kind: kind, subject_id: id, entry_id: String(entryId) },
        // A decision holds until these change, or the entry does and gets another id.
        names_digest: hash('sha256', JSON.stringify([names, country])),
        ...{ our_name: names[at] ?? '', listed_name: listedName, score, working },
      })
    }
  })
  return [...best.values()]
}
