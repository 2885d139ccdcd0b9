import { accountId, type StatementAccount } from '../../payments/server/bank-files/bank-line.ts'
import { ownAccount, payerOf } from '../../payments/server/payment-context.ts'

type Context = Parameters<typeof ownAccount>[0]

export type NamedBankAccount = { id: string; name: string } & Omit<StatementAccount, 'csv'>

/** The bank accounts of the book, that from which grants are paid first. Throws `not-found` for a book that pays nothing. */
export function bankAccountsOf(context: Context): NamedBankAccount[] {
  const { bankCode, accountNumber } = ownAccount(context)
  const paying = { name: 'Grants', bankCode, accountNumber }
  const others = payerOf(context).client.bankAccounts
  return [paying, ...others].map(each => ({
    id: accountId(each),
    name: each.name,
    bankCode: each.bankCode,
    accountNumber: each.accountNumber,
  }))
}
