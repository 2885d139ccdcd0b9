import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './Note.module.css'

/** A quiet line below a name or a value. */
export function Note({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <span className={classNames(styles.note, className)}>{children}</span>
}
