import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { formatInstant } from '../../../domain/dates.ts'
import { query } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { fieldErrorsOf } from '../../../web/form/field-errors.ts'
import { paths } from '../../../web/routing/paths.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { PageHeading } from '../../../web/ui/text/PageHeading.tsx'
import { type AuditEvent, listAuditEvents } from '../../audit/audit.contract.ts'
import { DashboardNavigation } from '../DashboardNavigation.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import styles from './AuditPage.module.css'
import { AuditState } from './AuditState.tsx'
import { AuditTable } from './AuditTable.tsx'
import { asAddress, asQuestion, auditViewOf, everything } from './audit-view.ts'

/** Issue 3, 10: who did what at the door, when, from where, for those who may see it. */
export function AuditPage() {
  const { filter, after } = auditViewOf(useSearch({ strict: false }))
  const navigate = useNavigate()
  const page = useQuery({
    ...query(listAuditEvents, { query: asQuestion(filter, after) }),
    placeholderData: keepPreviousData,
  })
  const refused = fieldErrorsOf(page.error)
  return (
    <>
      <PageHeading
        title="Audit Trail"
        lead="Who came to the door, what they changed there, when and from where. Nothing in it can be changed."
      >
        Audit Trail
      </PageHeading>
      <DashboardNavigation current="audit-trail" />
      <AuditState />
      <AuditFilters
        shown={filter}
        addressErrors={refused?.address ?? []}
        onFilter={wanted => void navigate({ to: paths.auditLog(asAddress(wanted)), resetScroll: false })}
      />
      {page.isError ? (
        refused?.address ? null : (
          <Alert kind="danger">The trail could not be loaded. Please try again.</Alert>
        )
      ) : page.data ? (
        <section aria-label="Events" aria-busy={page.isPlaceholderData}>
          <p className={styles.shown} role="status">
            {shownInWords(page.data.data)}
          </p>
          <AuditTable
            events={page.data.data}
            isFiltered={after !== undefined || JSON.stringify(filter) !== JSON.stringify(everything)}
          />
          <Pages
            newest={after === undefined ? null : paths.auditLog(asAddress(filter))}
            earlier={
              page.data.meta.next === null
                ? null
                : paths.auditLog({ ...asAddress(filter), after: page.data.meta.next })
            }
          />
        </section>
      ) : (
        <Skeleton shape="table" lines={12} label="Loading the trail" />
      )}
    </>
  )
}

function shownInWords(events: readonly AuditEvent[]): string {
  const [newest] = events
  const oldest = events.at(-1)
  if (!newest || !oldest) return ''
  const { locale } = clientContext().clientSettings
  if (events.length === 1) return `1 event, ${formatInstant(newest.at, locale)}.`
  return `${events.length} events, from ${formatInstant(newest.at, locale)} back to ${formatInstant(oldest.at, locale)}.`
}

/** The trail is too long to be counted, so its pages have no numbers. */
function Pages({ newest, earlier }: { newest: string | null; earlier: string | null }) {
  if (newest === null && earlier === null) return null
  return (
    <nav aria-label="Pages of the trail" className={styles.pages}>
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
  )
}
