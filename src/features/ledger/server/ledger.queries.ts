import type { Kysely } from 'kysely'
import type { IsoDate } from '../../../domain/dates.ts'
import type { Currency } from '../../../domain/money.ts'
import type { DB } from '../../../server/db/schema.ts'
import { statement } from '../../../server/db/statement.ts'
import type { Entry, EntryKind } from '../domain/entry.ts'

type NewEntry = Entry & { entryId: string }

const insertWithPostings = statement<
  never,
  [
    entryIds: string[],
    kinds: EntryKind[],
    currencies: Currency[],
    effectiveDates: IsoDate[],
    comments: (string | null)[],
    grantIds: (string | null)[],
    actorUserIds: (string | null)[],
    onBehalfOfUserIds: (string | null)[],
    caseIds: (string | null)[],
    reversedEntryIds: (string | null)[],
    correctedEntryIds: (string | null)[],
    concernedDates: (IsoDate | null)[],
    entryIdsOfLines: string[],
    lines: number[],
    ledgers: string[],
    accountIds: (string | null)[],
    sections: (number | null)[],
    effectiveDatesOfLines: IsoDate[],
    amounts: string[],
  ]
>(`
  with open as (
    select (max(month) + interval '1 month')::date as day from month_close where reopened_at is null
  ), entry as (
    insert into journal_entry (entry_id, kind, currency, effective_date, comment, grant_id, actor_user_id, on_behalf_of_user_id,
      case_id, reverses_entry_id, corrects_entry_id, concerns_date)
    select n.entry_id, n.kind, n.currency, greatest(n.day, open.day), n.comment, n.grant_id, n.actor_id, n.on_behalf_of_id, n.case_id,
        n.reverses_id, n.corrects_id, coalesce(n.concerns, case when n.day < open.day then n.day end)
      from open, unnest($1::uuid[], $2::text[], $3::text[], $4::date[], $5::text[], $6::uuid[], $7::uuid[], $8::uuid[], $9::uuid[],
        $10::uuid[], $11::uuid[], $12::date[]) with ordinality
        as n(entry_id, kind, currency, day, comment, grant_id, actor_id, on_behalf_of_id, case_id, reverses_id, corrects_id, concerns, position)
      order by n.position
  )
  insert into posting (entry_id, line, ledger, account_id, section, effective_date, amount_minor)
  select n.entry_id, n.line, n.ledger, n.account_id, n.section, greatest(n.day, open.day), n.amount
    from open, unnest($13::uuid[], $14::smallint[], $15::text[], $16::uuid[], $17::smallint[], $18::date[], $19::bigint[]) with ordinality
      as n(entry_id, line, ledger, account_id, section, day, amount, position)
    order by n.position`)

/**
 * Inserts the entries with their postings in the given order, with one statement. What has a day of a closed month stands on the first
 * day that is open, and names the day that it concerns. Throws the violation of `month_is_open` where the month is being closed.
 */
export async function insertEntries(db: Kysely<DB>, entries: readonly NewEntry[]): Promise<void> {
  const lines = entries.flatMap(({ entryId, effectiveDate, postings }) =>
    postings.map((posting, index) => ({ entryId, effectiveDate, line: index + 1, ...posting })),
  )
  await insertWithPostings(
    db,
    entries.map(entry => entry.entryId),
    entries.map(entry => entry.kind),
    entries.map(entry => entry.currency),
    entries.map(entry => entry.effectiveDate),
    entries.map(entry => entry.comment ?? null),
    entries.map(entry => entry.grantId ?? null),
    entries.map(entry => entry.actorUserId),
    entries.map(entry => entry.onBehalfOfUserId),
    entries.map(entry => entry.caseId ?? null),
    entries.map(entry => entry.reversesEntryId ?? null),
    entries.map(entry => entry.correctsEntryId ?? null),
    entries.map(entry => entry.concernsDate ?? null),
    lines.map(each => each.entryId),
    lines.map(each => each.line),
    lines.map(each => each.ledger),
    lines.map(each => ('accountId' in each ? each.accountId : null)),
    lines.map(each => ('section' in each ? each.section : null)),
    lines.map(each => each.effectiveDate),
    lines.map(each => each.amountMinor.toString()),
  )
}
