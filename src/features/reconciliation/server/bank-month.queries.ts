import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import type { IsoDate } from '../../../domain/dates.ts'
import {
  type Key,
  keysetColumn,
  orderOf,
  type Position,
  rowsAfter,
} from '../../../server/db/keyset.queries.ts'
import type { BankReconciliation, DB } from '../../../server/db/schema.ts'
import type { KeysetPage } from '../../../server/http/keyset-page.ts'
import type { MonthView } from '../bank-month.contract.ts'
import type { BankItemKind, BookedKind, OutstandingKind } from '../domain/bank-items.ts'
import { isoInstant, type RequestedPosting, waitingDecision } from './waiting-decision.queries.ts'

/** A month of a bank account, as its queries need it. */
export type MonthScope = {
  bankAccount: string
  /** Its first and last day. */
  from: IsoDate
  to: IsoDate
  /** The instant at which what is outstanding is counted: the end of the month, or now. */
  until: Date
  /** The first day of which a statement speaks: what was recorded before is not expected in one. */
  since: IsoDate
  isPaying: boolean
  isReceiving: boolean
}

/** An announced movement may be booked on another day; no bank takes longer. */
const maxShiftDays = 40

/**
 * The movements that statements booked. A line that the bank later named by its parts counts by them, and a line that comes again under
 * another reference counts once, on the day of the statement. The amount is negative for debits.
 */
const movements = ({ bankAccount, from, to }: Pick<MonthScope, 'bankAccount' | 'from' | 'to'>) => sql`(
  select m.* from (
    select l.bank_line_id, l.book, l.is_credit, l.payment_id, l.run_id, l.detail, l.counterparty, l.reference,
      case when l.is_credit then l.amount_minor else -l.amount_minor end - p.parts_minor as amount_minor,
      coalesce(case when l.stated_in <> l.bank_file_id then
        (select c.booked_on from bank_line c where c.book = l.book and c.same_as = l.bank_line_id and c.stated_in = l.stated_in limit 1)
        end, l.booked_on) as booked_on
    from bank_line l
      left join bank_line w on w.book = l.book and w.bank_line_id = l.part_of
      cross join lateral (
        select coalesce(sum(case when p.is_credit then p.amount_minor else -p.amount_minor end), 0)::bigint as parts_minor
        from bank_line p where p.book = l.book and p.part_of = l.bank_line_id
      ) p
    where l.bank_account = ${bankAccount} and l.same_as is null and coalesce(l.stated_in, w.stated_in) is not null
      and l.booked_on between ${from}::date - ${maxShiftDays}::int and ${to}::date + ${maxShiftDays}::int
  ) m where m.amount_minor <> 0 and m.booked_on between ${from}::date and ${to}::date
)`

const bookedKind = sql`case
  when m.is_credit then case when num_nonnulls(m.payment_id, m.run_id) > 0 then 'returns' when i.state = 'matched' then 'contributions'
    when i.state = 'own' then 'own-credit' when i.state in ('returned', 'transferred') then 'forwarded'
    when i.state = 'open' then 'suspense' else 'credits' end
  when num_nonnulls(m.payment_id, m.run_id) > 0 then 'payments'
  else coalesce(e.kind, 'unexplained') end`

/** What people decided about a movement: an item in suspense, or an explanation. */
const decisions = sql`left join suspense_item i on i.book = m.book and i.bank_line_id = m.bank_line_id
  left join bank_line_explanation e on e.book = m.book and e.bank_line_id = m.bank_line_id and e.withdrawn_at is null`

type BookedSum = { kind: BookedKind; items: number; amount_minor: bigint }

export async function sumBookedKinds(db: Kysely<DB>, scope: MonthScope): Promise<BookedSum[]> {
  const { rows } = await sql<BookedSum>`
    select ${bookedKind} as kind, count(*)::int as items, sum(m.amount_minor)::bigint as amount_minor
    from ${movements(scope)} m ${decisions} group by 1`.execute(db)
  return rows
}

/** What statements booked, by day. */
export async function sumBookedDays(
  db: Kysely<DB>,
  scope: Pick<MonthScope, 'bankAccount' | 'from' | 'to'>,
): Promise<{ booked_on: IsoDate; amount_minor: bigint }[]> {
  const { rows } = await sql<{ booked_on: IsoDate; amount_minor: bigint }>`
    select m.booked_on, sum(m.amount_minor)::bigint as amount_minor from ${movements(scope)} m group by 1`.execute(
    db,
  )
  return rows
}

