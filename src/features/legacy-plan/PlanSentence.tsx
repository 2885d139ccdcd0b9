import { useQuery } from '@tanstack/react-query'
import { LoadFailure } from '../../web/api/LoadFailure.tsx'
import { query } from '../../web/api/query.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { useCurrentAccount } from '../../web/session/current-account.ts'
import { useCan } from '../../web/session/session.ts'
import { Skeleton } from '../../web/ui/progress/Skeleton.tsx'
import { planInWords } from './domain/legacy-plan.ts'
import styles from './LegacyPlan.module.css'
import { getLegacyPlan } from './legacy-plan.contract.ts'

/** The legacy plan in one sentence, for people who may see it, where the client shows it. */
export function PlanSentence() {
  const mayView = useCan('ACCOUNT_LEGACY_PLAN_VIEW')
  return mayView && clientContext().clientSettings.legacyPlanShown ? <Sentence /> : null
}

const maxNamed = 3

function Sentence() {
  const { fundId } = useCurrentAccount()
  const plan = useQuery(query(getLegacyPlan, { params: { fundId } }))
  return (
    <div className={styles.sentence}>
      <h3>Legacy plan</h3>
      {plan.data ? (
        <p>
          {plan.data.isEndowed
            ? 'This fund is endowed: it continues under its agreement with us after the last surviving donor’s death.'
            : planInWords(
                (plan.data.current?.shares ?? []).map(({ name, option, shareHundredths }) => ({
                  name,
                  designation: option,
                  shareHundredths,
                })),
                maxNamed,
              )}
        </p>
      ) : plan.isLoadingError ? (
        <LoadFailure what="The legacy plan" requests={[plan]} />
      ) : (
        <Skeleton shape="text" lines={2} label="Loading the legacy plan" />
      )}
    </div>
  )
}
