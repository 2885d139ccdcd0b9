import { type ReactNode, useId } from 'react'
import styles from './Chapter.module.css'

type ChapterProps = { heading: ReactNode; level?: 2 | 3; children: ReactNode }

/** A section of a long text: its heading in the margin if there is room, its content beside it. */
export function Chapter({ heading, level = 2, children }: ChapterProps) {
  const headingId = useId()
  const Heading = `h${level}` as const
  return (
    <section aria-labelledby={headingId} className={styles.chapter}>
      <Heading id={headingId} className={styles.heading}>
        {heading}
      </Heading>
      <div className={styles.content}>{children}</div>
    </section>
  )
}