/** Payments of runs that were sent, and that neither the bank has booked nor a person has cleared, stopped or returned by then. */
const payments = ({ to, until, isPaying }: MonthScope) => sql`(
  select p.payment_id as item_id, p.book, r.payment_on as booked_on, -p.amount_minor as amount_minor,
    case r.method when 'cheque' then 'cheque' else 'transfer' end as kind, p.reference as detail,
    coalesce(p.payee_name, g.charity_name) as counterparty, p.cheque_number::text as reference,
    r.run_id, r.run_number, r.method
  from payment p
    join payment_run r on r.book = p.book and r.run_id = p.run_id
    join grant_recommendation g on g.book = p.book and g.grant_id = p.grant_id
  where ${isPaying} and r.state = 'sent' and r.sent_at < ${until} and p.removed_at is null
    and (p.rejected_at is null or p.rejected_at >= ${until})
    and not exists (select from bank_line l where l.book = p.book and l.payment_id = p.payment_id and l.booked_on <= ${to}::date)
    and not exists (select from bank_line l where l.book = p.book and l.run_id = p.run_id and l.booked_on <= ${to}::date)
    and not exists (select from grant_history_entry h where h.book = p.book and h.grant_id = p.grant_id
      and h.transition in ('clear', 'return', 'void-payment') and h.at < ${until}
      and not exists (select from journal_entry x where x.book = h.book and x.reverses_entry_id = h.entry_id and x.recorded_at < ${until}))
)`

/** Contributions that staff recorded as received, and that no credit of a statement is. */
const contributions = ({ to, until, since, isReceiving }: MonthScope) => sql`(
  select c.contribution_id as item_id, c.book, j.effective_date as booked_on, o.amount_minor, 'contribution' as kind,
    'Contribution ' || c.transaction_id as detail, a.account_name as counterparty, null::text as reference
  from contribution c
    join journal_entry j on j.book = c.book and j.entry_id = c.entry_id
    join posting o on o.book = c.book and o.entry_id = c.entry_id and o.account_id = c.account_id
    join fund_account a on a.book = c.book and a.account_id = c.account_id
  where ${isReceiving} and c.state = 'received' and c.kind <> 'securities' and c.received_at < ${until}
    and j.effective_date >= ${since}::date
    and not exists (select from suspense_match t join suspense_item i on i.book = t.book and i.item_id = t.item_id
        join bank_line l on l.book = i.book and l.bank_line_id = i.bank_line_id
      where t.book = c.book and t.contribution_id = c.contribution_id and l.booked_on <= ${to}::date)
)`

/** Movements that a report within the day or an advice announced, and that no statement has. */
const announced = ({ bankAccount, to, since }: MonthScope) => sql`(
  select l.bank_line_id as item_id, l.book, l.booked_on, case when l.is_credit then l.amount_minor else -l.amount_minor end as amount_minor,
    'announced' as kind, l.detail, l.counterparty, l.reference
  from bank_line l left join bank_line w on w.book = l.book and w.bank_line_id = l.part_of
  where l.bank_account = ${bankAccount} and l.same_as is null and coalesce(l.stated_in, w.stated_in) is null
    and l.booked_on between ${since}::date and ${to}::date
    and not exists (select from bank_line p where p.book = l.book and p.part_of = l.bank_line_id)
)`

const outstanding = (scope: MonthScope): RawBuilder<unknown> => sql`(
  select item_id, book, booked_on, amount_minor, kind, detail, counterparty, reference from ${payments(scope)} p
  union all select * from ${contributions(scope)} c
  union all select * from ${announced(scope)} a
)`

type OutstandingSum = { kind: OutstandingKind; items: number; amount_minor: bigint; oldest_on: IsoDate }

export async function sumOutstanding(db: Kysely<DB>, scope: MonthScope): Promise<OutstandingSum[]> {
  const { rows } = await sql<OutstandingSum>`
    select o.kind, count(*)::int as items, sum(o.amount_minor)::bigint as amount_minor, min(o.booked_on) as oldest_on
    from ${outstanding(scope)} o group by 1`.execute(db)
  return rows
}

type ExpectedRun = {
  run_id: string
  run_number: number
  method: 'eft' | 'cheque'
  payment_on: IsoDate
  payments: number
  amount_minor: bigint
}

/** What each run still expects, oldest first. */
export async function listExpectedRuns(
  db: Kysely<DB>,
  scope: MonthScope,
  limit: number,
): Promise<ExpectedRun[]> {
  const { rows } = await sql<ExpectedRun>`
    select p.run_id, p.run_number, p.method, min(p.booked_on) as payment_on, count(*)::int as payments,
      -sum(p.amount_minor)::bigint as amount_minor
    from ${payments(scope)} p group by p.run_id, p.run_number, p.method
    order by payment_on, p.run_number limit ${limit}`.execute(db)
  return rows
}

export type BankItemRow = {
  item_id: string
  kind: BankItemKind
  booked_on: IsoDate
  amount_minor: bigint
  detail: string
  counterparty: string | null
  reference: string | null
  note: string | null
  posting_request: RequestedPosting | null
  explanation: { explanationId: string; byName: string; at: string } | null
  other_side: { bankLineId: string; bankAccount: string; on: IsoDate; detail: string } | null
}

export const bankItemKeysets = {
  on: [
    { sql: 'x.booked_on', type: 'date' },
    { sql: 'x.item_id', type: 'uuid' },
  ],
  amount: [
    { sql: 'x.amount_minor', type: 'bigint' },
    { sql: 'x.item_id', type: 'uuid' },
  ],
} as const satisfies Record<string, readonly Key[]>

