import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { useCan } from '../../../web/session/session.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { listBankAccounts, listSuspenseItems } from '../reconciliation.contract.ts'
import styles from './Bank.module.css'
import { BankAccounts } from './BankAccounts.tsx'
import { EndSuspense } from './EndSuspense.tsx'
import { NoteSuspense } from './NoteSuspense.tsx'
import { type ItemAction, SuspenseItems } from './SuspenseItems.tsx'

/** How often the lists are read again. */
const refreshEveryMs = 30_000

/** /super-user-dashboard/bank: the bank accounts of the book, and the money that no one has matched. */
export function BankPage() {
  const mayPost = useCan('POSTING_CREATE')
  const accounts = useQuery({ ...query(listBankAccounts, {}), refetchInterval: refreshEveryMs })
  const items = useQuery({
    ...query(listSuspenseItems, { query: { first: 500 } }),
    refetchInterval: refreshEveryMs,
  })
  const [action, setAction] = useState<ItemAction | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const close = () => setAction(null)
  const finish = (sentence: string) => {
    setAction(null)
    setDone(sentence)
  }
  const chosen = items.data?.data.find(({ itemId }) => itemId === action?.itemId)
  return (
    <>
      <PageHeading
        title="Bank"
        lead={
          <>
            What the bank booked, and what no one has matched. Statements are read under{' '}
            <Link to={staffPaths.payments('bank-files')}>Bank files</Link>.
          </>
        }
      >
        Bank
      </PageHeading>
      {done === null ? null : (
        <Alert key={done} kind="success" takesFocus>
          <p>{done}</p>
        </Alert>
      )}
      {accounts.isLoadingError || items.isLoadingError ? (
        <LoadFailure what="The bank accounts" requests={[accounts, items]} />
      ) : accounts.data && items.data ? (
        <div className={styles.view}>
          <BankAccounts accounts={accounts.data.data} currency={accounts.data.meta.currency} />
          {chosen === undefined || action === null ? null : action.name === 'note' ? (
            <NoteSuspense key={`note ${chosen.itemId}`} item={chosen} onDone={finish} onCancel={close} />
          ) : (
            <EndSuspense
              key={`end ${chosen.itemId}`}
              item={chosen}
              currency={items.data.meta.currency}
              books={items.data.meta.books}
              takesIra={items.data.meta.takesIra}
              others={items.data.data.filter(
                ({ itemId, postingRequest }) => itemId !== chosen.itemId && postingRequest === null,
              )}
              onDone={finish}
              onCancel={close}
            />
          )}
          <SuspenseItems list={items.data} onAction={mayPost ? setAction : null} />
        </div>
      ) : (
        <Skeleton shape="table" lines={6} label="Loading the bank accounts" />
      )}
    </>
  )
}
