import { MenuLink } from './MenuLink.tsx'
import styles from './Shell.module.css'
import type { MenuItem } from './shell-types.ts'

/** The dashboard's sub-navigation, only on large desktop screens (§2.2). */
export function DashboardNavigation({ pages }: { pages: readonly MenuItem[] }) {
  if (pages.length === 0) return null
  return (
    <nav aria-label="Dashboard" className={styles.dashboard}>
      <ul>
        {pages.map(page => (
          <li key={page.title}>
            <MenuLink item={page} />
          </li>
        ))}
      </ul>
    </nav>
  )
}
