import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { formatInstant } from '../../domain/dates.ts'
import { LoadFailure } from '../../web/api/LoadFailure.tsx'
import { query } from '../../web/api/query.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../web/client-context/client-english.ts'
import { fieldErrorsOf } from '../../web/form/field-errors.ts'
import { downloadFile } from '../../web/list/download-file.ts'
import { PageHeading } from '../../web/routing/PageHeading.tsx'
import { paths } from '../../web/routing/paths.ts'
import { useSearchParams } from '../../web/routing/search-params.ts'
import { Link } from '../../web/ui/actions/Link.tsx'
import { Alert } from '../../web/ui/notices/Alert.tsx'
import { Skeleton } from '../../web/ui/progress/Skeleton.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import styles from './AuditPage.module.css'
import { AuditTable } from './AuditTable.tsx'
import { type AuditEvent, exportAuditEvents, getAuditState, listAuditEvents } from './audit.contract.ts'
import { stateLabel } from './audit-labels.ts'
import { auditSearch, auditViewOf, noFilter, toQuery, toView } from './audit-view.ts'

/** The audit log of the realm: sign-ins, security changes and approvals. */
export function AuditPage() {
  const { filter, after } = auditViewOf(useSearchParams(auditSearch))
  const navigate = useNavigate()
  const page = useQuery({
    ...query(listAuditEvents, { query: toQuery(filter, after) }),
    placeholderData: keepPreviousData,
  })
  const fieldErrors = fieldErrorsOf(page.error)
  return (
    <>
      <PageHeading
        title="Audit Log"
        lead={inClientEnglish('Logins, decisions, payments{,} and changes. Entries cannot be changed.')}
      >
        Audit Log
      </PageHeading>
      <AuditState />
      <AuditFilters
        filter={filter}
        addressErrors={fieldErrors?.address ?? []}
        onFilter={changed => void navigate({ to: paths.auditLog(toView(changed)), resetScroll: false })}
      />
      {page.isLoadingError ? (
        fieldErrors?.address ? null : (
          <LoadFailure what="The audit log" requests={[page]} />
        )
      ) : page.data ? (
        <section aria-label="Events" aria-busy={page.isPlaceholderData}>
          <p className={styles.range} role="status">
            {rangeLabel(page.data.data)}
          </p>
          <AuditTable
            events={page.data.data}
            isFiltered={after !== undefined || JSON.stringify(filter) !== JSON.stringify(noFilter)}
            onExport={(format, about) =>
              downloadFile(exportAuditEvents, { query: { ...toQuery(filter, undefined), format } }, about)
            }
          />
          <Pages
            newest={after === undefined ? null : paths.auditLog(toView(filter))}
            earlier={
              page.data.meta.next === null
                ? null
                : paths.auditLog({ ...toView(filter), after: page.data.meta.next })
            }
          />
        </section>
      ) : (
        <Skeleton shape="table" lines={12} label="Loading the audit log" />
      )}
    </>
  )
}

/** The result of the last verification of the audit log. */
function AuditState() {
  const state = useQuery(query(getAuditState, {}))
  if (state.isLoadingError) return <LoadFailure what="The state of the audit log" requests={[state]} />
  if (!state.data) return <p className={styles.state} />
  const { isBroken, text } = stateLabel(state.data, clientContext().clientSettings)
  if (!isBroken) return <p className={styles.state}>{text}</p>
  return (
    <Alert kind="danger" heading="The audit log is damaged">
      {text} Tell your system administrator. The events below may be wrong or incomplete.
    </Alert>
  )
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

/** Counting the audit log would take too long, so its pages have no numbers. */
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
