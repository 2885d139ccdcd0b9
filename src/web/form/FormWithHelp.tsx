import { type ReactNode, useId } from 'react'
import styles from './FormWithHelp.module.css'

type FormWithHelpProps = {
  /** The heading of the page, which begins where the form does. */
  heading?: ReactNode
  /** What happens after the form is submitted, one sentence each, in this order. */
  next: readonly string[]
  children: ReactNode
}

/** A short form in the middle of the page, and beside it, or below it on small screens, what happens next. */
export function FormWithHelp({ heading, next, children }: FormWithHelpProps) {
  const headingId = useId()
  return (
    <div className={styles.page}>
      {heading === undefined ? null : <div className={styles.heading}>{heading}</div>}
      <div className={styles.form}>{children}</div>
      <aside aria-labelledby={headingId} className={styles.help}>
        <h2 id={headingId}>What happens next</h2>
        <ol className={styles.next}>
          {next.map(sentence => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ol>
      </aside>
    </div>
  )
}
