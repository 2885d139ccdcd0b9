import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { clientOfBook } from '../../clients/clients.ts'
import type { IsoDate } from '../../domain/dates.ts'
import { suspensePostings } from '../../features/ledger/domain/postings.ts'
import { postEntry } from '../../features/ledger/server/post-entry.ts'
import { insertItems } from '../../features/suspense/server/suspense.queries.ts'
import type { TestApp } from '../app.ts'
import { storeTestFile } from '../payments/store-test-file.ts'

/** Money in suspense that the examples are about. */
export type FreshSuspense = {
  /** A credit of 12.00 of a statement, in suspense, whose text names the book. Returns the item’s id. */
  freshSuspenseItem(): Promise<string>
}

export const unknownSuspense: FreshSuspense = { freshSuspenseItem: async () => randomUUID() }

export function freshSuspense(portal: TestApp, { book }: { book: string }): FreshSuspense {
  const amountMinor = 12_00n
  return {
    freshSuspenseItem: async () => {
      const [bankLineId, itemId, entryId] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()]
      const on = '2026-01-15' as IsoDate
      await portal.databases
        .book(book)
        .transaction()
        .execute(async trx => {
          const bankFileId = await storeTestFile(trx, {
            book,
            fileName: 'statement.xml',
            format: 'camt.053',
            content: bankLineId,
            keys: portal.documentFiles.keys,
            appliedAt: portal.clock.now(),
          })
          await trx
            .insertInto('bank_statement')
            .values({
              bank_account: 'TEST/0001',
              reference: bankLineId,
              opens_on: on,
              closed_on: on,
              opening_minor: 0n,
              closing_minor: amountMinor,
              bank_file_id: bankFileId,
            })
            .execute()
          await trx
            .insertInto('bank_line')
            .values({
              bank_line_id: bankLineId,
              bank_account: 'TEST/0001',
              booked_on: on,
              is_credit: true,
              is_reversal: false,
              amount_minor: amountMinor,
              bank_entry_id: bankLineId,
              entry_is_credit: true,
              entry_amount_minor: amountMinor,
              reference: bankLineId,
              parts: 1,
              part_position: 1,
              detail: `CREDIT OF ${book.toUpperCase()}`,
              bank_file_id: bankFileId,
              line: 1,
              stated_in: bankFileId,
            })
            .execute()
          await postEntry(trx, {
            entryId,
            kind: 'suspense_received',
            currency: clientOfBook(book).book.currency,
            effectiveDate: on,
            postings: suspensePostings(amountMinor),
            actorUserId: null,
            onBehalfOfUserId: null,
          })
          await insertItems(trx, [
            { item_id: itemId, bank_line_id: bankLineId, amount_minor: amountMinor, entry_id: entryId },
          ])
        })
      return itemId
    },
  }
}
