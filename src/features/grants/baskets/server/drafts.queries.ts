import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import type { IsoDate } from '../../../../domain/dates.ts'
import { literals } from '../../../../server/db/literals.ts'
import type { DB, GrantBasket, GrantDraft } from '../../../../server/db/schema.ts'
import { statusesOutOfHistory } from '../../domain/grant-status.ts'
import { maxDrafts } from '../drafts.contract.ts'

export type DraftRecord = Selectable<GrantDraft>
type BasketRecord = Selectable<GrantBasket>

export async function listDraftsOf(db: Kysely<DB>, accountId: string): Promise<DraftRecord[]> {
  return await db
    .selectFrom('grant_draft')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('basket_id', 'is', null)
    .orderBy('changed_at', 'desc')
    .limit(maxDrafts)
    .execute()
}

export async function countDrafts(db: Kysely<DB>, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('grant_draft')
    .select(db.fn.countAll<bigint>().as('count'))
    .where('account_id', '=', accountId)
    .where('basket_id', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A draft of this fund; undefined for another fund's. */
export async function findDraft(
  db: Kysely<DB>,
  accountId: string,
  draftId: string,
): Promise<DraftRecord | undefined> {
  return await db
    .selectFrom('grant_draft')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('draft_id', '=', draftId)
    .executeTakeFirst()
}

/** The same, locked until the end of the transaction. */
export async function lockDraft(
  trx: Kysely<DB>,
  accountId: string,
  draftId: string,
): Promise<DraftRecord | undefined> {
  return (await lockDraftsOf(trx, accountId, [draftId])).get(draftId)
}

/** Those of these drafts that the fund has, by id, locked until the end of the transaction. */
export async function lockDraftsOf(
  trx: Kysely<DB>,
  accountId: string,
  draftIds: readonly string[],
): Promise<ReadonlyMap<string, DraftRecord>> {
  const drafts = await sql<DraftRecord>`
    select * from grant_draft where account_id = ${accountId} and draft_id = any(${draftIds}::uuid[])
    order by draft_id for update`.execute(trx)
  return new Map(drafts.rows.map(draft => [draft.draft_id, draft]))
}

/** Serializes changes of a fund's drafts and baskets until the end of the transaction. */
export async function lockDrafts(trx: Kysely<DB>, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('grant-drafts:' || ${accountId}, 0))`.execute(trx)
}

/** Whether any fund of the book has a draft of this id, or a grant or schedule was made from it. */
export const isDraftIdUsed = (db: Kysely<DB>, draftId: string): Promise<boolean> =>
  isAnyDraftIdUsed(db, [draftId])

/** The same for any of several ids. */
export async function isAnyDraftIdUsed(db: Kysely<DB>, draftIds: readonly string[]): Promise<boolean> {
  const found = await sql<{ used: boolean }>`
    select exists (select from grant_draft where draft_id = any(${draftIds}::uuid[]))
      or exists (select from grant_recommendation where idempotency_key = any(${draftIds}::uuid[]))
      or exists (select from grant_schedule where idempotency_key = any(${draftIds}::uuid[])) as used`.execute(
    db,
  )
  return found.rows[0]?.used ?? false
}

export async function insertDraft(trx: Kysely<DB>, draft: Insertable<GrantDraft>): Promise<void> {
  await insertDrafts(trx, [draft])
}

/** The same for a list, with one statement. */
export async function insertDrafts(
  trx: Kysely<DB>,
  drafts: readonly Insertable<GrantDraft>[],
): Promise<void> {
  if (drafts.length > 0) await trx.insertInto('grant_draft').values(drafts).execute()
}

/** Puts drafts into a basket, each with its new content and place, with one statement. `content` is a JSON text. */
export async function moveDrafts(
  trx: Kysely<DB>,
  basketId: string,
  drafts: readonly { draftId: string; content: string; position: number }[],
  { changed_by_name, changed_at }: { changed_by_name: string; changed_at: Date },
): Promise<void> {
  if (drafts.length === 0) return
  await sql`
    update grant_draft d set content = m.content::jsonb, basket_id = ${basketId}::uuid, position = m.position,
      revision = d.revision + 1, changed_by_name = ${changed_by_name}, changed_at = ${changed_at}
    from unnest(${drafts.map(({ draftId }) => draftId)}::uuid[], ${drafts.map(({ content }) => content)}::text[],
      ${drafts.map(({ position }) => position)}::integer[]) m (draft_id, content, position)
    where d.draft_id = m.draft_id`.execute(trx)
}

export async function updateDraft(
  trx: Kysely<DB>,
  draftId: string,
  columns: Updateable<GrantDraft>,
): Promise<void> {
  await trx.updateTable('grant_draft').set(columns).where('draft_id', '=', draftId).execute()
}

export async function deleteDraft(trx: Kysely<DB>, accountId: string, draftId: string): Promise<void> {
  await trx
    .deleteFrom('grant_draft')
    .where('account_id', '=', accountId)
    .where('draft_id', '=', draftId)
    .execute()
}

/** Inserts the rows of a file with one statement. `contents` are JSON texts, in the order of `positions`. */
export async function insertRows(
  trx: Kysely<DB>,
  row: { accountId: string; basketId: string; userId: string; name: string; at: Date },
  contents: readonly string[],
  positions: readonly number[],
): Promise<void> {
  await sql`
    insert into grant_draft (draft_id, account_id, basket_id, position, content, started_by, started_by_name, changed_by_name, created_at,
      changed_at)
    select gen_random_uuid(), ${row.accountId}, ${row.basketId}, r.position, r.content::jsonb, ${row.userId}, ${row.name}, ${row.name},
      ${row.at}, ${row.at}
    from unnest(${contents}::text[], ${positions}::integer[]) as r (content, position)`.execute(trx)
}

export async function listRowsOf(db: Kysely<DB>, basketId: string): Promise<DraftRecord[]> {
  return await db
    .selectFrom('grant_draft')
    .selectAll()
    .where('basket_id', '=', basketId)
    .orderBy('position')
    .orderBy('draft_id')
    .execute()
}

export async function deleteRowsOf(trx: Kysely<DB>, basketId: string): Promise<void> {
  await trx.deleteFrom('grant_draft').where('basket_id', '=', basketId).execute()
}

/** A basket of this fund; undefined for another fund's. */
export async function findBasket(
  db: Kysely<DB>,
  accountId: string,
  basketId: string,
): Promise<BasketRecord | undefined> {
  return await db
    .selectFrom('grant_basket')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('basket_id', '=', basketId)
    .executeTakeFirst()
}

export async function findOpenSelection(
  db: Kysely<DB>,
  accountId: string,
): Promise<BasketRecord | undefined> {
  return await db
    .selectFrom('grant_basket')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('state', '=', 'open')
    .where('source', '=', 'selection')
    .executeTakeFirst()
}

/** The latest basket of the same file that was not discarded. */
export async function findBasketOfFile(
  db: Kysely<DB>,
  accountId: string,
  sha256: Buffer,
): Promise<BasketRecord | undefined> {
  return await db
    .selectFrom('grant_basket')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('file_sha256', '=', sha256)
    .where('state', '<>', 'discarded')
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
}

export type BasketSum = BasketRecord & { rows: number; sum_minor: bigint }

/** The open baskets of a fund, or one basket, with the number of rows and their sum. */
export async function listBaskets(
  db: Kysely<DB>,
  accountId: string,
  basketId: string | null = null,
): Promise<BasketSum[]> {
  const { rows } = await sql<BasketSum>`
    select b.*, d.rows, d.sum_minor from grant_basket b
      cross join lateral (
        select count(*)::int as rows, coalesce(sum((content ->> 'amountMinor')::bigint), 0)::bigint as sum_minor
        from grant_draft where basket_id = b.basket_id) d
    where b.account_id = ${accountId} and (b.basket_id = ${basketId}::uuid or (${basketId}::uuid is null and b.state = 'open'))
    order by b.created_at desc limit 50`.execute(db)
  return rows
}

export async function insertBasket(trx: Kysely<DB>, basket: Insertable<GrantBasket>): Promise<void> {
  await trx.insertInto('grant_basket').values(basket).execute()
}

export async function updateBasket(
  db: Kysely<DB>,
  basketId: string,
  columns: Updateable<GrantBasket>,
): Promise<void> {
  await db.updateTable('grant_basket').set(columns).where('basket_id', '=', basketId).execute()
}

/** The progress of a basket that is being submitted: it never goes back, also if it is written late. */
export async function setProgress(db: Kysely<DB>, basketId: string, progress: number): Promise<void> {
  await db
    .updateTable('grant_basket')
    .set({ progress })
    .where('basket_id', '=', basketId)
    .where('state', '=', 'open')
    .where('progress', '<', progress)
    .execute()
}

/** What the fund recommended since a day: the latest day for each charity and amount, among these charities. */
export async function findRepeats(
  db: Kysely<DB>,
  accountId: string,
  charityIds: readonly string[],
  since: string,
): Promise<{ charity_id: string; amount_minor: bigint; recommended_on: IsoDate }[]> {
  const { rows } = await sql<{ charity_id: string; amount_minor: bigint; recommended_on: IsoDate }>`
    select charity_id, amount_minor, max(recommended_on) as recommended_on from grant_recommendation
    where account_id = ${accountId} and charity_id = any(${charityIds}) and recommended_on >= ${since}
      and transaction_status_code not in (${literals(statusesOutOfHistory)})
    group by charity_id, amount_minor`.execute(db)
  return rows
}

/** Which of these charities the fund has granted to. */
export async function findGranted(
  db: Kysely<DB>,
  accountId: string,
  charityIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('grant_recommendation')
    .select('charity_id')
    .distinct()
    .where('account_id', '=', accountId)
    .where('charity_id', 'in', charityIds.length === 0 ? [''] : [...charityIds])
    .execute()
  return new Set(rows.map(({ charity_id }) => charity_id))
}

/** Deletes the drafts without changes since then, except those of a submitted basket. */
export async function deleteOldDrafts(db: Kysely<DB>, before: Date): Promise<void> {
  await db.deleteFrom('grant_draft').where('changed_at', '<', before).execute()
}

/** Discards the open baskets without rows that are older than this. */
export async function discardEmptyBaskets(db: Kysely<DB>, before: Date): Promise<void> {
  await sql`
    update grant_basket b set state = 'discarded' where state = 'open' and created_at < ${before}
      and not exists (select from grant_draft d where d.basket_id = b.basket_id)`.execute(db)
}

/** A submitted basket by its id alone, for a job of the book. */
