import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import type { CharityRegister } from '../../../clients/client.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import {
  type Key,
  keysetColumn,
  orderOf,
  type Position,
  rowsAfter,
} from '../../../server/db/keyset.queries.ts'
import { nameContains } from '../../../server/db/name-search.queries.ts'
import type {
  CharityVetting,
  CharityVettingPaper,
  CharityVettingPaperDownload,
  DB,
} from '../../../server/db/schema.ts'
import type { KeysetPage } from '../../../server/http/keyset-page.ts'
import { dueDiligence, type VettedSubject } from '../domain/vetting.ts'

export type VettingCountry = 'US' | 'GB'

export type VettingRecord = Selectable<CharityVetting> & { documents: { documentId: string; name: string }[] }

/** The most vettings that are listed at once: those that wait are confirmed or declined within days. */
const maxListed = 500

const withDocuments = sql`v.*, name_and_access(v.proposed_by, v.proposed_by_name) as proposed_by_name, coalesce((
  select jsonb_agg(jsonb_build_object('documentId', p.paper_id, 'name', p.name) order by p.added_at, p.paper_id)
  from charity_vetting_paper p where p.realm = v.realm and p.vetting_id = v.vetting_id), '[]') as documents`

/** Vettings awaiting confirmation, or every vetting of one organization, latest first. */
export async function listVettingRows(
  realmDb: Kysely<DB>,
  about: { country: VettingCountry } | { charityId: string },
): Promise<VettingRecord[]> {
  const where =
    'charityId' in about
      ? sql`v.charity_id = ${about.charityId}`
      : sql`v.country = ${about.country} and v.state = 'proposed'`
  const order =
    'charityId' in about ? sql`v.proposed_at desc, v.vetting_id desc` : sql`v.expires_on, v.charity_id`
  const { rows } = await sql<VettingRecord>`
    select ${withDocuments} from charity_vetting v where ${where} order by ${order} limit ${maxListed}`.execute(
    realmDb,
  )
  return rows
}

/** How many vettings await confirmation. */
export async function countProposed(realmDb: Kysely<DB>, country: VettingCountry): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from charity_vetting where country = ${country} and state = 'proposed'`.execute(
    realmDb,
  )
  return rows[0]?.waiting ?? 0
}

/** How many vettings are in force, of organizations on no register and as records of due diligence. */
export async function countInForce(
  realmDb: Kysely<DB>,
  country: VettingCountry,
): Promise<{ noRegister: number; dueDiligence: number }> {
  const { rows } = await sql<{ noRegister: number; dueDiligence: number }>`
    select count(*) filter (where basis <> ${dueDiligence})::int as "noRegister",
      count(*) filter (where basis = ${dueDiligence})::int as "dueDiligence"
    from charity_vetting where country = ${country} and state = 'vetted'`.execute(realmDb)
  return rows[0] ?? { noRegister: 0, dueDiligence: 0 }
}

export const vettedKeysets = {
  expiresOn: [
    { sql: 'v.expires_on', type: 'date' },
    { sql: 'v.charity_id', type: 'text' },
  ],
  name: [
    { sql: 'v.name', type: 'text' },
    { sql: 'v.charity_id', type: 'text' },
  ],
} as const satisfies Record<string, readonly Key[]>

type VettedRow = Pick<
  Selectable<CharityVetting>,
  'charity_id' | 'name' | 'city' | 'us_state' | 'basis' | 'expires_on' | 'decided_by_name'
>

/** One page of the vettings in force whose name has these words, or whose number this is, and one row more if there are more. */
export async function listVettedRows(
  realmDb: Kysely<DB>,
  { country, of, keywords }: { country: VettingCountry; of: VettedSubject; keywords: string },
  { keyset, after, countedTotal, first }: KeysetPage,
): Promise<{ rows: (VettedRow & { keyset: Position })[]; total: number }> {
  const text = keywords.trim()
  const number = text.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase()
  const isFound = sql`v.country = ${country} and v.state = 'vetted' and (v.basis = ${dueDiligence}) = (${of} = ${dueDiligence})
    and (${text} = '' or ${nameContains(sql`v.name`, text)}
      or ${number} <> '' and ${number} in (replace(v.charity_id, '-', ''), split_part(v.charity_id, '-', 3)))`
  const total =
    countedTotal === null
      ? sql`(select count(*) from charity_vetting v where ${isFound})`
      : sql`${countedTotal}::bigint`
  const { rows } = await sql<VettedRow & { keyset: Position; total: bigint }>`
    select v.charity_id, v.name, v.city, v.us_state, v.basis, v.expires_on, v.decided_by_name,
      ${sql.raw(keysetColumn(keyset))}, ${total} as total
    from charity_vetting v where ${isFound} and ${rowsAfter(keyset, after)}
    order by ${sql.raw(orderOf(keyset))} limit ${first + 1}`.execute(realmDb)
  return { rows, total: Number(rows[0]?.total ?? 0n) }
}

export async function findVetting(
  realmDb: Kysely<DB>,
  vettingId: string,
): Promise<VettingRecord | undefined> {
  const { rows } = await sql<VettingRecord>`
    select ${withDocuments} from charity_vetting v where v.vetting_id = ${vettingId}`.execute(realmDb)
  return rows[0]
}

/** How many vettings in force end soon, and the first day on which one does: their last day is today or later, and before the first one that is not soon, which is `before`. */
export async function countEnding(
  realmDb: Kysely<DB>,
  country: VettingCountry,
  { today, before }: { today: IsoDate; before: { dueDiligence: IsoDate; others: IsoDate } },
): Promise<{ count: number; first: IsoDate | null }> {
  const { rows } = await sql<{ count: number; first: IsoDate | null }>`
    select count(*)::int as count, min(expires_on)::text as first from charity_vetting where country = ${country} and state = 'vetted' and expires_on >= ${today}::date
      and expires_on < case basis when ${dueDiligence} then ${before.dueDiligence}::date else ${before.others}::date end`.execute(
    realmDb,
  )
  return rows[0] ?? { count: 0, first: null }
}

/** The records of due diligence in force whose last day this is, by name. */
export async function listDiligenceEndingOn(
  realmDb: Kysely<DB>,
  day: IsoDate,
): Promise<Pick<Selectable<CharityVetting>, 'charity_id' | 'name'>[]> {
  return await realmDb
    .selectFrom('charity_vetting')
    .select(['charity_id', 'name'])
    .where('basis', '=', dueDiligence)
    .where('state', '=', 'vetted')
    .where('expires_on', '=', day)
    .orderBy('name')
    .orderBy('charity_id')
    .limit(maxListed)
    .execute()
}

/** The organization for which each of these proposals was last vetted, unless that vetting was declined. */
export async function findVettingsOfProposals(
  realmDb: Kysely<DB>,
  proposalIds: readonly string[],
): Promise<Map<string, { charityId: string; state: 'proposed' | 'vetted' | 'replaced' }>> {
  const { rows } = await sql<{
    proposal_id: string
    charity_id: string
    state: 'proposed' | 'vetted' | 'replaced'
  }>`
    select distinct on (proposal_id) proposal_id, charity_id, state from charity_vetting
    where proposal_id = any(${proposalIds}::uuid[]) and state <> 'declined' order by proposal_id, proposed_at desc`.execute(
    realmDb,
  )
  return new Map(rows.map(row => [row.proposal_id, { charityId: row.charity_id, state: row.state }]))
}

/** Serializes changes of the vettings of one organization until the end of the transaction. */
export async function lockVetted(trx: Kysely<DB>, charityId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('vetting:' || realm() || ':' || ${charityId}, 0))`.execute(
    trx,
  )
}

