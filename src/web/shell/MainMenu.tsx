import { MenuPopover } from '../ui/overlay/MenuPopover.tsx'
import styles from './Header.module.css'
import { MenuLink } from './MenuLink.tsx'
import type { MenuItem } from './shell-types.ts'

type MainMenuProps = {
  items: readonly MenuItem[]
  /** Clients with a top bar have no dropdowns in the main menu (§2.3). */
  hasDropdowns: boolean
}

/** The menu of large screens, in its own row under the logo. */
export function MainMenu({ items, hasDropdowns }: MainMenuProps) {
  return (
    <nav aria-label="Main" className={styles.menu}>
      <ul>
        {items.map(item => (
          <li key={item.title}>
            {hasDropdowns && item.children && item.children.length > 0 ? (
              <MenuPopover
                label={item.title}
                trigger={item.title}
                triggerClassName={isWithin(item) ? styles.currentGroup : styles.group}
              >
                {close => (
                  <ul>
                    {item.children?.map(child => (
                      <li key={child.title}>
                        <MenuLink item={child} onFollow={close} />
                      </li>
                    ))}
                  </ul>
                )}
              </MenuPopover>
            ) : (
              <MenuLink item={isWithin(item) ? { ...item, isCurrent: true } : item} />
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

const isWithin = (item: MenuItem): boolean => item.children?.some(child => child.isCurrent) ?? false
