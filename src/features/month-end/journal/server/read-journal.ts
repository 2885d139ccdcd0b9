import * as z from 'zod/mini'
import { clientOfBook } from '../../../../clients/clients.ts'
import { paymentSettingsOf } from '../../../../clients/payment-settings-of.ts'
import { type GeneralLedger, journalKinds } from '../../../../domain/general-ledger.ts'
import { bankAccountsOf } from '../../../reconciliation/server/bank-account-names.ts'
import type { CloseContext } from '../../close/server/close-context.ts'
import { firstDayOf, lastDayOf, type Month, monthName } from '../../domain/months.ts'
import { type JournalSum, journalDifference } from '../domain/journal.ts'
import { storedSums } from '../journal.contract.ts'
import { type ExportRow, listExports, sumJournal } from './journal.queries.ts'

export type ReadJournal = {
  ledger: GeneralLedger | null
  sums: JournalSum[]
  exports: ExportRow[]
  /** What no export has. */
  difference: JournalSum[]
  /** Why nothing can be exported; null if something can. */
  refusal: string | null
}

/** The general ledger of the book: that of the client of its name. */
function generalLedgerOf(book: string): GeneralLedger | null {
  const client = clientOfBook(book)
  return client.generalLedger
}

/** What a month is in the sponsor's general ledger, and what left of it. */
export async function readJournal(
  month: Month,
  context: Pick<CloseContext, 'db' | 'book' | 'client' | 'today'>,
): Promise<ReadJournal> {
  const { db, book, client, today } = context
  const ledger = generalLedgerOf(book.name)
  const accounts = paymentSettingsOf(context) === null ? [] : bankAccountsOf(context)
  const rows = await sumJournal(db, {
    ...{ from: firstDayOf(month), to: lastDayOf(month) },
    ofBank: ledger === null ? [] : journalKinds.filter(kind => isOfBank(ledger.accounts[kind])),
    banks: {
      paying: accounts.find(({ isPaying }) => isPaying)?.id ?? null,
      receiving: accounts.find(({ isReceiving }) => isReceiving)?.id ?? null,
    },
  })
  const nameOf = (id: string | null) => accounts.find(account => account.id === id)?.name ?? id
  const sums = rows.map(row => ({ ...row, bank: nameOf(row.bank) }))
  const exports = await listExports(db, firstDayOf(month))
  const before = exports.flatMap(({ lines }) => z.parse(storedSums, lines))
  const isBooked = ({ kind, amountMinor }: JournalSum) =>
    amountMinor !== 0n && ledger !== null && ledger.accounts[kind] !== null
  const difference = journalDifference(sums, before).filter(isBooked)
  return {
    ...{ ledger, sums, exports, difference },
    refusal:
      ledger === null
        ? 'This client has no accounts for a journal.'
        : lastDayOf(month) >= today
          ? `${monthName(month, client.locale)} isn’t over yet.`
          : difference.length > 0
            ? null
            : exports.length > 0
              ? 'Everything was exported.'
              : 'Nothing of this month is booked.',
  }
}

const isOfBank = (booked: { debit: string; credit: string } | null) =>
  booked !== null && (booked.debit === 'bank' || booked.credit === 'bank')
