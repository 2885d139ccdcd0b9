import { useId } from 'react'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import type { User } from '../users.contract.ts'
import styles from './Users.module.css'

/** What a person filed or owns that is not done: of somebody who cannot log in, it waits for others. Nothing is shown where there is nothing. */
export function WaitingWork({ user: { waiting, access } }: { user: User }) {
  const headingId = useId()
  if (waiting.length === 0) return null
  const isLeft = access !== 'active'
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <h2 id={headingId}>{isLeft ? 'Waiting for someone else' : 'In hand'}</h2>
      {isLeft ? <p>This person can’t go on with it. Others find it in their queues.</p> : null}
      <DescriptionList
        items={waiting.map(({ what, count }) => ({
          term: what.charAt(0).toUpperCase() + what.slice(1),
          description: count,
        }))}
      />
    </section>
  )
}
