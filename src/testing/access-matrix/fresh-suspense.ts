import { randomUUID, randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import { clientOfBook } from '../../clients/clients.ts'
import { isoDate, monthEnd, monthStart } from '../../domain/dates.ts'
import { suspensePostings } from '../../features/ledger/domain/postings.ts'
import { postEntry } from '../../features/ledger/server/post-entry.ts'
import { bankAccountOf } from '../../features/reconciliation/server/bank-account-names.ts'
import { listSignedMonths } from '../../features/reconciliation/server/bank-month.queries.ts'
import {
  hashOfFigures,
  monthOf,
  readBankMonth,
} from '../../features/reconciliation/server/read-bank-month.ts'
import { insertItems } from '../../features/suspense/server/suspense.queries.ts'
import type { DB } from '../../server/db/schema.ts'
import type { TestApp } from '../app.ts'
import { storeTestFile } from '../payments/store-test-file.ts'

/** Money in suspense that the examples are about. */
export type FreshSuspense = {
  /** A credit of 12.00 of a statement, in suspense, whose text names the book. Returns the item’s id. */
  freshSuspenseItem(): Promise<string>
  /** A debit of 4.00 of a statement that no payment explains; its id. */
  freshDebit(): Promise<string>
  /** A month of the book’s paying account that can be signed off, and its figures’ hash. */
  freshMonth(): Promise<{ params: { account: string; month: string }; figuresHash: string }>
}

const firstMonth = isoDate('2020-01-01')

export const unknownSuspense: FreshSuspense = {
  freshSuspenseItem: async () => randomUUID(),
  freshDebit: async () => randomUUID(),
  freshMonth: async () => ({
    params: { account: 'no-account', month: '2020-01' },
    figuresHash: '0'.repeat(64),
  }),
}

export function freshSuspense(portal: TestApp, { book }: { book: string }): FreshSuspense {
  const db = portal.databases.book(book)
  return {
    freshSuspenseItem: async () => {
      const [itemId, entryId] = [randomUUIDv7(), randomUUIDv7()]
      await db.transaction().execute(async trx => {
        const bankLineId = await writeLine(trx, portal, { book, isCredit: true, amountMinor: 12_00n })
        await postEntry(trx, {
          entryId,
          kind: 'suspense_received',
          currency: clientOfBook(book).book.currency,
          effectiveDate: bookedOn,
          postings: suspensePostings(12_00n),
          actorUserId: null,
          onBehalfOfUserId: null,
        })
        await insertItems(trx, [
          { item_id: itemId, bank_line_id: bankLineId, amount_minor: 12_00n, entry_id: entryId },
        ])
      })
      return itemId
    },
    freshDebit: async () =>
      await db
        .transaction()
        .execute(trx => writeLine(trx, portal, { book, isCredit: false, amountMinor: 4_00n })),
    freshMonth: async () => {
      const client = clientOfBook(book)
      const context = { book: client.book, client, clock: portal.clock, today: bookedOn }
      const account = bankAccountOf('grants', context)
      const [signed] = await listSignedMonths(db, [account.id])
      const from = signed ? monthStart(signed.last_month, 1) : firstMonth
      await db.transaction().execute(async trx => {
        const bankFileId = await writeFile(trx, portal, { book, content: randomUUID() })
        await trx
          .insertInto('bank_statement')
          .values({
            bank_account: account.id,
            reference: from,
            opens_on: from,
            closed_on: monthEnd(from),
            opening_minor: 0n,
            closing_minor: 0n,
            bank_file_id: bankFileId,
          })
          .onConflict(conflict => conflict.doNothing())
          .execute()
      })
      const { figures } = await readBankMonth(db, account, from, context)
      return { params: { account: account.key, month: monthOf(from) }, figuresHash: hashOfFigures(figures) }
    },
  }
}

const bookedOn = isoDate('2026-01-15')

const writeFile = async (
  trx: Kysely<DB>,
  { documentFiles, clock }: TestApp,
  { book, content }: { book: string; content: string },
): Promise<string> =>
  await storeTestFile(trx, {
    book,
    fileName: 'statement.xml',
    format: 'camt.053',
    content,
    keys: documentFiles.keys,
    appliedAt: clock.now(),
  })

type Line = { book: string; isCredit: boolean; amountMinor: bigint }

/** A line of a statement, whose text names the book. */
async function writeLine(
  trx: Kysely<DB>,
  portal: TestApp,
  { book, isCredit, amountMinor }: Line,
): Promise<string> {
  const bankLineId = randomUUIDv7()
  const bankFileId = await writeFile(trx, portal, { book, content: bankLineId })
  await trx
    .insertInto('bank_statement')
    .values({
      bank_account: 'TEST/0001',
      reference: bankLineId,
      opens_on: bookedOn,
      closed_on: bookedOn,
      opening_minor: 0n,
      closing_minor: isCredit ? amountMinor : -amountMinor,
      bank_file_id: bankFileId,
    })
    .execute()
  await trx
    .insertInto('bank_line')
    .values({
      bank_line_id: bankLineId,
      bank_account: 'TEST/0001',
      booked_on: bookedOn,
      is_credit: isCredit,
      is_reversal: false,
      amount_minor: amountMinor,
      bank_entry_id: bankLineId,
      entry_is_credit: isCredit,
      entry_amount_minor: amountMinor,
      reference: bankLineId,
      parts: 1,
      part_position: 1,
      detail: `${isCredit ? 'CREDIT' : 'DEBIT'} OF ${book.toUpperCase()}`,
      bank_file_id: bankFileId,
      line: 1,
      stated_in: bankFileId,
    })
    .execute()
  return bankLineId
}
