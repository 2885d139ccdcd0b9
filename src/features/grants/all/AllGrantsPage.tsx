import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { queryList } from '../../../web/api/query.ts'
import { useDebounced } from '../../../web/api/use-debounced.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import { downloadFile } from '../../../web/list/download-file.ts'
import { ListTable } from '../../../web/list/ListTable.tsx'
import type { Cells } from '../../../web/list/list-columns.tsx'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { useSearchParams } from '../../../web/routing/search-params.ts'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import type { View } from '../../../web/ui/table/ViewSelector.tsx'
import { Note } from '../../../web/ui/text/Note.tsx'
import { SavedViews } from '../../saved-views/SavedViews.tsx'
import { AllGrantsFilters } from './AllGrantsFilters.tsx'
import { type BookGrant, exportAllGrants, listAllGrants } from './all-grants.contract.ts'
import { allGrantsList } from './all-grants.list.ts'
import { type AllGrantsView, allGrantsSearch, isFilteredView, toQuery } from './all-grants-view.ts'

const filterDelayMs = 300

/** /super-user-dashboard/all-grants: every grant of the book, in any status. */
export function AllGrantsPage() {
  const view = useSearchParams(allGrantsSearch)
  const navigate = useNavigate()
  const { clientSettings, currentDbHeader } = clientContext()
  const list = useMemo(() => allGrantsList(clientSettings.locale), [clientSettings.locale])
  const searched = useDebounced(view, filterDelayMs)
  const [isOpen, setOpen] = useState(isFilteredView(view))
  const [sort, setSort] = useState(list.defaultSort)
  const [size, setSize] = useState<View>('10')
  const search = { ...toQuery(searched), sort }
  const listed = useQuery({
    ...queryList(listAllGrants, { query: search }, size),
    placeholderData: keepPreviousData,
  })
  const show = (next: AllGrantsView) =>
    void navigate({ to: staffPaths.allGrants(next), replace: true, resetScroll: false })
  const isFiltered = (view.keywords ?? '') !== '' || isFilteredView(view)
  return (
    <>
      <PageHeading title="Grants" lead="Every grant of this book, in any status.">
        Grants
      </PageHeading>
      <ListTable
        list={list}
        what="grants"
        caption="Grants, latest first"
        currency={currentDbHeader}
        filter={{
          name: 'all-grants-keywords',
          label: inClientEnglish('Find by name, tax ID{,} or the number of a grant, check{,} or account'),
          value: view.keywords ?? '',
          searchedFor: searched.keywords ?? '',
          onChange: keywords => show({ ...view, keywords: keywords === '' ? undefined : keywords }),
          isFiltered: isFilteredView(view),
          beside: <SavedViews list="all-grants" filters={view} addressOf={staffPaths.allGrants} />,
          expansion: { isOpen, onToggle: setOpen },
          children: <AllGrantsFilters view={view} onView={show} />,
        }}
        cells={cells}
        rows={listed.data?.data}
        loadFailure={
          listed.isLoadingError ? <LoadFailure what="The grants" requests={[listed]} /> : undefined
        }
        rowKey={({ grantId }) => grantId}
        sort={sort}
        onSort={setSort}
        empty={{
          text: isFiltered
            ? 'No grants match. Check the number, or clear the filters.'
            : 'No grant has been recommended yet.',
        }}
        {...(listed.data ? { view: { ...listed.data.meta, value: size, onChange: setSize } } : {})}
        onExport={(format, about) =>
          downloadFile(exportAllGrants, { query: { ...toQuery(view), sort, format } }, about)
        }
      />
    </>
  )
}

const cells: Cells<BookGrant> = {
  transactionId: ({ grantId, transactionId }) => (
    <Link to={staffPaths.reviewGrant(grantId)}>{transactionId}</Link>
  ),
  account: ({ fundId }, shown) => (
    <div>
      {shown}
      <Note>{fundId}</Note>
    </div>
  ),
}
