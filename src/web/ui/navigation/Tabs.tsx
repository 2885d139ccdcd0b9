import { type KeyboardEvent, type ReactNode, useId } from 'react'
import styles from './Tabs.module.css'

type TabsProps<Key extends string> = {
  /** The accessible name of the row of tabs. */
  label: string
  /** With a single one, its panel is shown without a row of tabs. */
  tabs: readonly { key: Key; title: string }[]
  current: Key
  onChange: (key: Key) => void
  /** The panel of the current tab. */
  children: ReactNode
}

/** The tab that a key moves the focus to, from the one with this index; null for other keys. */
function nextIndex(key: string, index: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return (index + 1) % count
    case 'ArrowLeft':
      return (index - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}

/**
 * Parts of a page of which one is shown, after the tabs pattern of the ARIA Authoring Practices: Tab reaches the current tab, the arrow keys
 * the others, and Enter or Space opens one.
 */
export function Tabs<Key extends string>({ label, tabs, current, onChange, children }: TabsProps<Key>) {
  const id = useId()
  const tabId = (key: Key) => `${id}-${key}`
  if (tabs.length < 2) return <div className={styles.panel}>{children}</div>
  const moveFocus = (event: KeyboardEvent<HTMLDivElement>) => {
    const index = tabs.findIndex(({ key }) => tabId(key) === document.activeElement?.id)
    const next = tabs[nextIndex(event.key, index, tabs.length) ?? -1]
    if (next === undefined) return
    event.preventDefault()
    document.getElementById(tabId(next.key))?.focus()
  }
  return (
    <div>
      <div role="tablist" aria-label={label} className={styles.tabs} onKeyDown={moveFocus}>
        {tabs.map(({ key, title }) => (
          <button
            key={key}
            id={tabId(key)}
            type="button"
            role="tab"
            aria-selected={key === current}
            aria-controls={key === current ? `${id}-panel` : undefined}
            tabIndex={key === current ? 0 : -1}
            className={styles.tab}
            onClick={() => onChange(key)}
          >
            {title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={tabId(current)} className={styles.panel}>
        {children}
      </div>
    </div>
  )
}
