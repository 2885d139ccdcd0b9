import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { getAccountOverview } from '../../contract/account-overview.contract.ts'
import { query } from '../../web/api/query.ts'
import { useHasUnsavedChanges } from '../../web/form/unsaved-changes.ts'
import { useCan } from '../../web/session/session.ts'
import { AccountOverview } from '../../web/shell/AccountOverview.tsx'
import { Button } from '../../web/ui/actions/Button.tsx'

// Loaded on first use, to keep search fields and dialogs out of the first load.
const AccountsDialog = lazy(async () => ({ default: (await import('./AccountsDialog.tsx')).AccountsDialog }))

/** The account bar: the current account, its available balance, and a button to switch accounts (§2.4). */
export function AccountBar({ fundId, isSlim }: { fundId: number; isSlim: boolean }) {
  const overview = useQuery(query(getAccountOverview, { params: { fundId } }))
  const mayView = useCan('USER_SS_VIEW')
  const hasUnsavedChanges = useHasUnsavedChanges()
  const [isChoosing, setChoosing] = useState(false)
  const account = overview.data
  return (
    <>
      <AccountOverview
        accountName={account?.accountName ?? ''}
        fundId={fundId}
        isSlim={isSlim}
        currency={account?.currency ?? 'USD'}
        available={
          account
            ? {
                availableMinor: account.availableMinor,
                endingBalanceMinor: account.endingMinor,
                pendingGrantsMinor: account.pendingMinor,
                excludedAssetsMinor: account.excludedMinor,
              }
            : null
        }
        viewAccounts={
          mayView && !hasUnsavedChanges ? (
            <Button kind="text" onPress={() => setChoosing(true)}>
              View Accounts
            </Button>
          ) : undefined
        }
      />
      {mayView && isChoosing ? (
        <Suspense fallback={null}>
          <AccountsDialog isOpen onClose={() => setChoosing(false)} currentFundId={fundId} />
        </Suspense>
      ) : null}
    </>
  )
}
