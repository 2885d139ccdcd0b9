import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import type { IsoDate } from '../../../domain/dates.ts'
import type { GrantStatus, Outcome } from '../../grants/domain/grant-status.ts'
import type { DB, Payment, PaymentRun, PaymentRunEvent } from '../../../server/db/schema.ts'

/** Without the file, which may be large. */
export type RunRecord = Omit<Selectable<PaymentRun>, 'file_sealed' | 'data_key' | 'key_id'>
export type PaymentRecord = Selectable<Payment>

const runColumns = [
  'book',
  'run_id',
  'run_number',
  'method',
  'format',
  'cutoff_at',
  'payment_on',
  'state',
  'collected_by',
  'collected_by_name',
  'collected_at',
  'checked_at',
  'approved_by',
  'approved_by_name',
  'approved_at',
  'released_by',
  'released_by_name',
  'released_at',
  'sent_by',
  'sent_by_name',
  'sent_at',
  'file_name',
  'file_hash',
] as const satisfies readonly (keyof RunRecord)[]

/** Serializes the making of runs of a book until the end of the transaction, and returns the number of the next. */
export async function nextRunNumber(trx: Kysely<DB>): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('payment-runs:' || book(), 0))`.execute(trx)
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(run_number), 0) + 1 as next from payment_run`.execute(trx)
  return rows[0]?.next ?? 1
}

export async function insertRun(trx: Kysely<DB>, run: Insertable<PaymentRun>): Promise<void> {
  await trx.insertInto('payment_run').values(run).execute()
}

export async function findRun(db: Kysely<DB>, runId: string): Promise<RunRecord | undefined> {
  return await db
    .selectFrom('payment_run')
    .select([...runColumns])
    .where('run_id', '=', runId)
    .executeTakeFirst()
}

export async function findRunByNumber(db: Kysely<DB>, runNumber: number): Promise<RunRecord | undefined> {
  return await db
    .selectFrom('payment_run')
    .select([...runColumns])
    .where('run_number', '=', runNumber)
    .executeTakeFirst()
}