/** The other line of a transfer that a person has explained with its credit. */
const otherSide = sql`(select jsonb_build_object('bankLineId', o.bank_line_id, 'bankAccount', o.bank_account, 'on', o.booked_on,
    'detail', o.detail)
  from bank_line_explanation p join bank_line o on o.book = p.book and o.bank_line_id in (p.bank_line_id, p.credit_line_id)
  where p.book = m.book and m.bank_line_id in (p.bank_line_id, p.credit_line_id) and o.bank_line_id <> m.bank_line_id
    and p.withdrawn_at is null)`

const booked = (scope: MonthScope) => sql`(
  select m.bank_line_id as item_id, m.book, m.booked_on, m.amount_minor, ${bookedKind} as kind, m.detail, m.counterparty, m.reference,
    coalesce(e.note, i.reason, i.note) as note,
    case when e.explanation_id is not null then jsonb_build_object('explanationId', e.explanation_id, 'byName', e.explained_by_name,
      'at', ${isoInstant(sql`e.explained_at`)}) end as explanation,
    ${otherSide} as other_side
  from ${movements(scope)} m ${decisions}
)`

const rowsOf: Readonly<Record<MonthView, (scope: MonthScope) => RawBuilder<unknown>>> = {
  booked,
  outstanding: scope =>
    sql`(select o.*, null::text as note, null::jsonb as explanation, null::jsonb as other_side from ${outstanding(scope)} o)`,
  'to-explain': scope => sql`(select b.* from ${booked(scope)} b where b.kind = 'unexplained')`,
  explained: scope => sql`(select b.* from ${booked(scope)} b where b.explanation is not null)`,
}

/** A page of the items of a month; without a view all of them. */
export async function listBankItems(
  db: Kysely<DB>,
  { scope, view }: { scope: MonthScope; view: MonthView | null },
  { keyset, after, countedTotal, first }: KeysetPage,
): Promise<{ rows: (BankItemRow & { keyset: Position })[]; total: number }> {
  const items =
    view === null
      ? sql`(select * from ${rowsOf.booked(scope)} b union all select * from ${rowsOf.outstanding(scope)} o)`
      : rowsOf[view](scope)
  const total = countedTotal === null ? sql`(select count(*) from ${items} x)` : sql`${countedTotal}::bigint`
  const { rows } = await sql<BankItemRow & { keyset: Position; total: bigint }>`
    select x.item_id, x.kind, x.booked_on, x.amount_minor, x.detail, x.counterparty, x.reference, x.note, x.explanation, x.other_side,
      ${waitingDecision(sql`x.book`, sql`x.item_id`)} as posting_request, ${sql.raw(keysetColumn(keyset))}, ${total} as total
    from ${items} x where ${rowsAfter(keyset, after)}
    order by ${sql.raw(orderOf(keyset))} limit ${first + 1}`.execute(db)
  return { rows, total: Number(rows[0]?.total ?? 0n) }
}

/** The months that are signed off, of these accounts. */
export async function listSignedMonths(
  db: Kysely<DB>,
  bankAccounts: readonly string[],
): Promise<{ bank_account: string; first_month: IsoDate; last_month: IsoDate }[]> {
  const { rows } = await sql<{ bank_account: string; first_month: IsoDate; last_month: IsoDate }>`
    select r.bank_account, min(r.month) as first_month, max(r.month) as last_month from bank_reconciliation r
    where r.bank_account = any(${bankAccounts}::text[]) group by 1`.execute(db)
  return rows
}

export type SignedMonth = Pick<
  Selectable<BankReconciliation>,
  'figures' | 'note' | 'signed_by_name' | 'signed_at'
>

export async function findSignedMonth(
  db: Kysely<DB>,
  bankAccount: string,
  month: IsoDate,
): Promise<SignedMonth | undefined> {
  return await db
    .selectFrom('bank_reconciliation')
    .select(['figures', 'note', 'signed_by_name', 'signed_at'])
    .where('bank_account', '=', bankAccount)
    .where('month', '=', month)
    .executeTakeFirst()
}

export async function insertSignedMonth(
  trx: Kysely<DB>,
  row: Pick<
    Selectable<BankReconciliation>,
    'bank_account' | 'month' | 'note' | 'signed_by' | 'signed_by_name' | 'signed_at'
  > & { figures: string },
): Promise<void> {
  await trx.insertInto('bank_reconciliation').values(row).execute()
}

/** The first day of which a statement of each account speaks; an account without statements is left out. */
export async function listFirstStatements(
  db: Kysely<DB>,
  bankAccounts: readonly string[],
): Promise<{ bank_account: string; first: IsoDate }[]> {
  const { rows } = await sql<{ bank_account: string; first: IsoDate }>`
    select s.bank_account, min(coalesce(s.opens_on, s.closed_on)) as first from bank_statement s
    where s.bank_account = any(${bankAccounts}::text[]) group by 1`.execute(db)
  return rows
}
