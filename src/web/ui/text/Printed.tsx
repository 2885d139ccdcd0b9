import type { ReactNode } from 'react'
import styles from './Printed.module.css'

/** What a printed page is, where on screen the chosen view and its fields say so. */
export const PrintedTitle = ({ children }: { children: ReactNode }) => (
  <p className={styles.title}>{children}</p>
)

/** Fields to choose with, or to type in, which say nothing on paper. */
export const OnScreenOnly = ({ children }: { children: ReactNode }) => (
  <div className={styles.onScreenOnly}>{children}</div>
)
