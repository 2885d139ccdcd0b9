import { Problem } from '../../../contract/problems.ts'
import { accountId, type StatementAccount } from '../../payments/server/bank-files/bank-line.ts'
import { ownAccount, payerOf } from '../../payments/server/payment-context.ts'

type Context = Parameters<typeof ownAccount>[0]

export type NamedBankAccount = {
  id: string
  name: string
  /** Its name in addresses: `contributions`. */
  key: string
  /** Grants are paid from it. */
  isPaying: boolean
  /** Contributions that staff record by hand are expected there. */
  isReceiving: boolean
} & Omit<StatementAccount, 'csv'>

/** The bank accounts of the book, that from which grants are paid first. Throws `not-found` for a book that pays nothing. */
export function bankAccountsOf(context: Context): NamedBankAccount[] {
  const { bankCode, accountNumber } = ownAccount(context)
  const paying = { name: 'Grants', bankCode, accountNumber }
  const others = payerOf(context).client.bankAccounts
  const receiving = others[0] ?? paying
  return [paying, ...others].map(each => ({
    id: accountId(each),
    name: each.name,
    key: each.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
    isPaying: each === paying,
    isReceiving: each === receiving,
    bankCode: each.bankCode,
    accountNumber: each.accountNumber,
  }))
}

/** The account of that name in an address. Throws `not-found`. */
export function bankAccountOf(key: string, context: Context): NamedBankAccount {
  const account = bankAccountsOf(context).find(each => each.key === key)
  if (!account) throw new Problem('not-found')
  return account
}
