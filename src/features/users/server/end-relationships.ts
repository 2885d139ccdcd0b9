import type { Kysely } from 'kysely'
import { clientOfBook } from '../../../clients/clients.ts'
import { dateOf } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'
import { violates } from '../../../server/db/violates.ts'
import { endOnAccount } from '../../account-details/server/apply-people-change.ts'
import { findRelationship } from '../../account-details/server/relationships.queries.ts'
import { lockAccountRow } from '../../accounts/server/account-row.queries.ts'
import { Refused } from './operator.ts'
import { accountsOfLastDonor, currentRelationships } from './staff.queries.ts'

export type BookOfPerson = { name: string; db: Kysely<DB> }

type Ended = { userId: string; operator: { userId: string; name: string }; at: Date }

/** Throws `Refused`, naming the accounts, if the person is the last donor of any: people decide what becomes of its money. */
export async function requireOtherDonors(
  books: readonly BookOfPerson[],
  { userId, name }: { userId: string; name: string },
): Promise<void> {
  const lines: string[] = []
  for (const book of books)
    for (const { fundId, accountName } of await accountsOfLastDonor(book.db, userId))
      lines.push(`  ${book.name} ${fundId} ${accountName}`)
  if (lines.length === 0) return
  throw new Refused(
    `${name} is the last donor of:\n${lines.join('\n')}\nNothing was changed. Add another donor on the account’s Relationships page, or open a death or closing case at /super-user-dashboard/cases (ESTATE_MANAGE, two people). To shut the person out until then, suspend their access at /super-user-dashboard/users.`,
    'conflict',
  )
}

/**
 * Ends the person's relationships in a book that give access, each in a transaction of its account. Throws `Refused` if they became the
 * last donor of an account meanwhile. @returns how many ended.
 */
export async function endRelationshipsIn(
  { name, db }: BookOfPerson,
  { userId, operator, at }: Ended,
): Promise<number> {
  const client = clientOfBook(name)
  const author = {
    ...{ userId: operator.userId, name: operator.name, side: 'sponsor' as const },
    ...{ onBehalfOf: null, sessionId: null, address: '' },
  }
  let ended = 0
  for (const { accountId, relationshipId } of await currentRelationships(db, userId))
    try {
      await db.transaction().execute(async trx => {
        await lockAccountRow(trx, accountId)
        const stored = await findRelationship(trx, accountId, relationshipId)
        if (!stored || stored.ended_at !== null) return
        const today = dateOf(at, client.timeZone)
        await endOnAccount(trx, stored, { accountId, client, author, requestedBy: null, at, today })
        ended += 1
      })
    } catch (error) {
      if (!violates(error, 'last_donor')) throw error
      throw new Refused(
        `Access has ended, but another donor was removed meanwhile: the person is now the last donor of an account of ${name}. Run the command again to see which.`,
        'conflict',
      )
    }
  return ended
}
