import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Account } from '../../contract/account-overview.contract.ts'
import { LoadFailure } from '../../web/api/LoadFailure.tsx'
import { query } from '../../web/api/query.ts'
import { useDebounced } from '../../web/api/use-debounced.ts'
import { useOpenAccount } from '../../web/routing/use-open-account.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { SearchField } from '../../web/ui/fields/SearchField.tsx'
import { Note } from '../../web/ui/text/Note.tsx'
import { searchAccounts } from './accounts.contract.ts'
import styles from './FindAccount.module.css'

/** The search starts 400 ms after the last key (§5). */
const searchDelayMs = 400
const maxResults = 6

/** Finds any account of the realm (§17) and makes the selected one the current account. */
export function FindAccount() {
  const [text, setText] = useState('')
  const keywords = useDebounced(text.trim(), searchDelayMs)
  const openAccount = useOpenAccount()
  const results = useQuery({
    ...query(searchAccounts, { query: { keywords, first: maxResults } }),
    enabled: keywords !== '',
    placeholderData: keepPreviousData,
  })
  const isSettled = keywords === text.trim() && !results.isPlaceholderData
  const accounts = keywords === '' ? [] : (results.data?.data ?? [])
  const [first] = accounts
  return (
    <search
      className={styles.find}
      onBlur={event => {
        // A click outside has no relatedTarget in some browsers; then the results stay open.
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setText('')
      }}
    >
      <SearchField
        label="Find an account by name or Account ID"
        isLabelHidden
        name="find-account"
        value={text}
        onChange={setText}
        onSubmit={() => {
          if (isSettled && first && accounts.length === 1) void openAccount(first)
        }}
      />
      <div className={styles.panel}>
        <p className={styles.count} role="status">
          {keywords === '' || results.isLoadingError || !results.data
            ? ''
            : countLabel(keywords, accounts.length, results.data.meta.total)}
        </p>
        {results.isLoadingError ? <LoadFailure what="The accounts" requests={[results]} /> : null}
        {accounts.length === 0 ? null : (
          <ul className={styles.results} aria-label="Accounts found">
            {accounts.map(account => (
              <Result key={account.id} account={account} onOpen={() => openAccount(account)} />
            ))}
          </ul>
        )}
      </div>
    </search>
  )
}

function Result({ account, onOpen }: { account: Account; onOpen: () => Promise<void> }) {
  return (
    <li>
      <Button kind="text" isPrinted onPress={onOpen}>
        {account.accountName}
      </Button>
      <Note>
        {account.fundId} · {account.donorName}
      </Note>
    </li>
  )
}

function countLabel(keywords: string, shown: number, total: number): string {
  if (total === 0) return `No accounts match “${keywords}”.`
  if (total === 1) return '1 account. Press Enter to open it.'
  return shown < total ? `${total} accounts. The first ${shown} by name:` : `${total} accounts:`
}
