import type { PaymentContext } from '../../payments/server/payment-context.ts'
import type { TransferSide } from '../bank-month.contract.ts'
import { bankAccountsOf } from './bank-account-names.ts'
import { findSides } from './own-transfers.queries.ts'

/** Both sides of a transfer as people read them; null for a debit that names no credit of the book. */
export async function describeSides(
  { bankLineId, creditLineId }: { bankLineId: string; creditLineId: string | null },
  context: PaymentContext,
): Promise<{ debit: TransferSide; credit: TransferSide } | null> {
  const sides = creditLineId === null ? undefined : await findSides(context.db, { bankLineId, creditLineId })
  if (sides === undefined) return null
  const names = new Map(bankAccountsOf(context).map(({ id, name }) => [id, name]))
  const sideOf = ({ bank_account, booked_on: on, detail }: typeof sides.debit) => ({
    accountName: names.get(bank_account) ?? bank_account,
    on,
    detail,
  })
  return { debit: sideOf(sides.debit), credit: sideOf(sides.credit) }
}
