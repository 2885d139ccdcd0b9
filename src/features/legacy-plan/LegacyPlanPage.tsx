import { useQuery } from '@tanstack/react-query'
import { formatInstant } from '../../domain/dates.ts'
import { LoadFailure } from '../../web/api/LoadFailure.tsx'
import { query } from '../../web/api/query.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { AccountNavigation } from '../../web/routing/AccountNavigation.tsx'
import { PageHeading } from '../../web/routing/PageHeading.tsx'
import { Can } from '../../web/session/can.tsx'
import { useCurrentFundId } from '../../web/session/current-account.ts'
import { useCurrency } from '../../web/session/session.ts'
import { Skeleton } from '../../web/ui/progress/Skeleton.tsx'
import { Endowment } from './EndowmentForm.tsx'
import styles from './LegacyPlan.module.css'
import { LegacyPlanFacts, LegacyPlanForm } from './LegacyPlanForm.tsx'
import { getLegacyPlan, listPlanVersions } from './legacy-plan.contract.ts'

/** /update-account/legacy-plan: the successors of the fund's last donor (§2.9). */
export function LegacyPlanPage() {
  const fundId = useCurrentFundId()
  const currency = useCurrency()
  const plan = useQuery(query(getLegacyPlan, { params: { fundId } }))
  const key = `${currency} ${fundId}`
  return (
    <>
      <PageHeading
        title="Update Account: Legacy Plan"
        lead={
          plan.data?.violation == null
            ? 'Name the people and charities that will receive your donor-advised fund after the last surviving donor’s death.'
            : 'The people and charities that will receive this donor-advised fund after the last surviving donor’s death.'
        }
      >
        Legacy Plan
      </PageHeading>
      <AccountNavigation current="/update-account/legacy-plan" />
      {plan.data ? (
        <>
          {plan.data.violation === null ? (
            <LegacyPlanForm key={key} stored={plan.data} fundId={fundId} />
          ) : (
            <LegacyPlanFacts stored={plan.data} />
          )}
          <Can action="ACCOUNT_STATUS_SET">
            <Endowment key={`endowment ${key}`} stored={plan.data} fundId={fundId} />
          </Can>
          <PlanVersions key={`versions ${key}`} fundId={fundId} />
        </>
      ) : plan.isLoadingError ? (
        <LoadFailure what="The legacy plan" requests={[plan]} />
      ) : (
        <Skeleton shape="text" lines={8} label="Loading the legacy plan" />
      )}
    </>
  )
}

/** Every version of the plan, with who saved it and when (§17). */
function PlanVersions({ fundId }: { fundId: number }) {
  const { clientSettings } = clientContext()
  const versions = useQuery(query(listPlanVersions, { params: { fundId } }))
  if (versions.isLoadingError) return <LoadFailure what="The versions of the plan" requests={[versions]} />
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
