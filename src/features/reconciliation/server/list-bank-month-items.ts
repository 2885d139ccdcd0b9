import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { keysetPage, splitPage } from '../../../server/http/keyset-page.ts'
import type { PaymentContext } from '../../payments/server/payment-context.ts'
import type * as contract from '../bank-month.contract.ts'
import { bankAccountOf } from './bank-account-names.ts'
import { bankItemKeysets, listBankItems } from './bank-month.queries.ts'
import { daysBetween } from './get-bank-month.ts'
import { firstDayOf, scopeOfMonth } from './read-bank-month.ts'

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
    })),
    meta,
  }
}
