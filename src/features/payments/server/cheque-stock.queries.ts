import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import type { ChequeBox, ChequeNumber, ChequeReprint, DB } from '../../../server/db/schema.ts'

/** Serializes what takes numbers from the stock of a book, or adds to it, until the end of the transaction. */
export async function lockStock(trx: Kysely<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('cheque-stock:' || book(), 0))`.execute(trx)
}

export type StockCounts = {
  has_boxes: boolean
  left: number
  issued: number
  voided: number
  next: bigint | null
}

/** The stock of an account of the book. `has_boxes`: whether the book has a box, of this or another account. */
export async function countStock(db: Kysely<DB>, bankAccount: string): Promise<StockCounts> {
  const { rows } = await sql<StockCounts>`
    select exists (select from cheque_box) as has_boxes,
      (count(*) filter (where n.state = 'blank'))::int as left,
      (count(*) filter (where n.state = 'issued'))::int as issued,
      (count(*) filter (where n.state = 'void'))::int as voided,
      min(n.number) filter (where n.state = 'blank') as next
    from cheque_box b join cheque_number n on n.book = b.book and n.box_id = b.box_id
    where b.bank_account = ${bankAccount}`.execute(db)
  const [found] = rows
  if (!found) throw new Error('the counts of the stock have no row')
  return found
}

/** The next numbers of an account in their order; fewer where the stock has fewer. */
export async function listNextNumbers(db: Kysely<DB>, bankAccount: string, count: number): Promise<bigint[]> {
  const { rows } = await sql<{ number: bigint }>`
    select n.number from cheque_number n join cheque_box b on b.book = n.book and b.box_id = n.box_id
    where n.state = 'blank' and b.bank_account = ${bankAccount} order by n.number limit ${count}`.execute(db)
  return rows.map(({ number }) => number)
}

/** Takes numbers for payments, which get them in the same transaction. */
export async function issueNumbers(
  trx: Kysely<DB>,
  taken: readonly { number: string; payment_id: string }[],
): Promise<void> {
  await sql`
    update cheque_number n set state = 'issued', payment_id = t.payment_id
    from jsonb_to_recordset(${JSON.stringify(taken)}::jsonb) as t (number bigint, payment_id uuid)
    where n.number = t.number`.execute(trx)
}

const issuedOfRun = (runId: string) => sql`
  n.state = 'issued' and exists (
    select from payment p where p.book = n.book and p.payment_id = n.payment_id and p.run_id = ${runId})`

/** Puts the numbers of a run back whose cheques nobody could print yet. */
export async function returnNumbersOfRun(trx: Kysely<DB>, runId: string): Promise<void> {
  await sql`update cheque_number n set state = 'blank', payment_id = null where ${issuedOfRun(runId)}`.execute(
    trx,
  )
}

/** Why numbers are void, who says so, and when. */
export type VoidAbout = { reason: string; userId: string; name: string; at: Date }

const voided = ({ reason, userId, name, at }: VoidAbout) => sql`
  state = 'void', void_reason = ${reason}, voided_by = ${userId}::uuid, voided_by_name = ${name}, voided_at = ${at}::timestamptz`

/** Makes the numbers of a run void whose cheques may have been printed. */
export async function voidNumbersOfRun(trx: Kysely<DB>, runId: string, about: VoidAbout): Promise<void> {
  await sql`update cheque_number n set ${voided(about)} where ${issuedOfRun(runId)}`.execute(trx)
}

/** `run_number`: of an issued number the run, while its cheques were not posted; null otherwise. */
export type NumberState = Pick<Selectable<ChequeNumber>, 'number' | 'state'> & {
  run_number: number | null
  is_released: boolean
}

/** The numbers of the stock from one to another, in their order. */
export async function listNumbers(
  trx: Kysely<DB>,
  { first, last }: { first: bigint; last: bigint },
): Promise<NumberState[]> {
  const { rows } = await sql<NumberState>`
    select n.number, n.state, r.run_number, r.released_at is not null as is_released
    from cheque_number n
      left join payment p on p.book = n.book and p.payment_id = n.payment_id and n.state = 'issued'
      left join payment_run r on r.book = p.book and r.run_id = p.run_id and r.state = 'approved'
    where n.number between ${first} and ${last} order by n.number`.execute(trx)
  return rows
}

export type UnissuedNumber = Pick<Selectable<ChequeNumber>, 'number' | 'void_reason' | 'voided_at'>

/** Of these numbers those of the stock that no payment has: void ones, with why and since when, and blank ones. */
export async function listUnissued(db: Kysely<DB>, numbers: readonly bigint[]): Promise<UnissuedNumber[]> {
  if (numbers.length === 0) return []
  const { rows } = await sql<UnissuedNumber>`
    select n.number, n.void_reason, n.voided_at from cheque_number n
    where n.number = any(${numbers.map(String)}::bigint[]) and n.state <> 'issued'`.execute(db)
  return rows
}

export async function voidBlankNumbers(
  trx: Kysely<DB>,
  { first, last }: { first: bigint; last: bigint },
  about: VoidAbout,
): Promise<void> {
  await sql`
    update cheque_number set ${voided(about)} where number between ${first} and ${last} and state = 'blank'`.execute(
    trx,
  )
}

export async function insertBox(trx: Kysely<DB>, box: Insertable<ChequeBox>): Promise<void> {
  await trx.insertInto('cheque_box').values(box).execute()
}

export type BoxRow = Omit<Selectable<ChequeBox>, 'book' | 'recorded_by'> & {
  left: number
  issued: number
  voided: number
  total: number
}

/** The latest boxes with what became of their cheques. */
export async function listBoxes(db: Kysely<DB>, limit: number): Promise<BoxRow[]> {
  const { rows } = await sql<BoxRow>`
    select b.box_id, b.bank_account, b.first_number, b.last_number, b.received_on,
      name_and_access(b.recorded_by, b.recorded_by_name) as recorded_by_name, b.recorded_at, b.total, c.*
    from (
      select *, (count(*) over ())::int as total from cheque_box order by recorded_at desc, box_id limit ${limit}
    ) b cross join lateral (
      select (count(*) filter (where n.state = 'blank'))::int as left, (count(*) filter (where n.state = 'issued'))::int as issued,
        (count(*) filter (where n.state = 'void'))::int as voided
      from cheque_number n where n.book = b.book and n.box_id = b.box_id
    ) c order by b.recorded_at desc, b.box_id`.execute(db)
  return rows
}

type VoidRow = { number: bigint; void_reason: string; voided_by_name: string; voided_at: Date; total: number }

/** The numbers that became void last, with how many there are. */
export async function listVoidNumbers(db: Kysely<DB>, limit: number): Promise<VoidRow[]> {
  const { rows } = await sql<VoidRow>`
    select number, void_reason, name_and_access(voided_by, voided_by_name) as voided_by_name, voided_at,
      (count(*) over ())::int as total
    from cheque_number where state = 'void' order by voided_at desc, number limit ${limit}`.execute(db)
  return rows
}

/** Makes the number of a cheque void that gets another one in the same transaction. */
export async function voidIssuedNumber(trx: Kysely<DB>, number: bigint, about: VoidAbout): Promise<void> {
  await sql`update cheque_number set ${voided(about)} where number = ${number} and state = 'issued'`.execute(
    trx,
  )
}

export async function insertReprint(
  trx: Kysely<DB>,
  reprint: Omit<Insertable<ChequeReprint>, 'book' | 'recorded_in'>,
): Promise<void> {
  await trx.insertInto('cheque_reprint').values(reprint).execute()
}

/** The reprints of a run whose numbers its payments still have, in their order. */
export async function listReprints(
  db: Kysely<DB>,
  runId: string,
): Promise<Pick<Selectable<ChequeReprint>, 'spoiled_number' | 'number'>[]> {
  return await db
    .selectFrom('cheque_reprint as c')
    .innerJoin('payment as p', join =>
      join
        .onRef('p.book', '=', 'c.book')
        .onRef('p.payment_id', '=', 'c.payment_id')
        .onRef('p.cheque_number', '=', 'c.number'),
    )
    .select(['c.spoiled_number', 'c.number'])
    .where('c.run_id', '=', runId)
    .orderBy('c.number')
    .execute()
}

/** Whether each cheque of a run is from the stock of this account, and whether one is from that of another. */
export async function compareStockOfRun(
  db: Kysely<DB>,
  runId: string,
  bankAccount: string,
): Promise<{ is_of_account: boolean; is_of_other: boolean }> {
  const { rows } = await sql<{ is_of_account: boolean; is_of_other: boolean }>`
    select coalesce(bool_and(b.bank_account is not distinct from ${bankAccount}), false) as is_of_account,
      coalesce(bool_or(b.bank_account <> ${bankAccount}), false) as is_of_other
    from payment p
      left join cheque_number n on n.book = p.book and n.number = p.cheque_number
      left join cheque_box b on b.book = n.book and b.box_id = n.box_id
    where p.run_id = ${runId} and p.removed_at is null and p.cheque_number is not null`.execute(db)
  return rows[0] ?? { is_of_account: false, is_of_other: false }
}
