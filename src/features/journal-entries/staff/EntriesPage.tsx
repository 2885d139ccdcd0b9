import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { formatDate } from '../../../domain/dates.ts'
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
import { linkText } from '../domain/entry-texts.ts'
import { exportJournalEntries, type JournalEntry, listJournalEntries } from '../journal-entries.contract.ts'
import { journalEntriesList } from '../journal-entries.list.ts'
import { EntryFilters } from './EntryFilters.tsx'
import { type EntryFilter, entriesSearch, filterOf, isOpenFilter, toQuery, toView } from './entries-view.ts'
import { OwnerLink } from './OwnerLink.tsx'

const filterDelayMs = 300

/** /super-user-dashboard/postings/entries: finds entries of the ledger, to read and to correct them. */
export function EntriesPage() {
  const filter = filterOf(useSearchParams(entriesSearch))
  const navigate = useNavigate()
  const { currentDbHeader } = clientContext()
  const searched = useDebounced(filter.keywords, filterDelayMs)
  const [isOpen, setOpen] = useState(isOpenFilter(filter))
  const [sort, setSort] = useState(journalEntriesList.defaultSort)
  const [view, setView] = useState<View>('10')
  const search = { ...toQuery({ ...filter, keywords: searched }), sort }
  const listed = useQuery({
    ...queryList(listJournalEntries, { query: search }, view),
    placeholderData: keepPreviousData,
  })
  const show = (next: EntryFilter, replace = false) =>
    void navigate({ to: staffPaths.journalEntries(toView(next)), replace, resetScroll: false })
  const isFiltered = filter.keywords !== '' || isOpenFilter(filter)
  return (
    <>
      <PageHeading
        title="Entries"
        lead="Everything that was posted. An entry cannot be changed, only reversed."
      >
        Entries
      </PageHeading>
      <ListTable
        list={journalEntriesList}
        what="entries"
        caption="Entries, latest first"
        currency={currentDbHeader}
        filter={{
          name: 'entry-filter',
          label: inClientEnglish('Find by number, reference, account ID{,} or account name'),
          value: filter.keywords,
          searchedFor: searched,
          onChange: keywords => show({ ...filter, keywords }, true),
          isFiltered: isOpenFilter(filter),
          beside: (
            <SavedViews list="entries" filters={toView(filter)} addressOf={staffPaths.journalEntries} />
          ),
          expansion: { isOpen, onToggle: setOpen },
          children: <EntryFilters filter={filter} onFilter={next => show(next)} />,
        }}
        cells={cells}
        rows={listed.data?.data}
        loadFailure={
          listed.isLoadingError ? <LoadFailure what="The entries" requests={[listed]} /> : undefined
        }
        rowKey={({ entryId }) => entryId}
        sort={sort}
        onSort={setSort}
        empty={{
          text: isFiltered
            ? 'No entries match. Check the number, or clear the filters.'
            : 'Nothing has been posted yet.',
        }}
        {...(listed.data ? { view: { ...listed.data.meta, value: view, onChange: setView } } : {})}
        onExport={(format, about) =>
          downloadFile(exportJournalEntries, { query: { ...search, format } }, about)
        }
      />
    </>
  )
}

const cells: Cells<JournalEntry> = {
  transactionId: ({ entryId, transactionId }) => (
    <Link to={staffPaths.journalEntry(entryId)}>{transactionId}</Link>
  ),
  effectiveDate: ({ concernsDate }, shown) => (
    <div>
      {shown}
      {concernsDate === null ? null : (
        <Note>Concerns {formatDate(concernsDate, clientContext().clientSettings.locale, 'short')}</Note>
      )}
    </div>
  ),
  kind: (row, shown) => (
    <div>
      {shown}
      {linkText(row) === null ? null : <Note>{linkText(row)}</Note>}
    </div>
  ),
  account: ({ fundId }, shown) =>
    fundId === null ? (
      shown
    ) : (
      <div>
        {shown}
        <Note>{fundId}</Note>
      </div>
    ),
  owner: ({ owner }) => <OwnerLink owner={owner} />,
}
