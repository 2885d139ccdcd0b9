import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './Columns.module.css'

type ColumnsProps = {
  children: ReactNode
  aside: ReactNode
  /** Shows the side column first on small screens, if it holds what people most likely came for. */
  isAsideFirst?: boolean
}

/** The content of a screen with a narrower column beside it. */
export function Columns({ children, aside, isAsideFirst = false }: ColumnsProps) {
  return (
    <div className={styles.columns}>
      <div>{children}</div>
      <aside className={classNames(styles.aside, isAsideFirst && styles.asideFirst)}>{aside}</aside>
    </div>
  )
}
