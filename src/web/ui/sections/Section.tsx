import { type ReactNode, useId } from 'react'
import styles from './Section.module.css'

/** A part of a page with its heading, which names it. */
export function Section({ heading, children }: { heading: string; children: ReactNode }) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <h2 id={headingId}>{heading}</h2>
      {children}
    </section>
  )
}