/** The run, locked until the end of the transaction. */
export async function lockRun(trx: Kysely<DB>, runId: string): Promise<RunRecord | undefined> {
  return await trx
    .selectFrom('payment_run')
    .select([...runColumns])
    .where('run_id', '=', runId)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateRun(
  trx: Kysely<DB>,
  runId: string,
  columns: Updateable<PaymentRun>,
): Promise<void> {
  await trx.updateTable('payment_run').set(columns).where('run_id', '=', runId).execute()
}

export async function findRunFile(db: Kysely<DB>, runId: string) {
  return await db
    .selectFrom('payment_run')
    .select(['file_name', 'file_hash', 'file_sealed', 'key_id', 'data_key'])
    .where('run_id', '=', runId)
    .executeTakeFirst()
}

/** Appends to what people did to a run, of which the caller holds the lock. */
export async function insertRunEvent(
  trx: Kysely<DB>,
  { run_id, kind, actor_user_id, actor_name, at, reason }: Omit<Insertable<PaymentRunEvent>, 'book' | 'step'>,
): Promise<void> {
  await sql`
    insert into payment_run_event (run_id, step, kind, actor_user_id, actor_name, at, reason)
    select ${run_id}::uuid, coalesce(max(step), 0) + 1, ${kind}::text, ${actor_user_id}::uuid, ${actor_name}::text,
      ${at}::timestamptz, ${reason ?? null}::text
    from payment_run_event where run_id = ${run_id}`.execute(trx)
}

export async function listRunEvents(
  db: Kysely<DB>,
  runId: string,
): Promise<Selectable<PaymentRunEvent>[]> {
  return await db
    .selectFrom('payment_run_event')
    .selectAll()
    .where('run_id', '=', runId)
    .orderBy('step')
    .limit(500)
    .execute()
}

export type RunSums = {
  payments: number
  amount_minor: bigint
  problems: number
  paid: number
  cleared: number
  returned: number
  returned_minor: bigint
}

const sums = sql`
  count(p.payment_id)::int as payments,
  coalesce(sum(p.amount_minor), 0)::bigint as amount_minor,
  (count(*) filter (where p.problem is not null))::int as problems,
  (count(*) filter (where g.transaction_status_code in (6, 8, 9)))::int as paid,
  (count(*) filter (where g.transaction_status_code = 8))::int as cleared,
  (count(*) filter (where g.transaction_status_code = 9))::int as returned,
  coalesce(sum(g.returned_minor), 0)::bigint as returned_minor`

export type ListedRun = RunRecord & RunSums

/** The latest runs with their sums. */
export async function listRuns(db: Kysely<DB>, limit: number): Promise<ListedRun[]> {
  const { rows } = await sql<ListedRun>`
    select r.*, s.* from (
      select ${sql.join(runColumns.map(column => sql.ref(column)))} from payment_run order by run_number desc limit ${limit}
    ) r cross join lateral (
      select ${sums} from payment p join grant_recommendation g on g.book = p.book and g.grant_id = p.grant_id
      where p.run_id = r.run_id and p.removed_at is null
    ) s order by r.run_number desc`.execute(db)
  return rows
}

export async function sumRun(db: Kysely<DB>, runId: string): Promise<RunSums> {
  const { rows } = await sql<RunSums>`
    select ${sums} from payment p join grant_recommendation g on g.book = p.book and g.grant_id = p.grant_id
    where p.run_id = ${runId} and p.removed_at is null`.execute(db)
  const [found] = rows
  if (!found) throw new Error('an aggregate over no rows is a row')
  return found
}

/** A payment with what is read of its grant. */
export type PaymentRow = PaymentRecord & {
  account_id: string
  account_name: string
  charity_name: string
  transaction_id: bigint
  transaction_status_code: GrantStatus
  outcome: Outcome | null
  returned_minor: bigint
}

/** The payments of a run in the order of their grants. `after`: the payment id of the last row of the page before. */
export async function listPayments(
  db: Kysely<DB>,
  runId: string,
  { limit, after, onlyProblems }: { limit: number; after: string | null; onlyProblems: boolean },
): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select p.*, g.account_id, a.account_name, g.charity_name, g.transaction_id, g.transaction_status_code, g.outcome, g.returned_minor
    from payment p
      join grant_recommendation g on g.book = p.book and g.grant_id = p.grant_id
      join fund_account a on a.book = g.book and a.account_id = g.account_id
    where p.run_id = ${runId} and p.removed_at is null
      and (${after}::uuid is null or p.payment_id > ${after}::uuid)
      and (not ${onlyProblems} or p.problem is not null)
    order by p.payment_id limit ${limit}`.execute(db)
  return rows
}

/** The payment of a grant that was not taken out of its run, with the run. */
export async function findPaymentOfGrant(
  db: Kysely<DB>,
  grantId: string,
): Promise<{ payment_id: string; run_id: string; run_number: number; state: string } | undefined> {
  return await db
    .selectFrom('payment as p')
    .innerJoin('payment_run as r', join =>
      join.onRef('r.book', '=', 'p.book').onRef('r.run_id', '=', 'p.run_id'),
    )
    .select(['p.payment_id', 'p.run_id', 'r.run_number', 'r.state'])
    .where('p.grant_id', '=', grantId)
    .where('p.removed_at', 'is', null)
    .executeTakeFirst()
}

export async function insertPayments(
  trx: Kysely<DB>,
  runId: string,
  payments: readonly {
    payment_id: string
    grant_id: string
    charity_id: string
    amount_minor: string
    reference: string
    payee_name: string
    payee_address: string | null
    payee_email: string | null
    bank_details_id: string | null
    last_four: string | null
    problem: string | null
  }[],
): Promise<void> {
  await sql`
    insert into payment (run_id, payment_id, grant_id, charity_id, amount_minor, reference, payee_name, payee_address, payee_email,
      bank_details_id, last_four, problem)
    select ${runId}::uuid, p.* from jsonb_to_recordset(${JSON.stringify(payments)}::jsonb) as p (payment_id uuid, grant_id uuid,
      charity_id text, amount_minor bigint, reference text, payee_name text, payee_address text, payee_email text,
      bank_details_id uuid, last_four text, problem text)`.execute(trx)
}

/** What a check found anew: whom each payment goes to, and why it cannot be made. */
export async function updateChecked(
  trx: Kysely<DB>,
  checked: readonly {
    payment_id: string
    payee_name: string
    payee_address: string | null
    payee_email: string | null
    bank_details_id: string | null
    last_four: string | null
    problem: string | null
  }[],
): Promise<void> {
  await sql`
    update payment p set payee_name = c.payee_name, payee_address = c.payee_address, payee_email = c.payee_email,
      bank_details_id = c.bank_details_id, last_four = c.last_four, problem = c.problem
    from jsonb_to_recordset(${JSON.stringify(checked)}::jsonb) as c (payment_id uuid, payee_name text, payee_address text,
      payee_email text, bank_details_id uuid, last_four text, problem text)
    where p.payment_id = c.payment_id`.execute(trx)
}

/** What the approval of a run fixes of each payment. */
export async function updateApproved(
  trx: Kysely<DB>,
  approved: readonly {
    payment_id: string
    place: number
    cheque_number: string | null
    evidence: unknown
    letter: unknown
  }[],
): Promise<void> {
  await sql`
    update payment p set place = a.place, cheque_number = a.cheque_number, evidence = a.evidence, letter = a.letter
    from jsonb_to_recordset(${JSON.stringify(approved)}::jsonb)
      as a (payment_id uuid, place integer, cheque_number bigint, evidence jsonb, letter jsonb)
    where p.payment_id = a.payment_id`.execute(trx)
}

export async function clearApproved(trx: Kysely<DB>, runId: string): Promise<void> {
  await trx
    .updateTable('payment')
    .set({ place: null, cheque_number: null, evidence: null, letter: null })
    .where('run_id', '=', runId)
    .where('removed_at', 'is', null)
    .execute()
}

/** Takes payments out of a run; returns their grants. */
export async function removePayments(
  trx: Kysely<DB>,
  runId: string,
  about: { paymentIds: readonly string[] | 'all' | 'problems'; name: string; at: Date; reason: string },
): Promise<string[]> {
  const { paymentIds } = about
  const removed = await trx
    .updateTable('payment')
    .set({ removed_at: about.at, removed_by_name: about.name, removed_reason: about.reason })
    .where('run_id', '=', runId)
    .where('removed_at', 'is', null)
    .$if(paymentIds === 'problems', query => query.where('problem', 'is not', null))
    .$if(typeof paymentIds !== 'string', query => query.where('payment_id', 'in', [...paymentIds]))
    .returning('grant_id')
    .execute()
  return removed.map(({ grant_id }) => grant_id)
}

/** The highest number of a cheque of the book; null before the first. */
export async function lastChequeNumber(db: Kysely<DB>): Promise<bigint | null> {
  const found = await db
    .selectFrom('payment')
    .select(({ fn }) => fn.max('cheque_number').as('last'))
    .executeTakeFirst()
  return found?.last ?? null
}

/** What the letter about a payment says, in the order of the payments of its run. */
export type LetterFactsRow = {
  payment_id: string
  transaction_id: bigint
  charity_name: string
  amount_minor: bigint
  fund_name: string
  donor_name: string
  donor_address: string | null
  naming_code: 'fund_and_donor' | 'fund_only' | 'anonymous'
  purpose_code: 'where_needed' | 'in_honour' | 'in_memory' | 'programme' | 'other'
  purpose_text: string | null
}

export async function listLetterFacts(db: Kysely<DB>, runId: string): Promise<LetterFactsRow[]> {
  const { rows } = await sql<LetterFactsRow>`
    select x.payment_id, g.transaction_id, g.charity_name, g.amount_minor, a.account_name as fund_name, a.donor_name,
      (select nullif(concat_ws(', ', nullif(p.address_line1, ''), nullif(p.address_line2, ''), nullif(p.city, ''),
          nullif(concat_ws(' ', nullif(p.state, ''), nullif(p.postal_code, '')), '')), '')
        from account_relationship r join party p on p.book = r.book and p.party_id = r.party_id
        where r.book = g.book and r.account_id = g.account_id and r.account_role_code = 'donor' and r.ended_at is null
        order by r.since, r.relationship_id limit 1) as donor_address,
      g.naming_code, g.purpose_code, g.purpose_text
    from payment x join grant_recommendation g on g.book = x.book and g.grant_id = x.grant_id
      join fund_account a on a.book = g.book and a.account_id = g.account_id
    where x.run_id = ${runId} and x.removed_at is null order by x.payment_id`.execute(db)
  return rows
}

/** The first and last cheque of a run, and how many of its payees have an e-mail address. */
export async function chequesOfRun(
  db: Kysely<DB>,
  runId: string,
): Promise<{ first: bigint | null; last: bigint | null; mailed: number }> {
  const { rows } = await sql<{ first: bigint | null; last: bigint | null; mailed: number }>`
    select min(cheque_number) as first, max(cheque_number) as last,
      (count(*) filter (where payee_email is not null))::int as mailed
    from payment where run_id = ${runId} and removed_at is null`.execute(db)
  return rows[0] ?? { first: null, last: null, mailed: 0 }
}

export type PaymentToRecord = Pick<
  PaymentRecord,
  'payment_id' | 'grant_id' | 'reference' | 'cheque_number' | 'payee_email' | 'evidence'
> & { account_id: string }

/** Payments of a sent run whose grants are not recorded as paid yet. */
export async function listToRecord(
  db: Kysely<DB>,
  runId: string,
  limit: number,
): Promise<PaymentToRecord[]> {
  const { rows } = await sql<PaymentToRecord>`
    select p.payment_id, p.grant_id, p.reference, p.cheque_number, p.payee_email, p.evidence, g.account_id
    from payment p join grant_recommendation g on g.book = p.book and g.grant_id = p.grant_id
    where p.run_id = ${runId} and p.removed_at is null and g.transaction_status_code = 4
    order by p.payment_id limit ${limit}`.execute(db)
  return rows
}

/** A payment with its run, for its letter. */
export async function findPaymentToMail(db: Kysely<DB>, paymentId: string) {
  return await db
    .selectFrom('payment as p')
    .innerJoin('payment_run as r', join =>
      join.onRef('r.book', '=', 'p.book').onRef('r.run_id', '=', 'p.run_id'),
    )
    .innerJoin('grant_recommendation as g', join =>
      join.onRef('g.book', '=', 'p.book').onRef('g.grant_id', '=', 'p.grant_id'),
    )
    .select([
      'p.payee_email',
      'p.payee_name',
      'p.payee_address',
      'p.letter',
      'p.reference',
      'p.amount_minor',
      'r.payment_on',
      'r.sent_at',
      'g.account_id',
    ])
    .where('p.payment_id', '=', paymentId)
    .executeTakeFirst()
}

/** The letters of a run in the order of its payments. */
export async function listLetters(
  db: Kysely<DB>,
  runId: string,
  { from, limit }: { from: number; limit: number },
) {
  return await db
    .selectFrom('payment')
    .select(['letter', 'payee_name', 'payee_address', 'cheque_number', 'place'])
    .where('run_id', '=', runId)
    .where('removed_at', 'is', null)
    .where('place', '>=', from)
    .orderBy('place')
    .limit(limit)
    .execute()
}

export type OpenCheque = {
  payment_id: string
  grant_id: string
  run_number: number
  cheque_number: bigint
  payment_on: IsoDate
  payee_name: string
  account_name: string
  amount_minor: bigint
  contacted_at: Date | null
  contacted_by_name: string | null
  contact_note: string | null
}

const openCheques = sql`
  from payment p
    join payment_run r on r.book = p.book and r.run_id = p.run_id
    join grant_recommendation g on g.book = p.book and g.grant_id = p.grant_id
    join fund_account a on a.book = g.book and a.account_id = g.account_id
  where r.method = 'cheque' and r.state = 'sent' and p.removed_at is null and g.transaction_status_code = 6`

/** Cheques that were sent and not cashed, the oldest first. `paymentId`: only this one. */
export async function listOpenCheques(
  db: Kysely<DB>,
  { limit, paymentId }: { limit: number; paymentId: string | null },
): Promise<OpenCheque[]> {
  const { rows } = await sql<OpenCheque>`
    select p.payment_id, p.grant_id, r.run_number, p.cheque_number, r.payment_on, coalesce(p.payee_name, g.charity_name) as payee_name,
      a.account_name, p.amount_minor, p.contacted_at, p.contacted_by_name, p.contact_note
    ${openCheques} and (${paymentId}::uuid is null or p.payment_id = ${paymentId}::uuid)
    order by r.payment_on, p.cheque_number limit ${limit}`.execute(db)
  return rows
}

/** How many cheques are open, and how many were dated by these days. */
export async function countOpenCheques(
  db: Kysely<DB>,
  { contactBy, staleBy }: { contactBy: IsoDate; staleBy: IsoDate },
): Promise<{ total: number; to_contact: number; stale: number }> {
  const { rows } = await sql<{ total: number; to_contact: number; stale: number }>`
    select count(*)::int as total,
      (count(*) filter (where r.payment_on <= ${contactBy} and r.payment_on > ${staleBy} and p.contacted_at is null))::int as to_contact,
      (count(*) filter (where r.payment_on <= ${staleBy}))::int as stale
    ${openCheques}`.execute(db)
  return rows[0] ?? { total: 0, to_contact: 0, stale: 0 }
}

export async function updatePayment(
  trx: Kysely<DB>,
  paymentId: string,
  columns: Updateable<Payment>,
): Promise<void> {
  await trx.updateTable('payment').set(columns).where('payment_id', '=', paymentId).execute()
}
