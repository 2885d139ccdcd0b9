import type { GeneralLedger } from '../domain/general-ledger.ts'

/** Throws if money would be booked to a bank account that has no account in the general ledger. */
export function checkGeneralLedger({
  generalLedger,
  bankAccounts,
}: {
  generalLedger: GeneralLedger
  bankAccounts: readonly { name: string }[]
}): void {
  for (const name of ['Grants', ...bankAccounts.map(account => account.name)])
    if (generalLedger.banks[name] === undefined)
      throw new Error(`generalLedger.banks has no account for the bank account ${name}`)
}

/** An example of accounts by cash: grants are an expense when they are paid. A sponsor enters its own. */
export const accountsByCash = {
  contribution_cash: { debit: 'bank', credit: '4000' },
  contribution_wire: { debit: 'bank', credit: '4000' },
  contribution_securities: { debit: '1300', credit: '4010' },
  contribution_sponsor: { debit: 'bank', credit: '4020' },
  contribution_illiquid: { debit: '1400', credit: '4010' },
  gift_aid: { debit: 'bank', credit: '4030' },
  gain: { debit: '1200', credit: '4100' },
  loss: { debit: '4100', credit: '1200' },
  income: { debit: '1200', credit: '4110' },
  administrative_fee: { debit: '6000', credit: '1200' },
  investment_fee: { debit: '6010', credit: '1200' },
  other: { debit: '1200', credit: '4900' },
  transfer: null,
  exclude: null,
  release: { debit: '1200', credit: '1300' },
  grant_recommended: null,
  grant_approved: null,
  grant_released: null,
  grant_paid: { debit: '5000', credit: 'bank' },
  grant_returned: { debit: 'bank', credit: '5000' },
  suspense_received: { debit: 'bank', credit: '2900' },
  suspense_matched: { debit: '2900', credit: 'bank' },
  suspense_returned: { debit: '2900', credit: 'bank' },
  suspense_transferred: { debit: '2900', credit: 'bank' },
  suspense_own: { debit: '2900', credit: '4910' },
} as const satisfies GeneralLedger['accounts']