/** The name and address of a charity that one of these registers has; undefined for others, and for organizations that staff vetted. */
export async function findRegistered(
  db: Kysely<DB>,
  charityId: string,
  registers: readonly CharityRegister[],
): Promise<
  Pick<Selectable<DB['charity']>, 'name' | 'street' | 'city' | 'state' | 'postal_code'> | undefined
> {
  return await db
    .selectFrom('charity')
    .select(['name', 'street', 'city', 'state', 'postal_code'])
    .where('charity_id', '=', charityId)
    .where(sql<boolean>`register = any(${registers}::text[])`)
    .executeTakeFirst()
}

/** Repeating the same vetting adds nothing. */
export async function insertVetting(trx: Kysely<DB>, vetting: Insertable<CharityVetting>): Promise<void> {
  await trx
    .insertInto('charity_vetting')
    .values(vetting)
    .onConflict(conflict => conflict.columns(['realm', 'vetting_id']).doNothing())
    .execute()
}

export async function updateVetting(
  trx: Kysely<DB>,
  vettingId: string,
  columns: Partial<Insertable<CharityVetting>>,
): Promise<void> {
  await trx.updateTable('charity_vetting').set(columns).where('vetting_id', '=', vettingId).execute()
}

/** The vetting of an organization that is in force or awaits confirmation. */
export async function findOpenVetting(
  trx: Kysely<DB>,
  charityId: string,
  state: 'proposed' | 'vetted',
): Promise<Selectable<CharityVetting> | undefined> {
  return await trx
    .selectFrom('charity_vetting')
    .selectAll()
    .where('charity_id', '=', charityId)
    .where('state', '=', state)
    .executeTakeFirst()
}

export async function insertVettingDocument(
  trx: Kysely<DB>,
  document: Insertable<CharityVettingPaper>,
): Promise<void> {
  await trx.insertInto('charity_vetting_paper').values(document).execute()
}

export async function findVettingDocument(
  realmDb: Kysely<DB>,
  vettingId: string,
  documentId: string,
): Promise<Selectable<CharityVettingPaper> | undefined> {
  return await realmDb
    .selectFrom('charity_vetting_paper')
    .selectAll()
    .where('vetting_id', '=', vettingId)
    .where('paper_id', '=', documentId)
    .executeTakeFirst()
}

export async function addDocumentLink(
  realmDb: Kysely<DB>,
  link: Insertable<CharityVettingPaperDownload>,
): Promise<void> {
  await realmDb.insertInto('charity_vetting_paper_download').values(link).execute()
}

export type LinkedDocument = Pick<
  Selectable<CharityVettingPaper>,
  'paper_id' | 'vetting_id' | 'name' | 'media_type' | 'ciphertext' | 'key_id' | 'data_key'
> &
  Pick<Selectable<CharityVettingPaperDownload>, 'session_id' | 'issued_at' | 'started_at'>

/** A link to a supporting document, with the document. */
export async function findLinkedDocument(
  realmDb: Kysely<DB>,
  tokenHash: Buffer,
): Promise<LinkedDocument | undefined> {
  return await realmDb
    .selectFrom('charity_vetting_paper_download as l')
    .innerJoin('charity_vetting_paper as p', join =>
      join.onRef('p.realm', '=', 'l.realm').onRef('p.paper_id', '=', 'l.paper_id'),
    )
    .select([
      'p.paper_id',
      'p.vetting_id',
      'p.name',
      'p.media_type',
      'p.ciphertext',
      'p.key_id',
      'p.data_key',
    ])
    .select(['l.session_id', 'l.issued_at', 'l.started_at'])
    .where('l.token_hash', '=', tokenHash)
    .executeTakeFirst()
}
