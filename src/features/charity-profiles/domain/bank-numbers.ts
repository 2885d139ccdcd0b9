import { isRoutingNumber } from '../../../domain/routing-number.ts'

/** Numbers of a bank and an account. US: an ABA routing number; GB: a sort code. Without spaces and hyphens. */
export type BankNumbers = {
  country: 'US' | 'GB'
  bank: string
  account: string
  /** Of a US account. A checking account where it is missing. */
  kind?: AccountKind
}

/** NACHA files pay each kind by a code of its own. */
export const accountKinds = ['checking', 'savings'] as const
export type AccountKind = (typeof accountKinds)[number]

export const accountKindNames = {
  checking: 'Checking',
  savings: 'Savings',
} as const satisfies Record<AccountKind, string>

export const kindOf = ({ kind }: Pick<BankNumbers, 'kind'>): AccountKind => kind ?? 'checking'

type Violation = { field: 'bank' | 'account' | 'accountKind'; message: string }

/** Days from the confirmation of new bank details until they can be used. */
export const bankDetailsWaitDays = 3

/** Digits and letters as they are stored: people type spaces and hyphens. */
export const plainNumber = (text: string): string => text.replaceAll(/[\s-]/g, '').toUpperCase()

/**
 * What is wrong with the numbers. The check digit of an ABA routing number is verified; whether a UK account exists at its sort code is not,
 * because the tables for that are licensed.
 */
export function bankNumberViolations({ country, bank, account, kind }: BankNumbers): Violation[] {
  const ofBank =
    country === 'US'
      ? isRoutingNumber(bank)
        ? null
        : 'Enter the nine digits of the routing number; one of them is wrong'
      : /^\d{6}$/.test(bank)
        ? null
        : 'Enter the six digits of the sort code'
  const ofAccount =
    country === 'US'
      ? /^[0-9A-Z]{4,17}$/.test(account)
        ? null
        : 'Enter an account number of 4 to 17 digits or letters'
      : /^\d{8}$/.test(account)
        ? null
        : 'Enter the eight digits of the account number'
  return [
    ...(ofBank === null ? [] : [{ field: 'bank' as const, message: ofBank }]),
    ...(ofAccount === null ? [] : [{ field: 'account' as const, message: ofAccount }]),
    ...(country === 'GB' && kind === 'savings'
      ? [{ field: 'accountKind' as const, message: 'Only US accounts can be savings accounts' }]
      : []),
  ]
}
