import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDate, formatInstant } from '../../domain/dates.ts'
import { LoadFailure } from '../../web/api/LoadFailure.tsx'
import { query } from '../../web/api/query.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { useCan } from '../../web/session/session.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { Alert } from '../../web/ui/notices/Alert.tsx'
import { Skeleton } from '../../web/ui/progress/Skeleton.tsx'
import type { Column } from '../../web/ui/table/SortHeading.tsx'
import { Table } from '../../web/ui/table/Table.tsx'
import { DescriptionList } from '../../web/ui/text/DescriptionList.tsx'
import styles from './AccountDetails.module.css'
import { AccountStatusForm } from './AccountStatusForm.tsx'
import { type AccountStatusDetails, getAccountStatus } from './account-status.contract.ts'

/** The status of the account for the sponsor's staff: its days, its history, and the form that changes it (§16). */
export function AccountStatusSection({ accountId }: { accountId: string }) {
  const details = useQuery(query(getAccountStatus, { params: { accountId } }))
  return (
    <section className={styles.section}>
      <h2>Account status</h2>
      {details.data ? (
        <Status details={details.data} />
      ) : details.isLoadingError ? (
        <LoadFailure what="The account’s status" requests={[details]} />
      ) : (
        <Skeleton shape="text" lines={4} label="Loading the account’s status" />
      )}
    </section>
  )
}

function Status({ details }: { details: AccountStatusDetails }) {
  const { locale } = clientContext().clientSettings
  const maySet = useCan('ACCOUNT_STATUS_SET')
  const [{ isSaved, isOpen }, show] = useState({ isSaved: false, isOpen: false })
  const { accountStatus, enteredDate, openedDate, closedDate, successorFundId, history } = details
  return (
    <>
      {isSaved ? (
        <Alert kind="success" heading="Thank You" takesFocus>
          <p>Your requested updates have been saved.</p>
        </Alert>
      ) : null}
      <DescriptionList
        items={[
          { term: 'Status', description: accountStatus },
          { term: 'Entered', description: formatDate(enteredDate, locale) },
          { term: 'Opened', description: openedDate === null ? 'Not yet' : formatDate(openedDate, locale) },
          ...(closedDate === null ? [] : [{ term: 'Closed', description: formatDate(closedDate, locale) }]),
          ...(successorFundId === null
            ? []
            : [{ term: 'Successor fund', description: `Account ID ${successorFundId}` }]),
        ]}
      />
      {history.length === 0 ? null : (
        <div className={styles.block}>
          <h3>Status changes</h3>
          <Table
            caption="Status changes"
            isCaptionHidden
            columns={historyColumns}
            rows={history}
            rowKey={row => `${row.at} ${row.to}`}
            hasStickyHeading={false}
            empty={{ text: 'Changes will appear here.' }}
          />
        </div>
      )}
      {maySet ? (
        <div className={styles.block}>
          {isOpen ? (
            <AccountStatusForm
              key={details.revision}
              details={details}
              onSaved={() => show({ isSaved: true, isOpen: false })}
              onCancel={() => show({ isSaved: false, isOpen: false })}
            />
          ) : (
            <Button onPress={() => show({ isSaved: false, isOpen: true })}>Change the status</Button>
          )}
        </div>
      ) : null}
    </>
  )
}

type Change = AccountStatusDetails['history'][number]

const historyColumns: readonly Column<Change>[] = [
  {
    key: 'change',
    heading: 'Change',
    isRowHeading: true,
    cell: ({ from, to }) => `${from} to ${to}`,
  },
  {
    key: 'effectiveDate',
    heading: 'Effective',
    cell: ({ effectiveDate }) => formatDate(effectiveDate, clientContext().clientSettings.locale),
  },
  { key: 'reason', heading: 'Reason', cell: ({ reason }) => reason },
  {
    key: 'by',
    heading: 'Changed by',
    cell: ({ by, at }) => `${by}, ${formatInstant(at, clientContext().clientSettings)}`,
  },
]
