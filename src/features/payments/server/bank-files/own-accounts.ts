import type { OwnAccount } from './bank-line.ts'
import { compareAccounts, isWhole, mayBe, type NamedAccount } from './named-account.ts'
import { unreadable } from './unreadable.ts'

/**
 * Whose an account of a file is, compared as a whole. `own`: the account of ours that it is, before the others. A number alone may be that
 * of an account at another bank, so that a person compares it: `unclear`.
 */
export type Owner = { is: 'own' | 'unclear'; own: OwnAccount } | { is: 'other' }

/** Throws `validation` for an account that may be several of ours. */
export function findOwner(named: NamedAccount, own: OwnAccount): Owner {
  const compared = [own, ...own.others].map(account => ({
    account,
    comparison: compareAccounts(named, { bank: account.bankCode, account: account.accountNumber }),
  }))
  const whole = compared.find(({ comparison }) => isWhole(comparison))
  if (whole) return { is: 'own', own: first(own, whole.account) }
  const [possible, ...more] = compared.filter(({ comparison }) => mayBe(comparison))
  if (!possible) return { is: 'other' }
  if (more.length > 0)
    throw unreadable(
      'This statement names its account so that it may be several of ours. Ask the bank for a file with whole account numbers.',
    )
  return { is: 'unclear', own: first(own, possible.account) }
}

/** The same accounts, with this one first. */
function first(own: OwnAccount, account: OwnAccount | OwnAccount['others'][number]): OwnAccount {
  if (account === own) return own
  const { bankCode, accountNumber, csv } = account
  return {
    ...own,
    bankCode,
    accountNumber,
    csv,
    others: [own, ...own.others].filter(each => each !== account),
  }
}
