import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { keysetPage, splitPage } from '../../../server/http/keyset-page.ts'
import type { PaymentContext } from '../../payments/server/payment-context.ts'
import type * as contract from '../bank-month.contract.ts'
import { bankAccountOf, bankAccountsOf } from './bank-account-names.ts'
import { type BankItemRow, bankItemKeysets, listBankItems } from './bank-month.queries.ts'
import { daysBetween } from './get-bank-month.ts'
import { listOtherSides } from './own-transfers.queries.ts'
import { firstDayOf, scopeOfMonth } from './read-bank-month.ts'

type OtherLine = NonNullable<BankItemRow['other_side']>

type Input = HandlerInput<typeof contract.listBankMonthItems>

/** What the bank booked in a month, and what is outstanding at its end. Throws `not-found`. */
export async function listBankMonthItems(
  {
    params: { account: key, month },
    query,
  }: { params: Input['params']; query: Pick<Input['query'], 'first' | 'after' | 'sort' | 'show'> },
  context: PaymentContext,
): Promise<Reply<typeof contract.listBankMonthItems>> {
  const { db, today } = context
  const scope = await scopeOfMonth(db, bankAccountOf(key, context), firstDayOf(month), context)
  const page = keysetPage({ query, defaultSort: 'on', keysetsOf: bankItemKeysets })
  const found = await listBankItems(db, { scope, view: query.show ?? null }, page)
  const { rows, meta } = splitPage(page, found.rows, found.total)
  const transfers =
    query.show === 'to-explain'
      ? await listOtherSides(db, { side: 'debit', bankLineIds: rows.map(({ item_id }) => item_id) })
      : []
  const names = new Map(bankAccountsOf(context).map(({ id, name }) => [id, name]))
  const otherSideOf = ({ bankAccount, ...side }: OtherLine) => ({
    ...side,
    accountName: names.get(bankAccount) ?? bankAccount,
  })
  const until = scope.to < today ? scope.to : today
  return {
    data: rows.map(row => ({
      itemId: row.item_id,
      kind: row.kind,
      on: row.booked_on,
      days: daysBetween(row.booked_on, until),
      amountMinor: row.amount_minor,
      detail: row.detail,
      counterparty: row.counterparty,
      reference: row.reference,
      note: row.note,
      postingRequest: row.posting_request,
      explanation: row.explanation,
      otherSide: row.other_side === null ? null : otherSideOf(row.other_side),
      transfers: transfers
        .filter(({ of_line_id }) => of_line_id === row.item_id)
        .map(({ bank_line_id: bankLineId, bank_account: bankAccount, booked_on: on, detail }) =>
          otherSideOf({ bankLineId, bankAccount, on, detail }),
        ),
    })),
    meta,
  }
}
