import { type ReactNode, useId } from 'react'
import styles from './ProfileSection.module.css'

type ProfileSectionProps = {
  title: string
  /** Its id, to which links of the page lead. */
  anchor?: string
  /** Its purpose, in one or two sentences. */
  lead: ReactNode
  children: ReactNode
}

/** A section of the profile: heading and purpose on the left, content and actions on the right. */
export function ProfileSection({ title, anchor, lead, children }: ProfileSectionProps) {
  const headingId = useId()
  return (
    <section id={anchor} aria-labelledby={headingId} className={styles.section}>
      <div>
        <h2 id={headingId} className={styles.heading}>
          {title}
        </h2>
        <p className={styles.lead}>{lead}</p>
      </div>
      <div className={styles.content}>{children}</div>
    </section>
  )
}

/** The actions below the content of a section, one per line on a phone. */
export function ProfileActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
