import type { ReactNode } from 'react'
import styles from './Note.module.css'

/** A quiet line below a name or a value. */
export const Note = ({ children }: { children: ReactNode }) => <span className={styles.note}>{children}</span>
