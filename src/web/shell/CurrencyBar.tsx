import type { ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'
import styles from './AccountOverview.module.css'

/** The bar of screens that are about no account: the currency of their amounts, and its toggle. */
export function CurrencyBar({ children }: { children: ReactNode }) {
  return (
    <section aria-label="Currency of this page" className={styles.overview}>
      <div className={classNames(styles.inner, styles.slim)}>
        <p className={styles.id}>
          <span className={styles.viewAccounts}>{children}</span>
        </p>
      </div>
    </section>
  )
}
