import type { Kysely } from 'kysely'
import { clientOfBook } from '../../../clients/clients.ts'
import { dateOf } from '../../../domain/dates.ts'
import { recordAuditEvent } from '../../../server/audit/record-audit-event.ts'
import type { DB } from '../../../server/db/schema.ts'
import { violates } from '../../../server/db/violates.ts'
import { endOnAccount } from '../../account-details/server/apply-people-change.ts'
import { findRelationship } from '../../account-details/server/relationships.queries.ts'
import { lockAccountRow } from '../../accounts/server/account-row.queries.ts'
import { deleteRoles, withdrawLogin } from '../../identity/server/users.queries.ts'
import { endLogin } from '../../people/server/end-login.ts'
import { findBoth, Refused } from './find-operator.ts'
import {
  accountsOfLastDonor,
  currentRelationships,
  lockStaff,
  type StaffPerson,
  type WaitingWork,
  waitingInBook,
  waitingInRealm,
} from './leavers.queries.ts'

type Book = { name: string; db: Kysely<DB> }

/** `userId` and `by` are user IDs: of the person who leaves, and of the one who is recorded. */
type Leaving = { userId: string; by: string; reason: string; now: Date }

export type EndedAccess = {
  name: string
  sessions: number
  relationships: number
  /** What the person filed that waits for a second person, or had claimed. */
  waiting: (WaitingWork & { where: string })[]
}

/**
 * Ends all access of a person who leaves: roles, relationships, sessions, remembered devices, ways to log in, and links. Access ends
 * first, in one transaction of the realm; then each relationship, in one of its account. A repeat does what is left and changes nothing
 * else. Throws `Refused` for the last donor of an account, and for a person who ends their own access.
 */
export async function endAccess(
  { realmDb, books }: { realmDb: Kysely<DB>; books: readonly Book[] },
  about: Leaving,
): Promise<EndedAccess> {
  const { person, operator } = await findBoth(realmDb, about)
  if (person.userId === operator.userId)
    throw new Refused('No one ends their own access: --by must name another person who manages users.')
  await requireOtherDonors(books, person)
  const sessions = await endInRealm(realmDb, about)
  let relationships = 0
  for (const book of books) relationships += await endInBook(book, person, operator, about.now)
  const waiting = (await waitingInRealm(realmDb, person.userId)).map(work => ({
    ...work,
    where: 'all books',
  }))
  for (const { name, db } of books)
    for (const work of await waitingInBook(db, person.userId)) waiting.push({ ...work, where: name })
  return { name: person.name, sessions, relationships, waiting }
}

async function requireOtherDonors(books: readonly Book[], { userId, name }: StaffPerson): Promise<void> {
  const lines: string[] = []
  for (const book of books)
    for (const { fundId, accountName } of await accountsOfLastDonor(book.db, userId))
      lines.push(`  ${book.name} ${fundId} ${accountName}`)
  if (lines.length === 0) return
  throw new Refused(
    `${name} is the last donor of:\n${lines.join('\n')}\nNothing was changed. Add another donor on the account’s Relationships page, or open a death or closing case at /super-user-dashboard/cases (ESTATE_MANAGE, two people). To shut the person out until then, run end-sessions and reset-factors.`,
  )
}

/** @returns how many sessions ended. */
async function endInRealm(realmDb: Kysely<DB>, about: Leaving): Promise<number> {
  const { reason, now } = about
  return await realmDb.transaction().execute(async trx => {
    await lockStaff(trx)
    // Another command may have taken the operator's permission in the meantime.
    const { person, operator } = await findBoth(trx, about)
    const { userId } = person
    await withdrawLogin(trx, userId)
    await deleteRoles(trx, userId, null)
    const sessions = await endLogin(trx, userId, { reason: `access ended: ${reason}`, now })
    if (!person.hasAccess && person.roles.length === 0) return sessions
    await recordAuditEvent(trx, {
      kind: 'access-ended',
      userId,
      actorUserId: operator.userId,
      at: now,
      address: '',
      detail: {
        by: 'npm run end-access',
        operator: operator.name,
        reason,
        roles: person.roles.map(({ role }) => role).join(', '),
      },
    })
    return sessions
  })
}

/** @returns how many relationships ended. */
async function endInBook(
  { name, db }: Book,
  { userId }: StaffPerson,
  operator: StaffPerson,
  at: Date,
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
      )
    }
  return ended
}
