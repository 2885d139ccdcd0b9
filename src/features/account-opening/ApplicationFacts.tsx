import type { ReactNode } from 'react'
import { clientContext } from '../../web/client-context/client-context.ts'
import { useCurrency } from '../../web/session/session.ts'
import { FactGroups } from '../../web/ui/text/FactGroups.tsx'
import styles from './AccountOpening.module.css'
import { applicationFacts, type FactsOfStep } from './domain/application-facts.ts'
import type { ApplicationDraft } from './domain/draft.ts'

/** What was filled in, step by step. `after` follows a step's heading, such as a link to change it. */
export function ApplicationFacts({
  draft,
  after,
}: {
  draft: ApplicationDraft
  after?: (step: FactsOfStep['step']) => ReactNode
}) {
  const { locale, legacyPlanShown } = clientContext().clientSettings
  const currency = useCurrency()
  const facts = applicationFacts(draft, {
    locale,
    currency,
    showsPlan: legacyPlanShown,
  })
  return facts.map(({ step, title, groups }) => (
    <section key={step} className={styles.stepFacts}>
      <div className={styles.stepHeading}>
        <h2>{title}</h2>
        {after?.(step)}
      </div>
      <FactGroups groups={groups} />
    </section>
  ))
}
