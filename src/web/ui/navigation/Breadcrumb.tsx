import { Link } from '../actions/Link.tsx'
import styles from './Navigation.module.css'

/** The pages above this one, topmost first. */
export function Breadcrumb({ pages }: { pages: readonly { title: string; to: string }[] }) {
  return (
    <nav aria-label="Breadcrumb" className={styles.crumbs}>
      <ol>
        {pages.map(page => (
          <li key={page.to}>
            <Link to={page.to}>{page.title}</Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
