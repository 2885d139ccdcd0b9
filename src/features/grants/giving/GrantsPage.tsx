import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { formatDate } from '../../../domain/dates.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query, queryList } from '../../../web/api/query.ts'
import { useDebounced } from '../../../web/api/use-debounced.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { downloadFile } from '../../../web/list/download-file.ts'
import { ListTable } from '../../../web/list/ListTable.tsx'
import type { Cells } from '../../../web/list/list-columns.tsx'
import { FundActivityNavigation } from '../../../web/routing/FundActivityNavigation.tsx'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { paths } from '../../../web/routing/paths.ts'
import { useSearchParams } from '../../../web/routing/search-params.ts'
import {
  type CurrentAccount,
  useCurrentAccount,
  useMayRecommend,
} from '../../../web/session/current-account.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { ChoiceBar } from '../../../web/ui/actions/ChoiceBar.tsx'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { BesideLogo } from '../../../web/ui/pictures/BesideLogo.tsx'
import { RowMenu } from '../../../web/ui/table/RowMenu.tsx'
import { Note } from '../../../web/ui/text/Note.tsx'
import { StatusChip } from '../../../web/ui/text/StatusChip.tsx'
import { charityName } from '../../charities/domain/charity-name.ts'
import { listDrafts } from '../baskets/drafts.contract.ts'
import { FilterText, GivingFilters } from './GivingFilters.tsx'
import { exportGiving, type GivingRow, listGiving } from './giving.contract.ts'
import { givingList } from './giving.list.ts'
import { addressOfView, filtersOf, type GivingView, givingSearch, hasFilter } from './giving-view.ts'
import { Insight } from './Insight.tsx'
import { OpenDrafts } from './OpenDrafts.tsx'

const searchDelayMs = 400

/** /grants: every grant and schedule of the fund, or charts of its giving (§13). */
export function GrantsPage() {
  const account = useCurrentAccount()
  const navigate = useNavigate()
  const view = useSearchParams(givingSearch)
  const mayRecommend = useMayRecommend(account)
  const show = (next: GivingView) =>
    void navigate({ to: addressOfView(next), replace: true, resetScroll: false })
  return (
    <>
      <PageHeading
        title="Grants"
        isAboveList
        actions={
          <>
            <ChoiceBar
              label="View"
              choices={[
                { value: 'list', text: 'List' },
                { value: 'insight', text: 'Insights' },
              ]}
              value={view.view ?? 'list'}
              onChange={chosen => show({ ...view, view: chosen === 'insight' ? 'insight' : undefined })}
            />
            <Link to={paths.charityList()}>Charity List</Link>
            {mayRecommend ? (
              <>
                <Link to={paths.grantUpload()}>Upload a spreadsheet</Link>
                <Link to={paths.recommendGrant()} look="button">
                  Recommend a Grant
                </Link>
              </>
            ) : null}
          </>
        }
      >
        Grants
      </PageHeading>
      <FundActivityNavigation current="Grants" />
      {view.view === 'insight' ? (
        <Insight account={account} view={view} onView={show} />
      ) : (
        <AllGrants account={account} view={view} onView={show} mayRecommend={mayRecommend} />
      )}
    </>
  )
}

type AllGrantsProps = {
  account: CurrentAccount
  view: GivingView
  onView: (view: GivingView) => void
  mayRecommend: boolean
}

function AllGrants({ account: { fundId, currency }, view, onView, mayRecommend }: AllGrantsProps) {
  const { locale } = clientContext().clientSettings
  const sent = useDebounced(JSON.stringify(filtersOf(view)), searchDelayMs)
  const found = useQuery({
    ...queryList(listGiving, { params: { fundId }, query: JSON.parse(sent) }, view.rows ?? '10'),
    placeholderData: keepPreviousData,
  })
  const drafts = useQuery({ ...query(listDrafts, { params: { fundId } }), enabled: mayRecommend })
  const [showsDrafts, setShowsDrafts] = useState(false)
  const draftCount = (drafts.data?.data.length ?? 0) + (drafts.data?.baskets.length ?? 0)
  return (
    <section aria-label="All grants">
      <ListTable
        list={givingList}
        what="grants"
        caption="Grants and schedules"
        currency={currency}
        rows={found.data?.data}
        rowKey={row => row.id}
        loadFailure={found.isLoadingError ? <LoadFailure what="The grants" requests={[found]} /> : null}
        cells={cellsFor(locale)}
        actionsAfter={mayRecommend ? [repeatColumn] : []}
        filter={{
          name: 'grant-keywords',
          label: 'Find a grant by charity or transaction',
          value: view.keywords ?? '',
          onChange: keywords => onView({ ...view, keywords: keywords === '' ? undefined : keywords }),
          searchedFor: view.keywords ?? '',
          beside: <GivingFilters fundId={fundId} view={view} onChange={onView} />,
        }}
        filteredBy={hasFilter(view) ? <FilterText fundId={fundId} view={view} /> : null}
        choices={
          draftCount === 0 ? null : (
            <Button aria-expanded={showsDrafts} onPress={() => setShowsDrafts(!showsDrafts)}>
              <StatusChip sign="waiting">Not submitted yet: {draftCount}</StatusChip>
            </Button>
          )
        }
        opened={showsDrafts || drafts.isLoadingError ? <OpenDrafts fundId={fundId} /> : null}
        sort={view.sort ?? givingList.defaultSort}
        onSort={sort => onView({ ...view, sort })}
        empty={{
          text: hasFilter(view)
            ? 'No grants match these filters.'
            : 'Grants of this account will appear here.',
          ...(mayRecommend ? { action: <Link to={paths.recommendGrant()}>Recommend a grant</Link> } : {}),
        }}
        view={{
          value: view.rows ?? '10',
          total: found.data?.meta.total ?? 0,
          onChange: rows => onView({ ...view, rows: rows === '10' ? undefined : rows }),
        }}
        onExport={(format, about) =>
          downloadFile(exportGiving, { params: { fundId }, query: { ...JSON.parse(sent), format } }, about)
        }
      />
    </section>
  )
}

const addressOf = ({ kind, id }: GivingRow) => (kind === 'grant' ? paths.grant(id) : paths.grantSchedule(id))

const cellsFor = (locale: string): Cells<GivingRow> => ({
  charityName: row => (
    <BesideLogo name={charityName(row.charityName)} logoUrl={row.logoUrl}>
      <Link to={addressOf(row)}>{charityName(row.charityName)}</Link>
    </BesideLogo>
  ),
  nextStep: row => (
    <div>
      {row.nextStep}
      {row.nextDate === null ? null : (
        <Note>
          {row.kind === 'schedule' ? 'on' : 'by'} {formatDate(row.nextDate, locale, 'short')}
        </Note>
      )}
    </div>
  ),
})

const repeatColumn = {
  key: 'repeat',
  heading: 'Actions',
  isHeadingHidden: true,
  isNumeric: true,
  widthRem: 4,
  cell: (row: GivingRow) =>
    row.kind === 'grant' ? (
      <RowMenu
        what={`the grant to ${charityName(row.charityName)}`}
        actions={[
          {
            text: 'Repeat',
            about: `the grant to ${charityName(row.charityName)}`,
            to: paths.recommendGrant({ grantId: row.id, step: 'review' }),
          },
        ]}
      />
    ) : null,
}
