import { type ReactNode, useId } from 'react'
import styles from './FundSteps.module.css'

const steps = [
  {
    title: 'Add to your fund',
    text: 'Contribute money or investments when it suits you.',
    picture: (
      <>
        <path d="M8 25v13h32V25" />
        <path d="M5 25h38" />
        <path d="M24 20V8" className={styles.accent} />
        <path d="m18.5 14.5 5.5 6 5.5-6" className={styles.accent} />
        <path d="M17 31.5h14" />
      </>
    ),
  },
  {
    title: 'Recommend a grant',
    text: 'Find a charity and choose an amount in a few minutes.',
    picture: (
      <>
        <path d="M29 9H11v30h26V17Z" />
        <path d="M29 9v8h8" />
        <path
          d="M24 32.5c-4.6-3-6.6-5.2-6.6-7.8a3.5 3.5 0 0 1 6.6-1.7 3.5 3.5 0 0 1 6.6 1.7c0 2.6-2 4.8-6.6 7.8Z"
          className={styles.accent}
        />
      </>
    ),
  },
  {
    title: 'We pay the charity',
    text: 'We check your recommendation and send the payment.',
    picture: (
      <>
        <path d="M6 19.5 24 8l18 11.5Z" />
        <path d="M11 24v11M37 24v11M6 39.5h36" />
        <path d="m17.5 29.5 4.5 4.5 8.5-9" className={styles.accent} />
      </>
    ),
  },
] as const satisfies readonly { title: string; text: string; picture: ReactNode }[]

/** How a fund works, in three steps. */
export function FundSteps() {
  const headingId = useId()
  return (
    <section className={styles.steps} aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.heading}>
        How a fund works
      </h2>
      <ol className={styles.list}>
        {steps.map(({ title, text, picture }) => (
          <li key={title} className={styles.step}>
            <svg viewBox="0 0 48 48" aria-hidden="true" className={styles.picture}>
              {picture}
            </svg>
            <div>
              <h3 className={styles.title}>{title}</h3>
              <p className={styles.text}>{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
