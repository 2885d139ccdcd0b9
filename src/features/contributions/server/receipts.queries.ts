import { type Kysely, type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import type { IsoDate } from '../../../domain/dates.ts'
import type { Currency } from '../../../domain/money.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { ReceiptState } from '../domain/receipt.ts'
import { type Receipt, type ReceiptFacts, receiptFacts } from './receipt-text.ts'

/** `2026-000012`, of a table of that name in the statement. */
export const receiptNumber = (table: string): RawBuilder<string> =>
  sql`${sql.raw(`${table}.year || '-' || lpad(${table}.number::text, 6, '0')`)}`

export type ReceiptRow = Receipt & {
  receiptId: string
  contributionId: string
  accountId: string
  state: ReceiptState
  issuedAt: Date
  documentId: string | null
}

type StoredRow = {
  receipt_id: string
  contribution_id: string
  account_id: string
  number: string
  gift_date: IsoDate
  amount_minor: bigint | null
  currency: Currency
  facts: unknown
  state: ReceiptState
  issued_at: Date
  document_id: string | null
}

const columns = sql`r.receipt_id, r.contribution_id, r.account_id, ${receiptNumber('r')} as number, r.gift_date, r.amount_minor, r.currency,
  r.facts, r.state, r.issued_at, r.document_id`

const toReceipt = (row: StoredRow): ReceiptRow => ({
  receiptId: row.receipt_id,
  contributionId: row.contribution_id,
  accountId: row.account_id,
  number: row.number,
  giftDate: row.gift_date,
  amountMinor: row.amount_minor,
  currency: row.currency,
  facts: z.parse(receiptFacts, row.facts),
  state: row.state,
  issuedAt: row.issued_at,
  documentId: row.document_id,
})

/** The receipts `r` for which the condition is true. */
export async function readReceipts(db: Kysely<DB>, where: RawBuilder<unknown>): Promise<ReceiptRow[]> {
  const { rows } = await sql<StoredRow>`select ${columns} from contribution_receipt r where ${where}`.execute(
    db,
  )
  return rows.map(toReceipt)
}

/** The receipt of a contribution that is valid. */
export async function findIssuedReceipt(
  db: Kysely<DB>,
  contributionId: string,
): Promise<ReceiptRow | undefined> {
  const [found] = await readReceipts(db, sql`r.contribution_id = ${contributionId} and r.state = 'issued'`)
  return found
}

export async function findReceipt(db: Kysely<DB>, receiptId: string): Promise<ReceiptRow | undefined> {
  const [found] = await readReceipts(db, sql`r.receipt_id = ${receiptId}`)
  return found
}

/** The latest receipt of a contribution, or of the one that it was before it moved, whose place no other has taken. */
export async function findToSupersede(
  db: Kysely<DB>,
  contributionId: string,
): Promise<{ receiptId: string; number: string } | undefined> {
  const { rows } = await sql<{ receiptId: string; number: string }>`
    select r.receipt_id as "receiptId", ${receiptNumber('r')} as number
      from contribution c join contribution_receipt r on r.book = c.book and r.contribution_id in (c.contribution_id, c.moved_from_id)
      where c.contribution_id = ${contributionId} and r.state = 'superseded'
        and not exists (select from contribution_receipt s where s.book = r.book and s.supersedes_id = r.receipt_id)
      order by r.issued_at desc, r.receipt_id desc limit 1`.execute(db)
  return rows[0]
}

type NewReceipt = {
  year: number
  contributionId: string
  accountId: string
  giftDate: IsoDate
  amountMinor: bigint | null
  currency: Currency
  facts: ReceiptFacts
  supersedesId: string | null
  at: Date
}

/** Issues a receipt with the next number of its year. */
export async function insertReceipt(trx: Kysely<DB>, receipt: NewReceipt): Promise<void> {
  const { year, contributionId, accountId, giftDate, amountMinor, currency, facts, supersedesId, at } =
    receipt
  await sql`
    insert into contribution_receipt (year, contribution_id, account_id, payer_kind, payer_name, gift_date, amount_minor, currency, facts,
        issued_at, supersedes_id)
      values (${year}, ${contributionId}, ${accountId}, ${facts.payer.kind}, ${facts.payer.name}, ${giftDate}, ${amountMinor}, ${currency},
        ${JSON.stringify(facts)}::jsonb, ${at}, ${supersedesId})`.execute(trx)
}

/** Ends the receipt of a contribution, if it has one. */
export async function endReceipt(
  trx: Kysely<DB>,
  contributionId: string,
  { state, at }: { state: 'withdrawn' | 'superseded'; at: Date },
): Promise<void> {
  await trx
    .updateTable('contribution_receipt')
    .set({ state, ended_at: at })
    .where('contribution_id', '=', contributionId)
    .where('state', '=', 'issued')
    .execute()
}

/** Files the document of a receipt. False if the receipt has ended meanwhile. */
export async function setReceiptDocument(
  trx: Kysely<DB>,
  receiptId: string,
  documentId: string,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('contribution_receipt')
    .set({ document_id: documentId })
    .where('receipt_id', '=', receiptId)
    .where('state', '=', 'issued')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The number of the receipt that was taken back with a contribution, if people can have read it. */
export async function findEndedNumber(db: Kysely<DB>, contributionId: string): Promise<string | null> {
  const { rows } = await sql<{ number: string }>`
    select ${receiptNumber('r')} as number from contribution_receipt r
      where r.contribution_id = ${contributionId} and r.state <> 'issued' and r.document_id is not null
      order by r.issued_at desc, r.receipt_id desc limit 1`.execute(db)
  return rows[0]?.number ?? null
}

/** Contributions that were received and have no receipt, or one whose document was not stored, the oldest first. */
export async function findWithoutReceipt(
  db: Kysely<DB>,
  { before, limit }: { before: Date; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ contribution_id: string }>`
    select c.contribution_id from contribution c
      left join contribution_receipt r on r.book = c.book and r.contribution_id = c.contribution_id and r.state = 'issued'
      where c.state = 'received' and c.payer_kind is not null and r.document_id is null and c.received_at < ${before}
      order by c.received_at limit ${limit}`.execute(db)
  return rows.map(row => row.contribution_id)
}
