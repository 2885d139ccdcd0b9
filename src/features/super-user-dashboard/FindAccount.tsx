import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../web/query.ts'
import { ComboBox } from '../../web/ui/fields/picking/ComboBox.tsx'
import { useDebounced } from '../../web/use-debounced.ts'
import { searchAccounts } from '../accounts/accounts.contract.ts'
import { useOpenAccount } from './use-open-account.ts'

/** §5: keywords are sent 400 ms after the last key. */
const searchDelayMs = 400
const mostShown = 20

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
  const accounts = keywords === '' ? [] : (found.data?.data ?? [])
  return (
    <search>
      <ComboBox
        label="Find an account"
        hint="By its name or Account ID; its Fund Activity opens."
        name="find-account"
        value={null}
        onChange={fundId => {
          if (fundId !== null) void openAccount(Number(fundId))
        }}
        choices={accounts.map(account => ({
          value: String(account.fundId),
          text: account.accountName,
          note: `${account.fundId} · ${account.donorName}`,
        }))}
        search={{
          text: typed,
          onChange: setTyped,
          isPending: found.isFetching || keywords !== typed.trim(),
        }}
        emptyText={keywords === '' ? 'Type a name or an Account ID' : `No account matches "${keywords}"`}
      />
    </search>
  )
}
