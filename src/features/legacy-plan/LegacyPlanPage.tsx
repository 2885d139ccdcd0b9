import { useQuery } from '@tanstack/react-query'
import { LoadFailure } from '../../web/api/LoadFailure.tsx'
import { query } from '../../web/api/query.ts'
import { AccountNavigation } from '../../web/routing/AccountNavigation.tsx'
import { PageHeading } from '../../web/routing/PageHeading.tsx'
import { Can } from '../../web/session/can.tsx'
import { useCurrentFundId } from '../../web/session/current-account.ts'
import { useCurrency } from '../../web/session/session.ts'
import { Skeleton } from '../../web/ui/progress/Skeleton.tsx'
import { Endowment } from './EndowmentForm.tsx'
import styles from './LegacyPlan.module.css'
import { LegacyPlanFacts, LegacyPlanForm } from './LegacyPlanForm.tsx'
import { getLegacyPlan } from './legacy-plan.contract.ts'
import { PlanHistory } from './PlanHistory.tsx'

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
        <div className={styles.beside}>
          <div>
            {plan.data.violation === null ? (
              <LegacyPlanForm key={key} stored={plan.data} fundId={fundId} />
            ) : (
              <LegacyPlanFacts stored={plan.data} />
            )}
            <Can action="ACCOUNT_STATUS_SET">
              <Endowment key={`endowment ${key}`} stored={plan.data} fundId={fundId} />
            </Can>
          </div>
          <PlanHistory key={`history ${key}`} fundId={fundId} />
        </div>
      ) : plan.isLoadingError ? (
        <LoadFailure what="The legacy plan" requests={[plan]} />
      ) : (
        <Skeleton shape="text" lines={8} label="Loading the legacy plan" />
      )}
    </>
  )
}
