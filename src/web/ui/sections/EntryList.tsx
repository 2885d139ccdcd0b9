import type { ReactNode } from 'react'
import styles from './EntryList.module.css'

export function EntryList({ children }: { children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>
}

type EntryProps = {
  /** Name and notes; paragraphs are notes. */
  children: ReactNode
  /** Beside them: buttons or a state. */
  action?: ReactNode
}

export function Entry({ children, action }: EntryProps) {
  return (
    <li>
      <div className={styles.entry}>{children}</div>
      {action}
    </li>
  )
}
