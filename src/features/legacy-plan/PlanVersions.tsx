import { useQuery } from '@tanstack/react-query'
import { formatInstant } from '../../domain/dates.ts'
import { LoadFailure } from '../../web/api/LoadFailure.tsx'
import { query } from '../../web/api/query.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import styles from './LegacyPlan.module.css'
import { listPlanVersions } from './legacy-plan.contract.ts'

/** Every version of the plan, with who saved it and when (§17). */
export function PlanVersions({ fundId }: { fundId: number }) {
  const { clientSettings } = clientContext()
  const versions = useQuery(query(listPlanVersions, { params: { fundId } }))
  if (versions.isError) return <LoadFailure what="The versions of the plan" requests={[versions]} />
  if (!versions.data || versions.data.data.length === 0) return null
  return (
    <section className={styles.section}>
      <h2>Versions</h2>
      <ol className={styles.versions} reversed>
        {versions.data.data.map(({ version, savedAt, savedBy, words }) => (
          <li key={version} value={version}>
            <p>
              Saved by {savedBy} on {formatInstant(savedAt, clientSettings)}
            </p>
            <p>{words}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
