import { type Kysely, sql } from 'kysely'
import type { IsoDate } from '../../../domain/dates.ts'
import type { Currency } from '../../../domain/money.ts'
import type { DB } from '../../../server/db/schema.ts'
import { statement } from '../../../server/db/statement.ts'
import type { Entry, EntryKind } from '../domain/entry.ts'

type NewEntry = Entry & { entryId: string }

type Scalars = [
  entryId: string,
  kind: EntryKind,
  currency: Currency,
  effectiveDate: IsoDate,
  comment: string | null,
  grantId: string | null,
  actorUserId: string | null,
  onBehalfOfUserId: string | null,
  caseId: string | null,
]

const insertWithPostings = statement<
  never,
  [
    ...Scalars,
    ledgers: string[],
    accountIds: (string | null)[],
    sections: (number | null)[],
    amounts: string[],
  ]
>(`
  with entry as (
    insert into journal_entry (entry_id, kind, currency, effective_date, comment, grant_id, actor_user_id, on_behalf_of_user_id,
      case_id)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  )
  insert into posting (entry_id, line, ledger, account_id, section, effective_date, amount_minor)
  select $1, p.line, p.ledger, p.account_id, p.section, $4, p.amount
  from unnest($10::text[], $11::uuid[], $12::smallint[], $13::bigint[]) with ordinality
    as p (ledger, account_id, section, amount, line)`)

export async function insertEntry(db: Kysely<DB>, entry: NewEntry): Promise<void> {
  const { entryId, kind, currency, effectiveDate, comment = null, grantId = null, postings } = entry
  await insertWithPostings(
    db,
    entryId,
    kind,
    currency,
    effectiveDate,
    comment,
    grantId,
    entry.actorUserId,
    entry.onBehalfOfUserId,
    entry.caseId ?? null,
    postings.map(posting => posting.ledger),
    postings.map(posting => ('accountId' in posting ? posting.accountId : null)),
    postings.map(posting => ('section' in posting ? posting.section : null)),
    postings.map(posting => posting.amountMinor.toString()),
  )
}

/** Inserts all entries with one statement. */
export async function insertEntries(db: Kysely<DB>, entries: readonly NewEntry[]): Promise<void> {
  const lines = entries.flatMap(({ entryId, effectiveDate, postings }) =>
    postings.map((posting, index) => ({ entryId, effectiveDate, line: index + 1, ...posting })),
  )
  await sql`
    with entry as (
      insert into journal_entry (entry_id, kind, currency, effective_date, comment, grant_id, actor_user_id,
        on_behalf_of_user_id, case_id)
      select * from unnest(${entries.map(entry => entry.entryId)}::uuid[],
        ${entries.map(entry => entry.kind)}::text[], ${entries.map(entry => entry.currency)}::text[],
        ${entries.map(entry => entry.effectiveDate)}::date[], ${entries.map(entry => entry.comment ?? null)}::text[],
        ${entries.map(entry => entry.grantId ?? null)}::uuid[], ${entries.map(entry => entry.actorUserId)}::uuid[],
        ${entries.map(entry => entry.onBehalfOfUserId)}::uuid[], ${entries.map(entry => entry.caseId ?? null)}::uuid[])
    )
    insert into posting (entry_id, line, ledger, account_id, section, effective_date, amount_minor)
    select * from unnest(${lines.map(each => each.entryId)}::uuid[], ${lines.map(each => each.line)}::smallint[],
      ${lines.map(each => each.ledger)}::text[],
      ${lines.map(each => ('accountId' in each ? each.accountId : null))}::uuid[],
      ${lines.map(each => ('section' in each ? each.section : null))}::smallint[],
      ${lines.map(each => each.effectiveDate)}::date[],
      ${lines.map(each => each.amountMinor.toString())}::bigint[])
  `.execute(db)
}
