import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import styles from './Tabs.module.css'

type TabsProps<Key extends string> = {
  /** The accessible name of the row of tabs. */
  label: string
  /** With a single one, its panel is shown without a row of tabs. */
  tabs: readonly { key: Key; title: string }[]
  current: Key
  onChange: (key: Key) => void
  panel: (key: Key) => ReactNode
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
 * the others, and Enter or Space opens one. A panel that was opened stays with what was typed into it.
 */
export function Tabs<Key extends string>({ label, tabs, current, onChange, panel }: TabsProps<Key>) {
  const id = useId()
  const [opened, setOpened] = useState<readonly Key[]>([current])
  if (!opened.includes(current)) setOpened([...opened, current])
  const tabId = (key: Key) => `${id}-${key}`
  const panelId = (key: Key) => `${id}-${key}-panel`
  if (tabs.length < 2) return <div className={styles.panel}>{panel(current)}</div>
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
            aria-controls={opened.includes(key) ? panelId(key) : undefined}
            tabIndex={key === current ? 0 : -1}
            className={styles.tab}
            onClick={() => onChange(key)}
          >
            {title}
          </button>
        ))}
      </div>
      <p className={styles.onPaper} aria-hidden>
        Printed: {tabs.find(({ key }) => key === current)?.title}. The other tabs are printed when they are
        open.
      </p>
      {tabs
        .filter(({ key }) => opened.includes(key))
        .map(({ key }) => (
          <div
            key={key}
            role="tabpanel"
            id={panelId(key)}
            aria-labelledby={tabId(key)}
            hidden={key !== current}
            className={styles.panel}
          >
            {panel(key)}
          </div>
        ))}
    </div>
  )
}
