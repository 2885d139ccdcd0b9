import { lazy, Suspense, useState } from 'react'
import styles from './DevelopmentBanner.module.css'

// Fetched, and the API's version asked for, only once somebody looks.
const Details = lazy(async () => ({
  default: (await import('./DevelopmentDetails.tsx')).DevelopmentDetails,
}))

/** §2.2: what answers here, for whoever works on it. Shown with demonstration data, never in production. */
export function DevelopmentBanner() {
  const [isOpen, setOpen] = useState(false)
  return (
    <section aria-label="Development environment" className={styles.banner}>
      <details className={styles.inner} onToggle={event => setOpen(event.currentTarget.open)}>
        <summary className={styles.summary}>Development environment with demonstration data</summary>
        {isOpen ? (
          <Suspense fallback={null}>
            <Details />
          </Suspense>
        ) : null}
      </details>
    </section>
  )
}
