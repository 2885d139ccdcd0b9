import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../Icon.tsx'
import styles from './Statement.module.css'

type StatementProps = {
  label: string
  /** The last part of a document: on paper its lines stay with what is before them. */
  isEnding?: boolean
  children: ReactNode
}

/** A statement that adds up line by line: names on the left, amounts on the right, between two rules (§2.6). */
export function Statement({ label, isEnding = false, children }: StatementProps) {
  return (
    <section aria-label={label} className={classNames(styles.statement, isEnding && styles.ending)}>
      {children}
    </section>
  )
}

type StatementLineProps = { heading: ReactNode; amount: ReactNode; isTotal?: boolean }

/** A line without details; the total has heavier rules. */
export function StatementLine({ heading, amount, isTotal = false }: StatementLineProps) {
  return (
    <div className={classNames(styles.line, isTotal && styles.total)}>
      <h2 className={styles.heading}>{heading}</h2>
      <span className={styles.amount}>{amount}</span>
    </div>
  )
}

type StatementSectionProps = {
  heading: string
  amount: ReactNode
  /** The number of details, shown beside the heading. */
  count: number
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  children: ReactNode
}

/** A line that opens to its details. Open lines stay open in print. */
export function StatementSection(props: StatementSectionProps) {
  const { heading, amount, count, isOpen, onToggle, children } = props
  const panelId = useId()
  return (
    <section className={classNames(isOpen && styles.open)}>
      <div className={classNames(styles.line, isOpen && styles.openLine)}>
        <h2 className={styles.heading}>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={panelId}
            className={styles.trigger}
            onClick={() => onToggle(!isOpen)}
          >
            <Icon name="chevron-right" className={styles.arrow} />
            <span>
              {heading} <span className={styles.count}>{count}</span>
            </span>
          </button>
        </h2>
        <span className={styles.amount}>{amount}</span>
      </div>
      <div id={panelId} hidden={!isOpen} className={styles.panel}>
        {children}
      </div>
    </section>
  )
}
