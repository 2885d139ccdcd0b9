import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { DB } from '../../../server/db/schema.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { realmTask } from '../../../server/jobs/task.ts'
import type { ApplicationDraft } from '../domain/draft.ts'
import type { Duplicate } from '../review.contract.ts'
import { advanceApplication } from './advance-application.ts'
import { findApplication, findUnfinished } from './applications.queries.ts'

type InBook = { name: string; db: Kysely<DB> }

/**
 * Looks in every book of the realm for people and funds that may be those of an application, and stores what it finds with the
 * application. Only a job of the realm reaches all books.
 */
export const findApplicationDuplicates = realmTask(
  'find-application-duplicates',
  z.object({ book: z.string(), applicationId: z.uuid() }),
  async ({ book, applicationId }, { db: realmDb, books }) => {
    const own = books.find(({ name }) => name === book)
    const row = own && (await findApplication(own.db, applicationId))
    if (!own || !row || row.erased_at !== null) return
    const found = [...(await usersLike(realmDb, row.draft)), ...(await inBooks(books, row.draft))]
    await own.db
      .updateTable('account_application')
      .set({ duplicates: JSON.stringify(found.slice(0, mostShown)), duplicates_found_at: new Date() })
      .where('application_id', '=', applicationId)
      .execute()
  },
)

/** More would not help a reviewer. */
const mostShown = 50

/** How long nobody has heard of an application before its next step counts as missed. */
const askedAgainAfterMs = 15 * 60_000
const batchSize = 500

/** Finds applications whose next step was missed, and submitted ones whose duplicates nobody has looked for, in every book. */
export const pollApplications = realmTask(
  'poll-applications',
  z.object({}),
  async (_payload, { db, books }) => {
    const since = new Date(Date.now() - askedAgainAfterMs)
    for (const { name, db: book } of books) {
      for (const applicationId of await findUnfinished(book, { since, limit: batchSize }))
        await addJob(book, advanceApplication, { applicationId }, { key: applicationId })
      for (const applicationId of await notLookedAt(book))
        await addJob(db, findApplicationDuplicates, { book: name, applicationId }, { key: applicationId })
    }
  },
)

async function notLookedAt(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ application_id: string }>`
    select application_id from account_application
    where state = 'submitted' and (duplicates_found_at is null or duplicates_found_at < submitted_at)
    limit ${batchSize}`.execute(db)
  return rows.map(row => row.application_id)
}

/** The people of the application: donors and the advisor. */
const peopleOf = ({ donors, advisor }: ApplicationDraft) =>
  [...donors, ...(advisor.has === 'yes' ? [advisor] : [])].map(({ firstName, lastName, email }) => ({
    name: `${firstName} ${lastName}`,
    email,
  }))

/** Logins of the realm with the same address, or the same name. */
async function usersLike(realmDb: Kysely<DB>, draft: ApplicationDraft): Promise<Duplicate[]> {
  const people = peopleOf(draft)
  const { rows } = await sql<{ of: string; found: string; same_email: boolean; sso_id: string }>`
    select p.name as of, u.first_name || ' ' || u.last_name as found, lower(u.email) = lower(p.email) as same_email, u.sso_id
    from unnest(${people.map(({ name }) => name)}::text[], ${people.map(({ email }) => email)}::text[]) p (name, email)
      join app_user u on lower(u.email) = lower(p.email) or name_key(u.first_name || ' ' || u.last_name) = name_key(p.name)
    order by p.name, u.sso_id limit ${mostShown}`.execute(realmDb)
  return rows.map(row => ({
    kind: 'person',
    of: row.of,
    found: `${row.found}, user ID ${row.sso_id}`,
    reason: row.same_email ? 'Same e-mail address' : 'Same name',
    fundId: null,
    currency: null,
  }))
}

async function inBooks(books: readonly InBook[], draft: ApplicationDraft): Promise<Duplicate[]> {
  const found: Duplicate[] = []
  for (const { db } of books) {
    found.push(...(await fundsLike(db, draft.account.accountName)))
    found.push(...(await partiesLike(db, draft)))
  }
  return found
}

async function fundsLike(db: Kysely<DB>, accountName: string): Promise<Duplicate[]> {
  const { rows } = await sql<{ fund_id: bigint; account_name: string; currency: string }>`
    select a.fund_id, a.account_name, b.currency from fund_account a join book b on b.book = a.book
    where a.account_name_key = name_key(${accountName}) limit 10`.execute(db)
  return rows.map(row => ({
    kind: 'fund',
    of: accountName,
    found: row.account_name,
    reason: 'Same name',
    fundId: Number(row.fund_id),
    currency: row.currency,
  }))
}

/** People of accounts, also those without a login, by address or name. */
async function partiesLike(db: Kysely<DB>, draft: ApplicationDraft): Promise<Duplicate[]> {
  const people = peopleOf(draft)
  const { rows } = await sql<{
    of: string
    found: string
    same_email: boolean
    fund_id: bigint
    currency: string
  }>`
    select p.name as of, y.name as found, lower(y.email) = lower(p.email) as same_email, a.fund_id, b.currency
    from unnest(${people.map(({ name }) => name)}::text[], ${people.map(({ email }) => email)}::text[]) p (name, email)
      join party y on lower(y.email) = lower(p.email) or name_key(y.name) = name_key(p.name)
      join account_relationship r on r.book = y.book and r.party_id = y.party_id and r.ended_at is null
      join fund_account a on a.book = r.book and a.account_id = r.account_id
      join book b on b.book = a.book
    order by p.name, a.fund_id limit ${mostShown}`.execute(db)
  return rows.map(row => ({
    kind: 'person',
    of: row.of,
    found: row.found,
    reason: row.same_email ? 'Same e-mail address' : 'Same name',
    fundId: Number(row.fund_id),
    currency: row.currency,
  }))
}
