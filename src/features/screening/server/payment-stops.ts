import type { Kysely } from 'kysely'
import { sanctionsListsOfBook } from '../../../clients/sanctions-lists.ts'
import type { Actor } from '../../../server/auth/actor.ts'
import type { DB } from '../../../server/db/schema.ts'
import { requesterOf } from '../../../server/heavy-work/requester.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { missingListSentence, stopSentences } from '../domain/finding.ts'
import { findCurrentVersions } from './sanctions-lists.queries.ts'
import { type ScreeningSettings, screenSubjects } from './screen-subjects.ts'
import { listPaymentStops, listUnscreenedOfGrants } from './subjects.queries.ts'

/**
 * Compares the names of these grants that were not compared with the current lists. Call it before the transaction that asks
 * `paymentStops`: what it finds is stored also where that transaction refuses the payment, and no lock is held meanwhile.
 */
export async function screenGrants(
  db: Kysely<DB>,
  grantIds: readonly string[],
  settings: ScreeningSettings,
): Promise<void> {
  const subjects = await listUnscreenedOfGrants(db, grantIds, sanctionsListsOfBook(settings.book))
  await screenSubjects(db, subjects, settings)
}

/** The same for a request about these grants. */
export const screenGrantsOfRequest = (
  grantIds: readonly string[],
  context: BaseContext & { actor: Actor },
): Promise<void> =>
  screenGrants(context.db, grantIds, {
    ...{ book: context.book.name, at: context.clock.now(), requester: requesterOf(context) },
  })

/**
 * Whether payments of these grants may leave: why not, as a sentence, by grant; nothing of those that may. Names that `screenGrants` has
 * not compared stop a payment. The answer is `payment_stops` in the database, which the triggers of payments ask again.
 * A book whose client names a list that was never imported pays nobody. `approver`: who is about to approve the grants; null where the latest approval counts.
 */
export async function paymentStops(
  trx: Kysely<DB>,
  grantIds: readonly string[],
  { book, approver }: { book: string; approver: string | null },
): Promise<ReadonlyMap<string, string>> {
  const lists = sanctionsListsOfBook(book)
  if ((await findCurrentVersions(trx, lists)).length < lists.length)
    return new Map(grantIds.map(grantId => [grantId, missingListSentence]))
  const stops = await listPaymentStops(trx, grantIds, approver)
  return new Map([...stops].map(([grantId, reason]) => [grantId, stopSentences[reason]]))
}
