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
  with entry as (
    insert into journal_entry (entry_id, kind, currency, effective_date, comment, grant_id, actor_user_id, on_behalf_of_user_id,
      case_id, reverses_entry_id, corrects_entry_id, concerns_date)
    select * from unnest($1::uuid[], $2::text[], $3::text[], $4::date[], $5::text[], $6::uuid[], $7::uuid[], $8::uuid[], $9::uuid[],
      $10::uuid[], $11::uuid[], $12::date[])
  )
  insert into posting (entry_id, line, ledger, account_id, section, effective_date, amount_minor)
  select * from unnest($13::uuid[], $14::smallint[], $15::text[], $16::uuid[], $17::smallint[], $18::date[], $19::bigint[])`)

/** Inserts the entries with their postings in the given order, with one statement. */
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
