import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { formatInstant } from '../../domain/dates.ts'
import { LoadFailure } from '../../web/api/LoadFailure.tsx'
import { query, queryList } from '../../web/api/query.ts'
import { useDebounced } from '../../web/api/use-debounced.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { fieldErrorsOf } from '../../web/form/field-errors.ts'
import { downloadFile } from '../../web/list/download-file.ts'
import { PageHeading } from '../../web/routing/PageHeading.tsx'
import { useSearchParams } from '../../web/routing/search-params.ts'
import { staffPaths } from '../../web/routing/staff-paths.ts'
import { Link } from '../../web/ui/actions/Link.tsx'
import { Alert } from '../../web/ui/notices/Alert.tsx'
import type { View } from '../../web/ui/table/ViewSelector.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import styles from './AuditPage.module.css'
import { AuditTable } from './AuditTable.tsx'
import { type AuditEvent, exportAuditEvents, getAuditState, listAuditEvents } from './audit.contract.ts'
import { stateLabel } from './audit-labels.ts'
import { type AuditFilter, auditSearch, auditViewOf, isOpenFilter, toQuery, toView } from './audit-view.ts'
import { ChecksToAnswer, LastChecks } from './checks/BookChecks.tsx'

/** The events are searched this long after the last key (§9). */
const searchDelayMs = 400

/** The audit log of the realm: sign-ins, security changes and approvals. */
export function AuditPage() {
  const { filter, view, after } = auditViewOf(useSearchParams(auditSearch))
  const navigate = useNavigate()
  const searched = useDebounced(filter.person, searchDelayMs)
  const [isOpen, setOpen] = useState(isOpenFilter(filter))
  const search = toQuery({ ...filter, person: searched })
  const page = useQuery({
    ...(after === undefined
      ? queryList(listAuditEvents, { query: search }, view)
      : query(listAuditEvents, { query: { ...search, after } })),
    placeholderData: keepPreviousData,
  })
  const total = page.data?.meta.total ?? null
  const fieldErrors = fieldErrorsOf(page.error)
  const show = (changed: AuditFilter, replace = false) =>
    void navigate({ to: staffPaths.auditLog(toView(changed, view)), replace, resetScroll: false })
  const showRows = (rows: View) =>
    void navigate({ to: staffPaths.auditLog(toView(filter, rows)), resetScroll: false })
  return (
    <>
      <PageHeading title="Audit Log" lead="Entries cannot be changed." actions={<AuditState />}>
        Audit Log
      </PageHeading>
      <BrokenLog />
      <ChecksToAnswer />
      <section aria-label="Events" aria-busy={page.isPlaceholderData}>
        <AuditTable
          rows={page.data?.data}
          loadFailure={
            page.isLoadingError ? (
              fieldErrors?.address ? (
                <p className={styles.range}>No events are shown for this IP address.</p>
              ) : (
                <LoadFailure what="The audit log" requests={[page]} />
              )
            ) : undefined
          }
          isFiltered={after !== undefined || isOpenFilter(filter)}
          filter={{
            name: 'audit-person',
            label: 'Find a person by name or user ID',
            value: filter.person,
            searchedFor: searched,
            onChange: person => show({ ...filter, person }, true),
            isFiltered: isOpenFilter(filter),
            expansion: { isOpen, onToggle: setOpen },
            children: (
              <AuditFilters
                filter={filter}
                addressErrors={fieldErrors?.address ?? []}
                onFilter={changed => show(changed)}
              />
            ),
          }}
          {...(total === null ? {} : { view: { value: view, total, onChange: showRows } })}
          onExport={(format, about) =>
            downloadFile(exportAuditEvents, { query: { ...toQuery(filter), format } }, about)
          }
        />
        <p className={styles.range} role="status">
          {page.data ? rangeLabel(page.data.data) : ''}
        </p>
        {page.data && total === null ? (
          <Pages
            newest={after === undefined ? null : staffPaths.auditLog(toView(filter, view))}
            earlier={
              page.data.meta.next === null
                ? null
                : staffPaths.auditLog({ ...toView(filter, view), after: page.data.meta.next })
            }
          />
        ) : null}
      </section>
      <LastChecks />
    </>
  )
}

/** The result of the last verification of the audit log, beside the heading. */
function AuditState() {
  const state = useQuery(query(getAuditState, {}))
  if (!state.data) return null
  const { isBroken, text } = stateLabel(state.data, clientContext().clientSettings)
  return isBroken ? null : <p className={styles.state}>{text}</p>
}

/** The state of the log where it was found damaged or cannot be read. */
function BrokenLog() {
  const state = useQuery(query(getAuditState, {}))
  if (state.isLoadingError) return <LoadFailure what="The state of the audit log" requests={[state]} />
  if (!state.data) return null
  const { isBroken, text } = stateLabel(state.data, clientContext().clientSettings)
  return isBroken ? (
    <Alert kind="danger" heading="The audit log is damaged">
      {text} Tell your system administrator. The events below may be wrong or incomplete.
    </Alert>
  ) : null
}

function rangeLabel(events: readonly AuditEvent[]): string {
  const [newest] = events
  const oldest = events.at(-1)
  if (!newest || !oldest) return ''
  const { clientSettings } = clientContext()
  const latest = formatInstant(newest.at, clientSettings)
  if (events.length === 1) return `1 event, ${latest}.`
  return `${events.length} events, from ${latest} to ${formatInstant(oldest.at, clientSettings)}.`
}

/** Counting more events than one screen shows would take too long, so their pages have no numbers. */
function Pages({ newest, earlier }: { newest: string | null; earlier: string | null }) {
  if (newest === null && earlier === null) return null
  return (
    <>
      <p className={styles.part}>
        These are the events of one page of the log. An export has all that the filter finds.
      </p>
      <nav aria-label="Pages of the audit log" className={styles.pages}>
        {newest === null ? null : (
          <Link to={newest} look="button">
            Newest events
          </Link>
        )}
        {earlier === null ? null : (
          <Link to={earlier} look="button">
            Earlier events
          </Link>
        )}
      </nav>
    </>
  )
}
