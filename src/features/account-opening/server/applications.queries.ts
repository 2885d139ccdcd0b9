import { type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import type { AccountRole } from '../../../domain/account-roles.ts'
import { idsOfStaffWith } from '../../../server/auth/staff-with.queries.ts'
import type { AccountApplication, ApplicationEvent, DB } from '../../../server/db/schema.ts'
import type { StartedAs } from '../domain/application.ts'
import type { ApplicationDraft } from '../domain/draft.ts'

export type ApplicationRow = Omit<Selectable<AccountApplication>, 'draft' | 'book'> & {
  draft: ApplicationDraft
  /** Of the account that was opened. */
  fund_id: bigint | null
  owner_is_current: boolean
}

/** Whether the owner of an application `p` may still review it. Of one that is decided, they stay the owner. */
export const ownerIsCurrent = sql<boolean>`(p.state not in ('submitted', 'asked')
  or coalesce(p.owner_id in ${idsOfStaffWith('APPLICATION_REVIEW')}, false))`

const withAccount = (db: Kysely<DB>) =>
  db
    .selectFrom('account_application as p')
    .leftJoin('fund_account as a', join =>
      join.onRef('a.book', '=', 'p.book').onRef('a.account_id', '=', 'p.account_id'),
    )
    .selectAll('p')
    .select(['a.fund_id', ownerIsCurrent.as('owner_is_current')])

// start-application.ts checks each draft before it is stored.
const rowOf = (row: Awaited<ReturnType<ReturnType<typeof withAccount>['executeTakeFirst']>>) =>
  row as unknown as ApplicationRow | undefined

/** Adds an application. Null if its starter has one with the same key. */
export async function insertApplication(
  trx: Kysely<DB>,
  row: {
    client: string
    draft: ApplicationDraft
    startedBy: { userId: string; name: string; as: StartedAs }
    idempotencyKey: string
    at: Date
  },
): Promise<string | null> {
  const { startedBy, at } = row
  const added = await trx
    .insertInto('account_application')
    .values({
      client: row.client,
      draft: JSON.stringify(row.draft),
      started_by: startedBy.userId,
      started_by_name: startedBy.name,
      started_as: startedBy.as,
      started_at: at,
      changed_at: at,
      idempotency_key: row.idempotencyKey,
    })
    .onConflict(conflict => conflict.columns(['book', 'started_by', 'idempotency_key']).doNothing())
    .returning('application_id')
    .executeTakeFirst()
  return added?.application_id ?? null
}

export async function findByKey(
  db: Kysely<DB>,
  startedBy: string,
  idempotencyKey: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('account_application')
    .select('application_id')
    .where('started_by', '=', startedBy)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
  return row?.application_id
}

/** How many applications of the person are not decided yet. */
export async function countOpen(db: Kysely<DB>, startedBy: string): Promise<number> {
  const { count } = await db
    .selectFrom('account_application')
    .select(where => where.fn.countAll<bigint>().as('count'))
    .where('started_by', '=', startedBy)
    .where(sql<boolean>`state in ('draft', 'signing', 'submitted', 'asked')`)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function findApplication(
  db: Kysely<DB>,
  applicationId: string,
): Promise<ApplicationRow | undefined> {
  return rowOf(await withAccount(db).where('p.application_id', '=', applicationId).executeTakeFirst())
}

/** Whether a starter or signer may still read the application `p` (db/migrations/0051_end_of_access.sql). */
const isOpenTo = (userId: string, now: Date) => sql<boolean>`application_is_open_to(p, ${userId}, ${now})`

export async function isApplicationOpenTo(
  db: Kysely<DB>,
  applicationId: string,
  { userId, now }: { userId: string; now: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('account_application as p')
    .select('p.application_id')
    .where('p.application_id', '=', applicationId)
    .where(isOpenTo(userId, now))
    .executeTakeFirst()
  return row !== undefined
}

/** The roles that a person has on any account of the book. */
export async function accountRolesOf(db: Kysely<DB>, userId: string): Promise<AccountRole[]> {
  const { rows } = await sql<{ role: AccountRole }>`
    select r.account_role_code as role
      from party p join account_relationship r on r.book = p.book and r.party_id = p.party_id
      where p.user_id = ${userId} and r.ended_at is null
    union select role_code from current_user_role
      where user_id = ${userId} and role_code = 'service_team' and served_book = book()`.execute(db)
  return rows.map(({ role }) => role)
}

/** The same, locked until the transaction ends, so that changes of an application are serialized. */
export async function lockApplication(
  trx: Kysely<DB>,
  applicationId: string,
): Promise<ApplicationRow | undefined> {
  await trx
    .selectFrom('account_application')
    .select('application_id')
    .where('application_id', '=', applicationId)
    .forUpdate()
    .execute()
  // A second statement, because a join with the lock would still see the account as it was before the wait.
  return await findApplication(trx, applicationId)
}

export async function findByEnvelope(
  db: Kysely<DB>,
  { provider, envelopeId }: { provider: string; envelopeId: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('account_application')
    .select('application_id')
    .where('provider', '=', provider)
    .where('envelope_id', '=', envelopeId)
    .executeTakeFirst()
  return row?.application_id
}

/** What the person started, if they still prepare applications, and what waits for their signature or was signed by them, latest first. */
export async function applicationsOf(
  db: Kysely<DB>,
  { userId, prepares, now }: { userId: string; prepares: boolean; now: Date },
  limit: number,
): Promise<(ApplicationRow & { waits_for_them: boolean })[]> {
  const rows = await withAccount(db)
    .select(
      sql<boolean>`p.state = 'signing' and exists (select from application_signer s where s.book = p.book
        and s.application_id = p.application_id and s.attempt = p.attempt and s.user_id = ${userId} and s.state = 'waiting')`.as(
        'waits_for_them',
      ),
    )
    .where('p.erased_at', 'is', null)
    .where(
      sql<boolean>`(p.started_by = ${userId} and ${prepares} or p.state <> 'draft' and p.application_id in (
        select s.application_id from application_signer s where s.user_id = ${userId} and s.attempt = p.attempt))`,
    )
    .where(isOpenTo(userId, now))
    .orderBy('p.changed_at', 'desc')
    .limit(limit)
    .execute()
  // As in rowOf: the draft was checked before it was stored.
  return rows as unknown as (ApplicationRow & { waits_for_them: boolean })[]
}

export async function updateApplication(
  trx: Kysely<DB>,
  applicationId: string,
  set: Omit<Updateable<AccountApplication>, 'draft' | 'document' | 'duplicates'>,
): Promise<void> {
  await trx.updateTable('account_application').set(set).where('application_id', '=', applicationId).execute()
}

export async function saveDraft(
  trx: Kysely<DB>,
  applicationId: string,
  { draft, revision, at }: { draft: ApplicationDraft; revision: number; at: Date },
): Promise<void> {
  await trx
    .updateTable('account_application')
    .set({ draft: JSON.stringify(draft), revision, changed_at: at })
    .where('application_id', '=', applicationId)
    .execute()
}

/** The document to sign, created again for each attempt. */
export async function saveDocument(
  trx: Kysely<DB>,
  applicationId: string,
  made: { provider: string; document: unknown; attempt: number; at: Date },
): Promise<void> {
  await trx
    .updateTable('account_application')
    .set({
      state: 'signing',
      provider: made.provider,
      document: JSON.stringify(made.document),
      document_made_at: made.at,
      attempt: made.attempt,
      envelope_id: null,
      asked_at: null,
      message: null,
      changed_at: made.at,
      submitted_at: null,
    })
    .where('application_id', '=', applicationId)
    .execute()
}

export type NewEvent = {
  kind: ApplicationEvent['kind']
  at: Date
  /** Null: the portal, or a donor without a login. */
  userId: string | null
  sessionId?: string | null
  address?: string | null
  name: string
  bySponsor: boolean
  text?: string | null
}

export async function addEvent(trx: Kysely<DB>, applicationId: string, event: NewEvent): Promise<void> {
  await trx
    .insertInto('application_event')
    .values({
      application_id: applicationId,
      kind: event.kind,
      user_id: event.userId,
      session_id: event.sessionId ?? null,
      address: event.address ?? null,
      by_name: event.name,
      by_sponsor: event.bySponsor,
      text: event.text ?? null,
      at: event.at,
    })
    .execute()
}

export async function eventsOf(db: Kysely<DB>, applicationId: string, limit: number) {
  const rows = await db
    .selectFrom('application_event')
    .select(['kind', 'by_name', 'by_sponsor', 'text', 'at'])
    .where('application_id', '=', applicationId)
    .orderBy('event_id', 'desc')
    .limit(limit)
    .execute()
  return rows.reverse()
}

/** Applications whose next step may have been missed and that did not change since then. */
export async function findUnfinished(
  db: Kysely<DB>,
  { since, limit }: { since: Date; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('account_application')
    .select('application_id')
    .where(sql<boolean>`(state = 'signing' or (state = 'accepted' and document_id is null))`)
    .where(sql<boolean>`coalesce(asked_at, changed_at) < ${since}`)
    .orderBy(sql`asked_at nulls first`)
    .limit(limit)
    .execute()
  return rows.map(row => row.application_id)
}
