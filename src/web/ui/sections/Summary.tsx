import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../Icon.tsx'
import styles from './Summary.module.css'

/** The line that opens a `details` element. */
export const Summary = ({ className, children }: { className?: string | undefined; children: ReactNode }) => (
  <summary className={classNames(styles.summary, className)}>
    <Icon name="chevron-right" />
    {children}
  </summary>
)
