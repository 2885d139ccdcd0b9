import styles from './LegacyPlan.module.css'
import type { LegacyPlan } from './legacy-plan.contract.ts'

/** The plan in one sentence, and the points to check (§17). */
export function PlanInWords({ stored, draft }: { stored: LegacyPlan; draft: string | null }) {
  return (
    <section className={styles.block}>
      <h2>In Plain Words</h2>
      <p className={styles.words}>{stored.words}</p>
      {draft === null ? null : (
        <p className={styles.words}>
          <strong>Not saved yet:</strong> {draft}
        </p>
      )}
      {stored.checkUp.length === 0 ? null : (
        <>
          <h3>Please Check</h3>
          <ul className={styles.findings}>
            {stored.checkUp.map(finding => (
              <li key={finding}>{finding}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
