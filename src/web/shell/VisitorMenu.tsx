import { Button } from '../ui/actions/Button.tsx'
import { Link } from '../ui/actions/Link.tsx'
import { classNames } from '../ui/class-names.ts'
import { MenuPopover } from '../ui/overlay/MenuPopover.tsx'
import styles from './Header.module.css'
import { MenuLink } from './MenuLink.tsx'
import { SearchButton } from './SearchButton.tsx'
import { type MenuItem, namelessUser, type ShellVisitor } from './shell-types.ts'

type VisitorMenuProps = {
  visitor: ShellVisitor
  topBar: readonly MenuItem[]
  help: readonly MenuItem[]
  onSearch: () => void
}

/** The right of the logo's row: top bar, help, and the profile menu or Log In (§2.3, §4). */
export function VisitorMenu({ visitor, topBar, help, onSearch }: VisitorMenuProps) {
  if (visitor.state === 'forced-email-change') {
    return (
      <div className={classNames(styles.visitor, styles.always)}>
        <Button kind="text" onPress={visitor.onLogOut}>
          Logout
        </Button>
      </div>
    )
  }
  return (
    <div className={classNames(styles.visitor, topBar.length > 0 && styles.compact)}>
      <SearchButton onPress={onSearch} />
      {topBar.map(item => (
        <MenuLink key={item.title} item={item} />
      ))}
      {help.length > 0 ? (
        <MenuPopover label="Help" trigger="Help">
          {close => <Entries items={help} onFollow={close} />}
        </MenuPopover>
      ) : null}
      {visitor.state === 'logged-in' ? (
        <MenuPopover
          label="Your profile"
          trigger={<span className={styles.user}>{visitor.name ?? namelessUser}</span>}
        >
          {close => (
            <Entries items={visitor.profileMenu} onFollow={close}>
              <li>
                <button
                  type="button"
                  onClick={() => {
                    close()
                    visitor.onLogOut()
                  }}
                >
                  Log Out
                </button>
              </li>
            </Entries>
          )}
        </MenuPopover>
      ) : (
        <Link to={visitor.logInTo} look="plain" className={styles.logIn} onClick={visitor.onLogIn}>
          Log In
        </Link>
      )}
    </div>
  )
}

type EntriesProps = { items: readonly MenuItem[]; onFollow: () => void; children?: React.ReactNode }

function Entries({ items, onFollow, children }: EntriesProps) {
  return (
    <ul>
      {items.map(item => (
        <li key={item.title}>
          <MenuLink item={item} onFollow={onFollow} />
        </li>
      ))}
      {children}
    </ul>
  )
}
