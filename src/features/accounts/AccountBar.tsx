import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { getAccountOverview } from '../../contract/account-overview.contract.ts'
import { currencyNames } from '../../domain/currencies.ts'
import { query } from '../../web/api/query.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { useHasUnsavedChanges } from '../../web/form/unsaved-changes.ts'
import { useCan, useCurrency } from '../../web/session/session.ts'
import { AccountOverview } from '../../web/shell/AccountOverview.tsx'
import { Button } from '../../web/ui/actions/Button.tsx'
import { LazyCurrencyControl } from './LazyCurrencyControl.tsx'

// Loaded on first use, to keep search fields and dialogs out of the first load.
const AccountsDialog = lazy(async () => ({ default: (await import('./AccountsDialog.tsx')).AccountsDialog }))

const nothing = {
  availableMinor: 0n,
  endingBalanceMinor: 0n,
  pendingGrantsMinor: 0n,
  excludedAssetsMinor: 0n,
}

/**
 * The account bar: the current account, its available balance, and a button to switch accounts (§2.4). `fundId` is 0 where the
 * person has no account in the currency that they view (§4). `due`: what is soon taken from the balance without being counted in it.
 */
export function AccountBar({ fundId, isSlim, due }: { fundId: number; isSlim: boolean; due: ReactNode }) {
  const overview = useQuery({ ...query(getAccountOverview, { params: { fundId } }), enabled: fundId !== 0 })
  const currency = useCurrency()
  const mayView = useCan('USER_SS_VIEW')
  const hasUnsavedChanges = useHasUnsavedChanges()
  const [isChoosing, setChoosing] = useState(false)
  const account = overview.data
  return (
    <>
      <AccountOverview
        accountName={
          fundId === 0 ? `No account in ${currencyNames[currency].plural}` : (account?.accountName ?? '')
        }
        fundId={fundId === 0 ? null : fundId}
        isSlim={isSlim}
        currency={currency}
        available={
          account
            ? {
                availableMinor: account.availableMinor,
                endingBalanceMinor: account.endingMinor,
                pendingGrantsMinor: account.pendingMinor,
                excludedAssetsMinor: account.excludedMinor,
              }
            : fundId === 0
              ? nothing
              : null
        }
        due={<Suspense fallback={null}>{due}</Suspense>}
        currencyControl={clientContext().secondaryDb === null ? undefined : <LazyCurrencyControl />}
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
