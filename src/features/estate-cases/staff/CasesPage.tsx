import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDate } from '../../../domain/dates.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { useCan } from '../../../web/session/session.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { Table } from '../../../web/ui/table/Table.tsx'
import { StatusChip } from '../../../web/ui/text/StatusChip.tsx'
import { type CaseBrief, listCases } from '../estate-cases.contract.ts'
import styles from './Cases.module.css'
import { caseKindLabels, caseSigns, caseStateLabel } from './case-labels.ts'
import { OpenCase } from './OpenCase.tsx'

/** /super-user-dashboard/cases: what happens to funds whose donor has died, and to those that close (§17). */
export function CasesPage() {
  const { locale } = clientContext().clientSettings
  const mayManage = useCan('ESTATE_MANAGE')
  const [isOpening, setOpening] = useState(false)
  const found = useQuery(query(listCases, {}))
  return (
    <>
      <PageHeading
        title="Cases"
        isAboveList
        lead="Funds whose donor has died, and funds that are closing"
        actions={
          mayManage && !isOpening ? <Button onPress={() => setOpening(true)}>Open a case</Button> : undefined
        }
      >
        Cases
      </PageHeading>
      {isOpening ? (
        <div className={styles.section}>
          <h2>Open a case</h2>
          <OpenCase onDone={() => setOpening(false)} />
        </div>
      ) : null}
      <div>
        {found.isLoadingError ? <LoadFailure what="The cases" requests={[found]} /> : null}
        {found.isPending ? <Skeleton shape="text" lines={6} label="Loading the cases" /> : null}
        {found.data ? (
          <Table<CaseBrief>
            caption="Cases"
            isCaptionHidden
            columns={[
              {
                key: 'account',
                heading: 'Account',
                isRowHeading: true,
                cell: ({ caseId, accountName }) => (
                  <Link to={staffPaths.estateCase(caseId)}>{accountName}</Link>
                ),
              },
              { key: 'fundId', heading: 'Account ID', cell: ({ fundId }) => fundId },
              {
                key: 'kind',
                heading: 'Reason',
                cell: ({ kind, personName }) =>
                  personName === null ? caseKindLabels[kind] : `Death of ${personName}`,
              },
              {
                key: 'state',
                heading: 'Status',
                cell: row => <StatusChip sign={caseSigns[row.state]}>{caseStateLabel(row)}</StatusChip>,
              },
              {
                key: 'opened',
                heading: 'Opened',
                cell: ({ openedOn, openedByName }) => `${formatDate(openedOn, locale)} by ${openedByName}`,
              },
              { key: 'number', heading: 'Number', cell: ({ number }) => number },
            ]}
            rows={found.data.data}
            rowKey={({ caseId }) => caseId}
            empty={{ text: 'No cases have been opened yet.' }}
          />
        ) : null}
      </div>
    </>
  )
}
