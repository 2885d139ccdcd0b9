import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { countStaffQueues } from '../../../contract/staff-queues.contract.ts'
import { countOf } from '../../../domain/count-of.ts'
import { query, queryList } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { downloadFile } from '../../../web/list/download-file.ts'
import type { Cells } from '../../../web/list/list-columns.tsx'
import { QueriedListTable } from '../../../web/list/QueriedListTable.tsx'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { paths } from '../../../web/routing/paths.ts'
import { useSearchParams } from '../../../web/routing/search-params.ts'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { ChoiceBar } from '../../../web/ui/actions/ChoiceBar.tsx'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { exportFindings, type Finding, findingViews, listFindings } from '../findings.contract.ts'
import { findingsList } from '../findings.list.ts'
import { BlockedProperty } from './BlockedProperty.tsx'

const screeningSearch = z.object({
  view: z.catch(z.enum(findingViews), 'to-decide'),
  size: z.catch(z.enum(['10', '50', 'all']), '10'),
})

const views = {
  'to-decide': { text: 'To decide', empty: 'No names are waiting for a decision.' },
  'to-report': { text: 'To report', empty: 'No confirmed name is waiting for its report.' },
  confirmed: { text: 'Confirmed', empty: 'No one has been confirmed to be on a list.' },
  decided: { text: 'Decided', empty: 'No names have been decided about yet.' },
} as const satisfies Record<(typeof findingViews)[number], { text: string; empty: string }>

/** What is not decided, or not reported, has no such day. */
const withoutValues: Record<(typeof findingViews)[number], readonly string[]> = {
  'to-decide': ['decided', 'report', 'reported'],
  'to-report': ['reported'],
  confirmed: [],
  decided: [],
}

/** /super-user-dashboard/screening: names of charities and people that resemble an entry of a sanctions list (§13). */
export function ScreeningPage() {
  const { view, size } = useSearchParams(screeningSearch)
  const navigate = useNavigate()
  const found = useQuery({
    ...queryList(listFindings, { query: { view } }, size),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHeading
        title="Screening"
        isAboveList
        lead="Charities and people whose names resemble an entry of a sanctions list. Nothing is paid to them or from their accounts until it is decided."
      >
        Screening
      </PageHeading>
      <QueriedListTable
        key={view}
        list={findingsList}
        what="names"
        caption={views[view].text}
        currency={clientContext().currentDbHeader}
        choices={
          <ChoiceBar
            label="Show"
            choices={findingViews.map(value => ({ value, text: views[value].text }))}
            value={view}
            onChange={next =>
              void navigate({ to: staffPaths.screening(next, size), replace: true, resetScroll: false })
            }
          />
        }
        cells={cells}
        found={found}
        size={size}
        onSize={next => void navigate({ to: staffPaths.screening(view, next), resetScroll: false })}
        leftOut={withoutValues[view]}
        rowKey={({ findingId }) => findingId}
        empty={{ text: views[view].empty }}
        onExport={(format, about) => downloadFile(exportFindings, { query: { view, format } }, about)}
      />
      <RelatedPartyCases />
      <BlockedProperty />
    </>
  )
}

/** The grants about whose related parties is to be decided, if there are any. */
function RelatedPartyCases() {
  const count = useQuery(query(countStaffQueues, {})).data?.data['related-parties'] ?? 0
  if (count === 0) return null
  return (
    <p>
      <Link to={paths.grantQueue('to-approve', undefined, { waits: 'compliance' })}>
        {countOf(count, 'grant', clientContext().clientSettings.locale)}
      </Link>{' '}
      {count === 1 ? 'waits' : 'wait'} for a decision about related parties.
    </p>
  )
}

const cells: Cells<Finding> = {
  name: ({ findingId }, shown) => <Link to={staffPaths.finding(findingId)}>{shown}</Link>,
}
