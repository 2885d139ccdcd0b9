import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './DescriptionList.module.css'

type DescriptionListProps = {
  items: readonly { term: ReactNode; description: ReactNode; isTotal?: boolean }[]
  /** Amounts stand at the right, one under another; facts beside their names. */
  look?: 'facts' | 'amounts'
}

/** Names with what belongs to them: facts of an account, or a sum that adds up line by line. */
export function DescriptionList({ items, look = 'facts' }: DescriptionListProps) {
  return (
    <dl className={classNames(styles.list, styles[look])}>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order of a description is its identity, terms may be elements
        <div key={index} className={classNames(styles.row, item.isTotal && styles.total)}>
          <dt>{item.term}</dt>
          <dd>{item.description}</dd>
        </div>
      ))}
    </dl>
  )
}
