import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { formatDate, formatInstant } from '../../../domain/dates.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { paths } from '../../../web/routing/paths.ts'
import { useSearchParams } from '../../../web/routing/search-params.ts'
import { ChoiceBar } from '../../../web/ui/actions/ChoiceBar.tsx'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { Table } from '../../../web/ui/table/Table.tsx'
import { StatusChip } from '../../../web/ui/text/StatusChip.tsx'
import { type Finding, findingViews, listFindings } from '../findings.contract.ts'
import { findingSigns, findingStateLabels, listLabels, percent } from './finding-labels.ts'
import styles from './Screening.module.css'

const screeningSearch = z.object({ view: z.catch(z.enum(findingViews), 'to-decide') })

const views = {
  'to-decide': { text: 'To decide', empty: 'No names are waiting for a decision.' },
  confirmed: { text: 'Confirmed', empty: 'No one has been confirmed to be on a list.' },
  decided: { text: 'Decided', empty: 'No names have been decided about yet.' },
} as const satisfies Record<(typeof findingViews)[number], { text: string; empty: string }>

/** /super-user-dashboard/screening: names of charities and people that resemble an entry of a sanctions list (§13). */
export function ScreeningPage() {
  const { view } = useSearchParams(screeningSearch)
  const navigate = useNavigate()
  const found = useQuery(query(listFindings, { query: { view } }))
  return (
    <>
      <PageHeading
        title="Screening"
        isAboveList
        lead="Charities and people whose names resemble an entry of a sanctions list. Nothing is paid to them or from their accounts until it is decided."
      >
        Screening
      </PageHeading>
      <div className={styles.view}>
        <ChoiceBar
          label="Show"
          choices={findingViews.map(value => ({ value, text: views[value].text }))}
          value={view}
          onChange={next => void navigate({ to: paths.screening(next), replace: true, resetScroll: false })}
        />
        {found.isLoadingError ? <LoadFailure what="The names" requests={[found]} /> : null}
        {found.isPending ? <Skeleton shape="table" lines={6} label="Loading the names" /> : null}
        {found.data ? (
          <>
            <FindingsTable rows={found.data.data} view={view} />
            {found.data.meta.total > found.data.data.length ? (
              <p>And {found.data.meta.total - found.data.data.length} more.</p>
            ) : null}
          </>
        ) : null}
      </div>
    </>
  )
}

function FindingsTable({ rows, view }: { rows: readonly Finding[]; view: (typeof findingViews)[number] }) {
  const { clientSettings } = clientContext()
  return (
    <Table<Finding>
      caption={views[view].text}
      isCaptionHidden
      columns={[
        {
          key: 'name',
          heading: 'Our name',
          isRowHeading: true,
          cell: ({ findingId, ourName }) => <Link to={paths.finding(findingId)}>{ourName}</Link>,
        },
        {
          key: 'kind',
          heading: 'Who',
          cell: ({ subjectKind }) => (subjectKind === 'charity' ? 'Charity' : 'Person'),
        },
        { key: 'listed', heading: 'On the list', cell: ({ listedName }) => listedName },
        { key: 'list', heading: 'List', cell: ({ list }) => listLabels[list] },
        { key: 'score', heading: 'Score', cell: ({ score }) => percent(score) },
        {
          key: 'state',
          heading: 'Status',
          cell: ({ state }) => (
            <StatusChip sign={findingSigns[state]}>{findingStateLabels[state]}</StatusChip>
          ),
        },
        {
          key: 'found',
          heading: 'Found',
          cell: ({ foundAt }) => formatInstant(foundAt, clientSettings),
        },
        {
          key: 'report',
          heading: 'Report by',
          cell: ({ reportBy }) => (reportBy === null ? null : formatDate(reportBy, clientSettings.locale)),
        },
      ]}
      rows={rows}
      rowKey={({ findingId }) => findingId}
      empty={{ text: views[view].empty }}
    />
  )
}
