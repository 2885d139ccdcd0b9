import { lazy, Suspense, useState } from 'react'
import styles from './DevelopmentBanner.module.css'

// Loaded, with a request for the API's version, only when the banner is opened.
const Details = lazy(async () => ({
  default: (await import('./DevelopmentDetails.tsx')).DevelopmentDetails,
}))

/** Version details for developers (§2.2), shown with demonstration data and never in production. */
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
