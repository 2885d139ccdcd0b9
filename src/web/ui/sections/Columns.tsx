import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './Columns.module.css'

type ColumnsProps = {
  children: ReactNode
  aside: ReactNode
  /** On small screens the column beside comes first: where it holds what a person most likely came to do. */
  isAsideFirst?: boolean
}

/** The matter of a screen with a narrower column beside it. */
export function Columns({ children, aside, isAsideFirst = false }: ColumnsProps) {
  return (
    <div className={styles.columns}>
      <div>{children}</div>
      <aside className={classNames(styles.aside, isAsideFirst && styles.first)}>{aside}</aside>
    </div>
  )
}
