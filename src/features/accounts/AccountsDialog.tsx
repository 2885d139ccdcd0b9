import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { Account } from '../../contract/account-overview.contract.ts'
import { currencyNames, otherCurrency } from '../../domain/currencies.ts'
import { LoadFailure } from '../../web/api/LoadFailure.tsx'
import { queryList } from '../../web/api/query.ts'
import { useDebounced } from '../../web/api/use-debounced.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { downloadFile } from '../../web/list/download-file.ts'
import { ListTable } from '../../web/list/ListTable.tsx'
import type { Cells } from '../../web/list/list-columns.tsx'
import { useCurrency } from '../../web/session/session.ts'
import { viewAccount } from '../../web/session/switch-currency.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { Checkbox } from '../../web/ui/fields/Checkbox.tsx'
import { Alert } from '../../web/ui/notices/Alert.tsx'
import { Dialog } from '../../web/ui/overlay/Dialog.tsx'
import type { View } from '../../web/ui/table/ViewSelector.tsx'
import { exportAccounts, searchAccounts } from './accounts.contract.ts'
import { accountsList } from './accounts.list.ts'
import { queriesSecondaryByDefault } from './domain/query-secondary.ts'

type AccountsDialogProps = { isOpen: boolean; onClose: () => void; currentFundId: number }

/** Keywords are sent this long after the last key (§5). */
const searchDelayMs = 400

/** Searches the accounts that the person may see and switches to one of them (§2.4). */
export function AccountsDialog({ isOpen, onClose, currentFundId }: AccountsDialogProps) {
  return (
    <Dialog title="View Accounts" size="wide" isOpen={isOpen} onClose={onClose}>
      <AccountsTable currentFundId={currentFundId} onSwitched={onClose} />
    </Dialog>
  )
}

function AccountsTable({ currentFundId, onSwitched }: { currentFundId: number; onSwitched: () => void }) {
  const currency = useCurrency()
  const [typed, setTyped] = useState('')
  const [sort, setSort] = useState('accountName')
  const [view, setView] = useState<View>('10')
  const [hasFailed, setHasFailed] = useState(false)
  const hasOtherBook = clientContext().secondaryDb !== null
  const [querySecondary, setQuerySecondary] = useState(queriesSecondaryByDefault(hasOtherBook, currency))
  const keywords = useDeferredValue(useDebounced(typed, searchDelayMs))
  const accounts = useQuery({
    ...queryList(searchAccounts, { query: { keywords, sort, querySecondary } }, view),
    placeholderData: keepPreviousData,
  })
  const isCurrent = (row: Account) => row.fundId === currentFundId && row.currency === currency
  const openAccount = async (account: Account) => {
    try {
      if (!isCurrent(account)) await viewAccount(account)
      onSwitched()
    } catch {
      setHasFailed(true)
    }
  }
  return (
    <>
      {hasFailed ? <Alert kind="danger">The account could not be opened. Please try again.</Alert> : null}
      <ListTable
        list={accountsList}
        what="accounts"
        caption="Accounts"
        currency={currency}
        hasStickyHeading={false}
        filter={{
          label: 'Search by account name or Account ID',
          name: 'account-search',
          value: typed,
          searchedFor: keywords,
          onChange: text => {
            setTyped(text)
            // The next search may find many more.
            if (view === 'all') setView('10')
          },
          autoFocus: true,
          children: hasOtherBook ? (
            <Checkbox name="query-secondary" value={querySecondary} onChange={setQuerySecondary}>
              Include accounts in {currencyNames[otherCurrency(currency)].plural}
            </Checkbox>
          ) : null,
        }}
        cells={cellsFor(isCurrent, openAccount)}
        leftOut={
          accounts.data?.data.some(row => row.organizationLegalName !== null) ? [] : ['organizationLegalName']
        }
        rows={accounts.data?.data}
        loadFailure={
          accounts.isLoadingError ? <LoadFailure what="Your accounts" requests={[accounts]} /> : undefined
        }
        rowKey={row => row.id}
        sort={sort}
        onSort={setSort}
        empty={{ text: 'Your accounts will appear here.' }}
        {...(accounts.data ? { view: { ...accounts.data.meta, value: view, onChange: setView } } : {})}
        onExport={(format, about) =>
          downloadFile(exportAccounts, { query: { keywords, sort, querySecondary, format } }, about)
        }
      />
    </>
  )
}

const cellsFor = (
  isCurrent: (row: Account) => boolean,
  openAccount: (account: Account) => Promise<void>,
): Cells<Account> => ({
  accountName: row => (
    <Button kind="text" isPrinted aria-current={isCurrent(row)} onPress={() => openAccount(row)}>
      {row.accountName}
    </Button>
  ),
})
