import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { clientContext } from '../../web/client-context.ts'
import { frontEndVersion } from '../../web/front-end-version.ts'
import { query } from '../../web/query.ts'
import { DescriptionList } from '../../web/ui/text/DescriptionList.tsx'
import styles from './DevelopmentBanner.module.css'
import { getVersion } from './shell.contract.ts'

type Version = { jira: string; branch: string; revision: string }

const inWords = ({ jira, branch, revision }: Version) => `${jira}, ${branch}, ${revision}`

/** §2.2: what answers here, for whoever works on it. Shown with demonstration data, never in production. */
export function DevelopmentBanner() {
  const [isOpen, setOpen] = useState(false)
  return (
    <section aria-label="Development environment" className={styles.banner}>
      <details className={styles.inner} onToggle={event => setOpen(event.currentTarget.open)}>
        <summary className={styles.summary}>Development environment with demonstration data</summary>
        {isOpen ? <Details /> : null}
      </details>
    </section>
  )
}

/** Only asked for once somebody looks. */
function Details() {
  const { client, dbName, primaryDb, secondaryDb, currentDbHeader, orgId, origin } = clientContext()
  const api = useQuery(query(getVersion, {}))
  const apiVersion = api.data ? inWords(api.data) : api.isError ? 'It does not answer.' : '...'
  return (
    <DescriptionList
      items={[
        { term: 'Front end', description: inWords(frontEndVersion) },
        { term: 'API', description: apiVersion },
        { term: 'Client', description: `${client}, at ${origin}` },
        { term: 'Realm', description: orgId },
        { term: 'Database', description: `${dbName}, in ${currentDbHeader}` },
        {
          term: 'Databases of the client',
          description: secondaryDb === null ? primaryDb : `${primaryDb}, ${secondaryDb}`,
        },
      ]}
    />
  )
}
