import { randomUUIDv7 } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { IsoDate } from '../../../domain/dates.ts'
import type { Currency } from '../../../domain/money.ts'
import type { DB } from '../../../server/db/schema.ts'
import { statement } from '../../../server/db/statement.ts'
import type { Posting } from '../domain/postings.ts'

/** The kinds of journal entries; table entry_kind gives each the name that a statement shows. */
export type EntryKind =
  | 'contribution_cash'
  | 'contribution_wire'
  | 'contribution_securities'
  | 'contribution_sponsor'
  | 'contribution_illiquid'
  | 'gift_aid'
  | 'gain'
  | 'loss'
  | 'income'
  | 'administrative_fee'
  | 'investment_fee'
  | 'other'
  | 'transfer'
  | 'exclude'
  | 'release'
  | 'grant_recommended'
  | 'grant_approved'
  | 'grant_released'
  | 'grant_paid'
  | 'grant_returned'

export type Entry = {
  /** Generated unless the caller needs to know it beforehand. */
  entryId?: string
  kind: EntryKind
  currency: Currency
  effectiveDate: IsoDate
  postings: readonly Posting[]
  comment?: string
  grantId?: string
  /** Null for entries that no person made: imports, scheduled jobs. */
  actorUserId: string | null
  /** The person on whose behalf the actor acted; null in their own name. Required, so that callers cannot forget it. */
  onBehalfOfUserId: string | null
}

type Scalars = [
  entryId: string,
  kind: EntryKind,
  currency: Currency,
  effectiveDate: IsoDate,
  comment: string | null,
  grantId: string | null,
  actorUserId: string | null,
  onBehalfOfUserId: string | null,
]

const insertEntry = statement<
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
    insert into journal_entry (entry_id, kind, currency, effective_date, comment, grant_id, actor_user_id, on_behalf_of_user_id)
    values ($1, $2, $3, $4, $5, $6, $7, $8)
  )
  insert into posting (entry_id, line, ledger, account_id, section, effective_date, amount_minor)
  select $1, p.line, p.ledger, p.account_id, p.section, $4, p.amount
  from unnest($9::text[], $10::uuid[], $11::smallint[], $12::bigint[]) with ordinality
    as p (ledger, account_id, section, amount, line)`)

/**
 * Writes one balanced journal entry in the caller's transaction; a trigger updates the balances. Throws the violations of the
 * ledger's constraints: `available_balance_not_negative` immediately, `entry_balanced` at commit.
 */
export async function postEntry(db: Kysely<DB>, entry: Entry): Promise<{ entryId: string }> {
  const { kind, currency, effectiveDate, comment = null, grantId = null, postings } = entry
  const entryId = entry.entryId ?? randomUUIDv7()
  await insertEntry(
    db,
    entryId,
    kind,
    currency,
    effectiveDate,
    comment,
    grantId,
    entry.actorUserId,
    entry.onBehalfOfUserId,
    postings.map(posting => posting.ledger),
    postings.map(posting => ('accountId' in posting ? posting.accountId : null)),
    postings.map(posting => ('section' in posting ? posting.section : null)),
    postings.map(posting => posting.amountMinor.toString()),
  )
  return { entryId }
}

/**
 * Writes many balanced entries in the given order with one statement, for events on many days or in many funds, such as a
 * month's gains. The ledger checks the balances after all of them.
 */
export async function postEntries(db: Kysely<DB>, newEntries: readonly Entry[]): Promise<void> {
  if (newEntries.length === 0) return
  const entries = newEntries.map(entry => ({ ...entry, entryId: entry.entryId ?? randomUUIDv7() }))
  const lines = entries.flatMap(({ entryId, effectiveDate, postings }) =>
    postings.map((posting, index) => ({ entryId, effectiveDate, line: index + 1, ...posting })),
  )
  await sql`
    with entry as (
      insert into journal_entry (entry_id, kind, currency, effective_date, comment, grant_id, actor_user_id,
        on_behalf_of_user_id)
      select * from unnest(${entries.map(entry => entry.entryId)}::uuid[],
        ${entries.map(entry => entry.kind)}::text[], ${entries.map(entry => entry.currency)}::text[],
        ${entries.map(entry => entry.effectiveDate)}::date[], ${entries.map(entry => entry.comment ?? null)}::text[],
        ${entries.map(entry => entry.grantId ?? null)}::uuid[], ${entries.map(entry => entry.actorUserId)}::uuid[],
        ${entries.map(entry => entry.onBehalfOfUserId)}::uuid[])
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

/** Whether an error is the violation of this named database constraint. */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === constraint
}
