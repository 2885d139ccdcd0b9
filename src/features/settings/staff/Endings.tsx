import { useQuery } from '@tanstack/react-query'
import { formatInstant } from '../../../domain/dates.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { useCan } from '../../../web/session/session.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { Section } from '../../../web/ui/sections/Section.tsx'
import { endingText } from '../domain/ending-text.ts'
import { type EndingReply, listEndings } from '../endings.contract.ts'
import styles from './Settings.module.css'

/** On the dashboard of staff who can act: what ended, or ends within 30 days. Nothing is shown while nothing does. */
export function EndingWarnings() {
  return useCan('SETTINGS_MANAGE') ? <Warnings /> : null
}

function Warnings() {
  const found = useQuery(query(listEndings, {}))
  if (found.isLoadingError) return <LoadFailure what="What ends soon" requests={[found]} />
  const near = (found.data?.data ?? []).filter(({ level }) => level !== 'later')
  if (near.length === 0) return null
  const isUrgent = near.some(({ level }) => level !== 'soon')
  return (
    <Alert kind={isUrgent ? 'danger' : 'caution'} heading="Soon to be replaced">
      <EndingList endings={near} />
      <p>
        <Link to={staffPaths.settings()}>Everything that ends soon</Link>
      </p>
    </Alert>
  )
}

/** On the page Settings: what ends within 60 days, and when that was looked for. */
export function EndingsSection() {
  const found = useQuery(query(listEndings, {}))
  const { clientSettings } = clientContext()
  return (
    <Section heading="What ends soon">
      {found.isLoadingError ? <LoadFailure what="What ends soon" requests={[found]} /> : null}
      {found.data ? (
        <>
          {found.data.data.length === 0 ? null : <EndingList endings={found.data.data} />}
          <p className={styles.origin}>
            {found.data.checkedAt === null
              ? inClientEnglish('Certificates, keys{,} and vettings are looked at in the coming night.')
              : `${found.data.data.length === 0 ? inClientEnglish('No certificate, key{,} or vetting ends within 60 days. ') : ''}Last looked at ${formatInstant(found.data.checkedAt, clientSettings)}.`}
          </p>
        </>
      ) : null}
    </Section>
  )
}

function EndingList({ endings }: { endings: readonly EndingReply[] }) {
  const { locale } = clientContext().clientSettings
  return (
    <ul className={styles.endings}>
      {endings.map(({ key, text }) => (
        <li key={key}>{endingText(text, locale)}</li>
      ))}
    </ul>
  )
}
