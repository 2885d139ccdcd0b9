import type { Kysely } from 'kysely'
import { sanctionsListsOfBook } from '../../../clients/sanctions-lists.ts'
import type { DB } from '../../../server/db/schema.ts'
import { missingListSentence, stopSentences } from '../domain/finding.ts'
import { findCurrentVersions } from './sanctions-lists.queries.ts'
import { screenSubjects } from './screen-subjects.ts'
import { listPaymentStops, listUnscreenedOfGrants } from './subjects.queries.ts'

/**
 * Whether payments of these grants may leave: why not, as a sentence, by grant; nothing of those that may. It first compares the names that
 * were not compared with the current lists. The answer is `payment_stops` in the database, which the triggers of payments ask again.
 * A book whose client names a list that was never imported pays nobody. `approver`: who is about to approve the grants; null where the latest approval counts.
 */
export async function paymentStops(
  trx: Kysely<DB>,
  grantIds: readonly string[],
  { book, approver, now }: { book: string; approver: string | null; now: Date },
): Promise<ReadonlyMap<string, string>> {
  const lists = sanctionsListsOfBook(book)
  if ((await findCurrentVersions(trx, lists)).length < lists.length)
    return new Map(grantIds.map(grantId => [grantId, missingListSentence]))
  const subjects = await listUnscreenedOfGrants(trx, grantIds, lists)
  await screenSubjects(trx, subjects, { book, at: now })
  const stops = await listPaymentStops(trx, grantIds, approver)
  return new Map([...stops].map(([grantId, reason]) => [grantId, stopSentences[reason]]))
}
