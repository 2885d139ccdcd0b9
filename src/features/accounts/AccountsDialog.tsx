import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { Account } from '../../contract/account-overview.contract.ts'
import { queryList } from '../../web/api/query.ts'
import { useDebounced } from '../../web/api/use-debounced.ts'
import { useCurrency } from '../../web/session/session.ts'
import { viewAccount } from '../../web/session/switch-currency.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { SearchField } from '../../web/ui/fields/SearchField.tsx'
import { Alert } from '../../web/ui/notices/Alert.tsx'
import { Dialog } from '../../web/ui/overlay/Dialog.tsx'
import { Skeleton } from '../../web/ui/progress/Skeleton.tsx'
import { type Column, Table } from '../../web/ui/table/Table.tsx'
import { type View, ViewSelector } from '../../web/ui/table/ViewSelector.tsx'
import { Money } from '../../web/ui/text/Money.tsx'
import { searchAccounts } from './accounts.contract.ts'

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
  const keywords = useDeferredValue(useDebounced(typed, searchDelayMs))
  const accounts = useQuery({
    ...queryList(searchAccounts, { query: { keywords, sort } }, view),
    placeholderData: keepPreviousData,
  })
  const openAccount = async (account: Account) => {
    const isCurrent = account.fundId === currentFundId && account.currency === currency
    try {
      if (!isCurrent) await viewAccount(account)
      onSwitched()
    } catch {
      setHasFailed(true)
    }
  }
  return (
    <>
      <SearchField
        label="Search by account name or Account ID"
        name="account-search"
        value={typed}
        onChange={setTyped}
        autoFocus
      />
      {hasFailed || accounts.isError ? (
        <Alert kind="danger">Your accounts could not be loaded. Please try again.</Alert>
      ) : null}
      {accounts.data ? (
        <>
          <Table
            caption="Accounts"
            isCaptionHidden
            hasStickyHeading={false}
            columns={columnsFor(
              row => row.fundId === currentFundId && row.currency === currency,
              openAccount,
            )}
            rows={accounts.data.data}
            rowKey={row => row.id}
            sort={sort}
            onSort={setSort}
            empty={{
              text: keywords === '' ? 'Your accounts will appear here.' : `No accounts match “${keywords}”.`,
              action:
                keywords === '' ? undefined : <Button onPress={() => setTyped('')}>Show all accounts</Button>,
            }}
          />
          <ViewSelector total={accounts.data.meta.total} value={view} onChange={setView} />
        </>
      ) : (
        <Skeleton shape="table" lines={6} label="Loading your accounts" />
      )}
    </>
  )
}

function columnsFor(
  isCurrent: (row: Account) => boolean,
  openAccount: (account: Account) => Promise<void>,
): Column<Account>[] {
  return [
    {
      key: 'accountName',
      heading: 'Account name',
      sortBy: 'accountName',
      isRowHeading: true,
      cell: row => (
        <Button kind="text" aria-current={isCurrent(row)} onPress={() => openAccount(row)}>
          {row.accountName}
        </Button>
      ),
    },
    { key: 'fundId', heading: 'Account ID', sortBy: 'fundId', cell: row => row.fundId },
    { key: 'donorName', heading: 'Donor', sortBy: 'donorName', cell: row => row.donorName },
    {
      key: 'available',
      heading: 'Available balance',
      sortBy: 'available',
      isNumeric: true,
      cell: row => <Money amountMinor={row.available} currency={row.currency} />,
    },
  ]
}
