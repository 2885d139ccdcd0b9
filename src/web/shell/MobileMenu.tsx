import { useEffect, useEffectEvent } from 'react'
import { Button } from '../ui/actions/Button.tsx'
import { Link } from '../ui/actions/Link.tsx'
import { MenuLink } from './MenuLink.tsx'
import styles from './MobileMenu.module.css'
import { SearchButton } from './SearchButton.tsx'
import { type MenuItem, namelessUser, type ShellVisitor } from './shell-types.ts'

type MobileMenuProps = {
  id: string
  items: readonly MenuItem[]
  topBar: readonly MenuItem[]
  help: readonly MenuItem[]
  visitor: ShellVisitor
  onSearch: () => void
  onFollow: () => void
  onEscape: () => void
}

/** Everything in the header as one list, for small screens. */
export function MobileMenu(props: MobileMenuProps) {
  const { id, items, topBar, help, visitor, onSearch, onFollow, onEscape } = props
  useEscape(onEscape)
  return (
    <section id={id} aria-label="Menu" className={styles.panel}>
      <SearchButton
        className={styles.search}
        onPress={() => {
          onFollow()
          onSearch()
        }}
      />
      {items.length + topBar.length > 0 ? (
        <nav aria-label="Main">
          <Entries items={[...items, ...topBar]} onFollow={onFollow} />
        </nav>
      ) : null}
      {help.length > 0 ? (
        <nav aria-label="Help">
          <h2 className={styles.heading}>Help</h2>
          <Entries items={help} onFollow={onFollow} />
        </nav>
      ) : null}
      {visitor.state === 'logged-out' ? (
        <Link
          to={visitor.logInTo}
          look="primary-button"
          onClick={() => {
            visitor.onLogIn()
            onFollow()
          }}
        >
          Log In
        </Link>
      ) : (
        <div>
          {visitor.state === 'logged-in' ? (
            <nav aria-label="Your profile">
              <h2 className={styles.heading}>{visitor.name ?? namelessUser}</h2>
              <Entries items={visitor.profileMenu} onFollow={onFollow} />
            </nav>
          ) : null}
          <Button
            onPress={() => {
              onFollow()
              visitor.onLogOut()
            }}
          >
            Log Out
          </Button>
        </div>
      )}
    </section>
  )
}

/** Listens on the document, because the panel does not trap the focus. */
function useEscape(onEscape: () => void): void {
  const close = useEffectEvent(onEscape)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) close()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

function Entries({ items, onFollow }: { items: readonly MenuItem[]; onFollow: () => void }) {
  return (
    <ul className={styles.list}>
      {items.map(item =>
        item.children && item.children.length > 0 ? (
          <li key={item.title}>
            <span className={styles.heading}>{item.title}</span>
            <Entries items={item.children} onFollow={onFollow} />
          </li>
        ) : (
          <li key={item.title}>
            <MenuLink item={item} onFollow={onFollow} className={styles.link} />
          </li>
        ),
      )}
    </ul>
  )
}
