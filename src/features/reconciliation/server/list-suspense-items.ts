import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { dayMs } from '../../../domain/durations.ts'
import { takesIra } from '../../contributions/server/accepted-gifts.ts'
import type { PaymentContext } from '../../payments/server/payment-context.ts'
import type * as contract from '../reconciliation.contract.ts'
import { bankAccountsOf } from './bank-account-names.ts'
import { otherBooks } from './other-books.ts'
import { listOtherSides } from './own-transfers.queries.ts'
import { listOpenItems, type OpenItem } from './reconciliation.queries.ts'

/** Money in suspense, oldest first, with the contributions that it may be. */
export async function listSuspenseItems(
  { query: { first } }: HandlerInput<typeof contract.listSuspenseItems>,
  context: PaymentContext,
): Promise<Reply<typeof contract.listSuspenseItems>> {
  const { db, book, today } = context
  const accounts = new Map(bankAccountsOf(context).map(account => [account.id, account]))
  const rows = await listOpenItems(db, first)
  const bankLineIds = rows.map(({ bank_line_id }) => bank_line_id)
  const transfers = await listOtherSides(db, { side: 'credit', bankLineIds })
  return {
    data: rows.map(row => ({
      itemId: row.item_id,
      accountName: accounts.get(row.bank_account)?.name ?? row.bank_account,
      bookedOn: row.booked_on,
      days: Math.max(0, (Date.parse(today) - Date.parse(row.booked_on)) / dayMs),
      amountMinor: row.amount_minor,
      detail: row.detail,
      counterparty: row.counterparty,
      reference: row.reference,
      ownerName: row.owner_name,
      note: row.note,
      suggestions: row.suggestions.map(each => suggestionOf(each, row)),
      transfers: transfers.flatMap(({ of_line_id, bank_account, booked_on: on }) => {
        const account = of_line_id === row.bank_line_id ? accounts.get(bank_account) : undefined
        return account ? [{ accountName: account.name, accountKey: account.key, on }] : []
      }),
      postingRequest: row.posting_request,
    })),
    meta: {
      total: Number(rows[0]?.total ?? 0n),
      totalMinor: rows[0]?.total_minor ?? 0n,
      currency: book.currency,
      books: otherBooks(book),
      takesIra: takesIra(book),
    },
  }
}

const suggestionOf = (
  { isNamed, isSameAmount, isSum, amountMinor, ...about }: OpenItem['suggestions'][number],
  { other_item_ids }: OpenItem,
) => ({
  ...about,
  amountMinor: amountMinor === null ? null : BigInt(amountMinor),
  reasons: [
    ...(isNamed ? ['The bank’s text has its number'] : []),
    ...(isSameAmount ? ['Same amount'] : []),
    ...(isSum ? ['Same amount as all credits of this payer'] : []),
  ],
  withItemIds: isSum && !isSameAmount ? other_item_ids : [],
})
