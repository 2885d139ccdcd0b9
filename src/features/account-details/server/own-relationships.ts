import type { Kysely } from 'kysely'
import { Problem } from '../../../contract/problems.ts'
import type { Currency } from '../../../domain/money.ts'
import type { Actor } from '../../../server/auth/actor.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { lockAccountRow } from '../../accounts/server/account-row.queries.ts'
import { type OwnRelationshipRow, ownRelationship } from './contact-sharing.queries.ts'

export type Context = BaseContext & { actor: Actor }

type BookDb = { db: Kysely<DB>; currency: Currency }
/** The caller's own rows are in the book of the request and in the client's other one, in which they may have roles too. */
export const booksOf = ({ db, book, otherBook }: Context): BookDb[] => [
  { db, currency: book.currency },
  ...(otherBook ? [{ db: otherBook.db, currency: otherBook.currency }] : []),
]

/** Runs a change of one of the caller's own relationships under the lock of its account, in the book that has it. */
export async function changeOwn(
  relationshipId: string,
  context: Context,
  change: (trx: Kysely<DB>, row: OwnRelationshipRow) => Promise<void>,
  { ignoresEnded = false } = {},
): Promise<void> {
  const { userId } = context.actor
  for (const { db } of booksOf(context)) {
    const found = await ownRelationship(db, userId, relationshipId)
    if (!found) continue
    if (found.ended_at !== null && ignoresEnded) return
    await db.transaction().execute(async trx => {
      await lockAccountRow(trx, found.account_id)
      const row = await ownRelationship(trx, userId, relationshipId)
      if (row && row.ended_at !== null && ignoresEnded) return
      if (!row || row.ended_at !== null) throw new Problem('not-found')
      await change(trx, row)
    })
    return
  }
  throw new Problem('not-found')
}
