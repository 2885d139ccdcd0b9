import { type ReactNode, useId } from 'react'
import styles from './Profile.module.css'

type ProfileSectionProps = {
  title: string
  /** What it is for, in a sentence or two. */
  lead: ReactNode
  children: ReactNode
}

/** A part of the profile: what it is at the left, what there is and what can be done at the right. */
export function ProfileSection({ title, lead, children }: ProfileSectionProps) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <div>
        <h2 id={headingId} className={styles.heading}>
          {title}
        </h2>
        <p className={styles.lead}>{lead}</p>
      </div>
      <div className={styles.matter}>{children}</div>
    </section>
  )
}
