import type { Kysely } from 'kysely'
import { z } from 'zod'
import { clientOfBook } from '../../../clients/clients.ts'
import { dateOf } from '../../../domain/dates.ts'
import { dayMs } from '../../../domain/durations.ts'
import type { DB } from '../../../server/db/schema.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { type RealmTaskContext, realmTask } from '../../../server/jobs/task.ts'
import { lockAccountRow } from '../../accounts/server/account-row.queries.ts'
import { endLogin } from '../../people/server/end-login.ts'
import type { CaseContext, StepAuthor } from './case-context.ts'
import { type DeathRow, lockAccountsOfDonor, partyOfLogin, recentDeaths } from './deaths.queries.ts'
import { cancelUnconfirmed, openOtherCases } from './other-accounts.ts'

/** A death is carried to all accounts and to the login within seconds; this long the scheduled job looks at cases that have ended. */
const lookBackDays = 7

/** `after`: the step that added the job, which commits later: the job waits until it releases its account. */
const payload = z.object({ after: z.optional(z.object({ book: z.string(), accountId: z.uuid() })) })

type Book = RealmTaskContext['books'][number]
/** A case with its book. */
type Death = DeathRow & { book: string }

/**
 * Carries deaths to what no transaction of one book reaches: the person's accounts in the realm's other books, which get a case each, or
 * lose it after a cancellation, and the person's sessions and ways to log in, which end after a confirmation. It also holds accounts that
 * became active since. It runs after each step and on a schedule, in case the program crashed; it is idempotent.
 */
export const syncDeaths = realmTask('sync-deaths', payload, async ({ after }, context) => {
  const book = context.books.find(({ name }) => name === after?.book)
  if (after && book) await book.db.transaction().execute(trx => lockAccountRow(trx, after.accountId))
  const since = new Date(context.clock.now().getTime() - lookBackDays * dayMs)
  const rows: Death[] = []
  for (const { name, db } of context.books)
    rows.push(...(await recentDeaths(db, since)).map(row => ({ ...row, book: name })))
  for (const cases of Map.groupBy(rows, row => row.death_id).values()) {
    context.signal.throwIfAborted()
    await endLoginOf(cases, since, context)
    for (const book of context.books) await carryTo(book, cases, context)
  }
})

/** Adds the job above to a step that has locked the account of its case. */
export const syncDeathsAfter = (
  { realmDb, book }: Pick<CaseContext, 'realmDb' | 'book'>,
  accountId: string,
): Promise<void> => addJob(realmDb, syncDeaths, { after: { book: book.name, accountId } })

async function endLoginOf(cases: readonly Death[], since: Date, context: RealmTaskContext): Promise<void> {
  const confirmed = cases.find(row => row.confirmed_at !== null && row.confirmed_at > since)
  const userId = confirmed?.user_id
  // The database has withdrawn the access with the confirmation.
  if (!confirmed || !userId || confirmed.has_access) return
  const end = { reason: `death: case ${confirmed.case_number}`, now: context.clock.now() }
  await context.db.transaction().execute(trx => endLogin(trx, userId, end))
}

async function carryTo({ name, db }: Book, cases: readonly Death[], context: RealmTaskContext) {
  const cancelled = cases.find(({ state }) => state === 'cancelled')
  const reported = cases.find(({ book }) => book === name) ?? cases[0]
  const userId = reported?.user_id
  if (!reported || !userId) return
  const partyId = await partyOfLogin(db, userId)
  if (partyId === undefined) return
  const client = clientOfBook(name)
  const at = context.clock.now()
  const by = (person: { userId: string; name: string }): StepAuthor => ({
    client,
    author: { ...person, side: 'sponsor', onBehalfOf: null, sessionId: null, address: '' },
    at,
    today: dateOf(at, client.timeZone),
  })
  await db.transaction().execute(async trx => {
    await lockAccountsOfDonor(trx, partyId)
    if (cancelled) await cancelHere(trx, cancelled, by)
    else await openHere(trx, reported, { partyId, book: name }, by)
  })
}

type By = (person: { userId: string; name: string }) => StepAuthor

async function cancelHere(trx: Kysely<DB>, row: Death, by: By): Promise<void> {
  const { death_id: deathId, cancelled_by: userId, cancelled_by_name: name, cancelled_reason: reason } = row
  if (userId === null || name === null || reason === null) return
  await cancelUnconfirmed(trx, { deathId, reason }, by({ userId, name }))
}

async function openHere(
  trx: Kysely<DB>,
  row: Death,
  { partyId, book }: { partyId: string; book: string },
  by: By,
): Promise<void> {
  const death = {
    ...{ deathId: row.death_id, number: row.case_number, partyId, personName: row.person_name },
    ...{ diedOn: row.died_on, documentId: row.book === book ? row.document_id : null, reason: row.reason },
  }
  await openOtherCases(trx, death, by({ userId: row.opened_by, name: row.opened_by_name }))
}
