import { hash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { sanctionsListsOfBook } from '../../../clients/sanctions-lists.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { Requester } from '../../../server/heavy-work/fair-queue.ts'
import { matcherVersion } from '../domain/match-names.ts'
import { type NameFinding, readScreeningLists, screenNames } from './screen-names.ts'
import { type NewFinding, storeScreened, type UnscreenedSubject } from './subjects.queries.ts'

/** How many are compared before they are stored together. */
const sliceSize = 200

export type ScreeningSettings = { book: string; at: Date; requester: Requester }

/**
 * Compares these charities and people with the current lists of the book and stores what was found, in slices. Nothing is locked meanwhile:
 * the lists are read and compared before the transaction that stores a slice, which is the caller's if there is one. A list that was
 * never imported is left out.
 */
export async function screenSubjects(
  db: Kysely<DB>,
  subjects: readonly UnscreenedSubject[],
  settings: ScreeningSettings,
): Promise<void> {
  for (let from = 0; from < subjects.length; from += sliceSize)
    await screenSlice(db, subjects.slice(from, from + sliceSize), settings)
}

async function screenSlice(
  db: Kysely<DB>,
  subjects: readonly UnscreenedSubject[],
  { book, at, requester }: ScreeningSettings,
): Promise<void> {
  const lists = await readScreeningLists(db, sanctionsListsOfBook(book))
  const names = subjects.flatMap(({ kind, names: own, country, birthYear }) =>
    own.map(name => ({
      name,
      // The payee of a charity may be a person, and who pays a contribution an organization.
      kind: kind === 'person' ? ('person' as const) : ('either' as const),
      ...(country === null ? {} : { country }),
      ...(birthYear === null ? {} : { birthYear }),
    })),
  )
  const found = await screenNames(lists, names, requester)
  let from = 0
  const findings = subjects.flatMap(subject => {
    const ofSubject = found.slice(from, from + subject.names.length)
    from += subject.names.length
    return bestOfEachEntry(subject, ofSubject)
  })
  const screened = { versions: lists.versions, matcherVersion, at }
  await inTransaction(db, trx => storeScreened(trx, subjects, findings, screened))
}

/** A subject with several names has one finding for an entry, with the names that agree best. */
function bestOfEachEntry(subject: UnscreenedSubject, found: readonly NameFinding[][]): NewFinding[] {
  const { kind, id, names, country, birthYear } = subject
  const evidence = birthYear === null ? [names, country] : [names, country, birthYear]
  const best = new Map<bigint, NewFinding>()
  found.forEach((matches, at) => {
    for (const { entryId, listedName, score, working } of matches) {
      const known = best.get(entryId)
      if (known !== undefined && known.score >= score) continue
      best.set(entryId, {
        ...{ subject_kind: kind, subject_id: id, entry_id: String(entryId) },
        // A decision holds until these change, or the entry does and gets another id.
        names_digest: hash('sha256', JSON.stringify(evidence)),
        ...{ our_name: names[at] ?? '', listed_name: listedName, score, birth_year: birthYear, working },
      })
    }
  })
  return [...best.values()]
}
