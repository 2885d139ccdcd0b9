import type { ReactNode } from 'react'
import type { StatusSign } from '../../../domain/status-sign.ts'
import { classNames } from '../class-names.ts'
import styles from './StatusChip.module.css'

/** A status with its sign. The word says everything; shape and color repeat it (WCAG 1.4.1). */
export function StatusChip({ sign, children }: { sign: StatusSign; children: ReactNode }) {
  return <span className={classNames(styles.chip, styles[sign])}>{children}</span>
}
