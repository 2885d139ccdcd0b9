import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadFailure } from '../../web/api/LoadFailure.tsx'
import { queryList } from '../../web/api/query.ts'
import { downloadFile } from '../../web/list/download-file.ts'
import { ListTable } from '../../web/list/ListTable.tsx'
import { paths } from '../../web/routing/paths.ts'
import { Can } from '../../web/session/can.tsx'
import { useCurrentAccount } from '../../web/session/current-account.ts'
import { useCurrency } from '../../web/session/session.ts'
import { Link } from '../../web/ui/actions/Link.tsx'
import type { View } from '../../web/ui/table/ViewSelector.tsx'
import styles from './LegacyPlan.module.css'
import { exportSuccessors, listSuccessors } from './legacy-plan.contract.ts'
import { successorsList } from './legacy-plan.list.ts'

/** My Legacy Plan, a tab of Account Details (§2.8). */
export function SuccessorsBlock() {
  const { fundId } = useCurrentAccount()
  const currency = useCurrency()
  return (
    <section className={styles.section}>
      <h2>My Legacy Plan</h2>
      <SuccessorsTable key={`${currency} ${fundId}`} fundId={fundId} />
      <Can action="ACCOUNT_LEGACY_PLAN_VIEW">
        <p className={styles.more}>
          <Link to={paths.legacyPlan()}>View your legacy plan</Link>
        </p>
      </Can>
    </section>
  )
}

function SuccessorsTable({ fundId }: { fundId: number }) {
  const currency = useCurrency()
  const [sort, setSort] = useState(successorsList.defaultSort)
  const [view, setView] = useState<View>('10')
  const params = { fundId }
  const successors = useQuery({
    ...queryList(listSuccessors, { params, query: { sort } }, view === '10' ? '5' : view),
    placeholderData: keepPreviousData,
  })
  return (
    <ListTable
      list={successorsList}
      what="successors"
      caption="My Legacy Plan"
      currency={currency}
      hasStickyHeading={false}
      rows={successors.data?.data}
      loadFailure={
        successors.isLoadingError ? <LoadFailure what="The legacy plan" requests={[successors]} /> : undefined
      }
      rowKey={row => row.successorId}
      sort={sort}
      onSort={setSort}
      empty={{ text: 'This account has no legacy plan yet. Its successors will appear here.' }}
      {...(successors.data
        ? { view: { value: view, total: successors.data.meta.total, onChange: setView, firstRows: 5 } }
        : {})}
      onExport={(format, about) => downloadFile(exportSuccessors, { params, query: { sort, format } }, about)}
    />
  )
}
