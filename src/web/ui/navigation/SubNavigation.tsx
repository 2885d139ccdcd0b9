import { Link } from '../actions/Link.tsx'
import styles from './Navigation.module.css'
import { useCurrentInSight } from './use-current-in-sight.ts'

type SubNavigationPage = { title: string; to: string; isCurrent: boolean }

/** The pages of one part of the portal, such as Update Account (§2.9). The caller omits what the person may not see. */
export function SubNavigation({ label, pages }: { label: string; pages: readonly SubNavigationPage[] }) {
  const line = useCurrentInSight<HTMLUListElement>(pages.find(({ isCurrent }) => isCurrent)?.to)
  return (
    <nav
      aria-label={label}
      className={styles.sub}
      // On phones it is one line that scrolls; browsers leave a link that is half outside where it is.
      onFocus={({ target }) => target.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
    >
      <ul ref={line}>
        {pages.map(page => (
          <li key={page.to}>
            <Link to={page.to} look="plain" aria-current={page.isCurrent ? 'page' : undefined}>
              {page.title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
