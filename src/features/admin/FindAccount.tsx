import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Account } from '../../contract/account-overview.contract.ts'
import { query } from '../../web/api/query.ts'
import { useDebounced } from '../../web/api/use-debounced.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { SearchField } from '../../web/ui/fields/SearchField.tsx'
import { searchAccounts } from '../accounts/accounts.contract.ts'
import styles from './FindAccount.module.css'
import { useOpenAccount } from './use-open-account.ts'

/** §5: keywords are sent 400 ms after the last key. */
const searchDelayMs = 400
const mostShown = 6

/** Find any account of the realm (open-points 7); what is picked becomes the current account. */
export function FindAccount() {
  const [typed, setTyped] = useState('')
  const keywords = useDebounced(typed.trim(), searchDelayMs)
  const openAccount = useOpenAccount()
  const found = useQuery({
    ...query(searchAccounts, { query: { keywords, first: mostShown } }),
    enabled: keywords !== '',
    placeholderData: keepPreviousData,
  })
  const isSettled = keywords === typed.trim() && !found.isPlaceholderData
  const accounts = keywords === '' ? [] : (found.data?.data ?? [])
  const [only] = accounts
  return (
    <search
      className={styles.find}
      onBlur={event => {
        // Not on a press beside it, which in some browsers moves the focus nowhere.
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setTyped('')
      }}
    >
      <SearchField
        label="Find an account"
        hint="By its name or Account ID. Its Fund Activity opens."
        name="find-account"
        value={typed}
        onChange={setTyped}
        onSubmit={() => {
          if (isSettled && only && accounts.length === 1) void openAccount(only.fundId)
        }}
      />
      <div className={styles.panel}>
        <p className={styles.count} role="status">
          {found.isError
            ? 'The accounts could not be searched. Please try again.'
            : keywords === '' || !found.data
              ? ''
              : countLabel(keywords, accounts.length, found.data.meta.total)}
        </p>
        {accounts.length === 0 ? null : (
          <ul className={styles.found} aria-label="Accounts found">
            {accounts.map(account => (
              <Found key={account.fundId} account={account} onOpen={() => openAccount(account.fundId)} />
            ))}
          </ul>
        )}
      </div>
    </search>
  )
}

function Found({ account, onOpen }: { account: Account; onOpen: () => Promise<void> }) {
  return (
    <li>
      <Button kind="text" onPress={onOpen}>
        {account.accountName}
      </Button>
      <span className={styles.note}>
        {account.fundId} · {account.donorName}
      </span>
    </li>
  )
}

function countLabel(keywords: string, shown: number, total: number): string {
  if (total === 0) return `No account matches "${keywords}".`
  if (total === 1) return '1 account. Enter opens it.'
  return shown < total ? `${total} accounts, the first ${shown} by name:` : `${total} accounts:`
}
