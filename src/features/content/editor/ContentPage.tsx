import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
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
import { type ContentFilter, contentSearch, isFiltered, noFilter, toQuery, toSearch } from './content-view.ts'
import { EditorNavigation } from './EditorNavigation.tsx'

/** Lists the client's content with its state, pending items first. */
export function ContentPage() {
  const { after, ...filter } = useSearchParams(contentSearch)
  const navigate = useNavigate()
  const editorSession = useQuery(query(getEditorPermissions, {}))
  const items = useQuery({
    ...query(listContentItems, { query: toQuery(filter, after) }),
    // Other editors may have changed it since.
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const show = useCallback(
    (next: ContentFilter) => void navigate({ to: paths.content(toSearch(next)), resetScroll: false }),
    [navigate],
  )
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
          onExport={(format, about) => {
            const { first: _first, ...filtered } = toQuery(filter, undefined)
            return downloadFile(exportContentItems, { query: { ...filtered, format } }, about)
          }}
        />
        {items.data ? <Pages filter={filter} after={after} next={items.data.meta.next} /> : null}
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

type PagesProps = { filter: ContentFilter; after: string | undefined; next: string | null }

function Pages({ filter, after, next }: PagesProps) {
  if (after === undefined && next === null) return null
  return (
    <>
      <p className={styles.part}>
        These are the texts of one page of the list. An export has all that the filter finds.
      </p>
      <nav aria-label="Pages of the list" className={styles.pages}>
        {after === undefined ? null : (
          <Link to={paths.content(toSearch(filter))} look="button">
            First page
          </Link>
        )}
        {next === null ? null : (
          <Link to={paths.content({ ...toSearch(filter), after: next })} look="button">
            Next page
          </Link>
        )}
      </nav>
    </>
  )
}
