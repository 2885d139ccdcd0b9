import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query, queryList } from '../../../web/api/query.ts'
import { downloadFile } from '../../../web/list/download-file.ts'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { paths } from '../../../web/routing/paths.ts'
import { useSearchParams } from '../../../web/routing/search-params.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { exportContentItems, getEditorPermissions, listContentItems } from '../editing.contract.ts'
import { ContentFilters } from './ContentFilters.tsx'
import styles from './ContentPage.module.css'
import { ContentTable } from './ContentTable.tsx'
import {
  type ContentListView,
  contentSearch,
  isFiltered,
  noFilter,
  toQuery,
  toSearch,
} from './content-view.ts'
import { EditorNavigation } from './EditorNavigation.tsx'

/** Lists the client's content with its state, pending items first. */
export function ContentPage() {
  const shown = useSearchParams(contentSearch)
  const { view, ...filter } = shown
  const navigate = useNavigate()
  const editorSession = useQuery(query(getEditorPermissions, {}))
  const items = useQuery({
    ...queryList(listContentItems, { query: toQuery(filter) }, view),
    // Other editors may have changed it since.
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const show = (next: Partial<ContentListView>) =>
    void navigate({ to: paths.content(toSearch({ ...shown, ...next })), resetScroll: false })
  return (
    <>
      <PageHeading
        title="Content editors"
        isAboveList
        lead="Edit the text of this site, preview it in place, and publish it now or later."
      >
        Content
      </PageHeading>
      <EditorNavigation current="texts" />
      {items.data ? <PendingForYou count={items.data.meta.counts.pendingForYou} /> : null}
      <section aria-label="Content" aria-busy={items.isPlaceholderData}>
        <ContentTable
          items={editorSession.data && items.data?.data}
          filters={
            <>
              <ContentFilters shown={filter} onFilter={show} />
              <p className={styles.shown} role="status">
                {items.data ? countLabel(items.data.meta.total, isFiltered(filter)) : null}
              </p>
            </>
          }
          loadFailure={
            items.isLoadingError || editorSession.isLoadingError ? (
              <LoadFailure what="The list" requests={[items, editorSession]} />
            ) : null
          }
          timeZone={editorSession.data?.timeZone ?? 'UTC'}
          onShowAll={isFiltered(filter) ? () => show(noFilter) : null}
          {...(items.data
            ? {
                view: {
                  value: view,
                  total: items.data.meta.total,
                  onChange: next => show({ view: next }),
                },
              }
            : {})}
          onExport={(format, about) =>
            downloadFile(exportContentItems, { query: { ...toQuery(filter), format } }, about)
          }
        />
      </section>
    </>
  )
}

function PendingForYou({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Alert
      kind="information"
      heading={count === 1 ? 'One text needs your approval' : `${count} texts need your approval`}
    >
      {count === 1 ? 'A colleague submitted it.' : 'Your colleagues submitted them.'}{' '}
      <Link to={paths.content({ state: 'awaiting' })}>See texts awaiting approval</Link>
    </Alert>
  )
}

function countLabel(total: number, isPart: boolean): string {
  if (total === 0) return ''
  const count = total === 1 ? '1 text' : `${total} texts`
  return isPart ? `${count} found` : count
}
