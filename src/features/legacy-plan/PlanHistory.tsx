import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatInstant } from '../../domain/dates.ts'
import { LoadFailure } from '../../web/api/LoadFailure.tsx'
import { query } from '../../web/api/query.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { TimeLine } from '../../web/ui/progress/TimeLine.tsx'
import styles from './LegacyPlan.module.css'
import { listPlanVersions } from './legacy-plan.contract.ts'

const maxShown = 4

/** Every version of the plan, newest first, with who saved it and when (§17), beside the plan. */
export function PlanHistory({ fundId }: { fundId: number }) {
  const { clientSettings } = clientContext()
  const [showsAll, showAll] = useState(false)
  const versions = useQuery(query(listPlanVersions, { params: { fundId } }))
  if (versions.isLoadingError) return <LoadFailure what="The history of the plan" requests={[versions]} />
  if (!versions.data || versions.data.data.length === 0) return null
  const all = versions.data.data
  return (
    <aside aria-label="History of the plan" className={styles.history}>
      <h2>History</h2>
      <TimeLine
        label="Versions of the plan, newest first"
        events={all.slice(0, showsAll ? undefined : maxShown).map(({ version, savedAt, savedBy, words }) => ({
          key: String(version),
          title: `Saved by ${savedBy}`,
          when: formatInstant(savedAt, clientSettings),
          note: words,
          state: version === all[0]?.version ? 'current' : 'done',
        }))}
      />
      {all.length > maxShown && !showsAll ? (
        <Button kind="text" onPress={() => showAll(true)}>
          Show all {all.length} versions
        </Button>
      ) : null}
    </aside>
  )
}
