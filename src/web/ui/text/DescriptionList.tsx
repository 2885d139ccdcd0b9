import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './DescriptionList.module.css'

type DescriptionListProps = {
  items: readonly { term: ReactNode; description: ReactNode; isTotal?: boolean }[]
  /** Amounts are right-aligned; facts are beside their terms. */
  look?: 'facts' | 'amounts'
}

/** Terms and descriptions: facts of an account, or a sum line by line. */
export function DescriptionList({ items, look = 'facts' }: DescriptionListProps) {
  return (
    <dl className={classNames(styles.list, styles[look])}>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes, and terms may be elements
        <div key={index} className={classNames(styles.row, item.isTotal && styles.total)}>
          <dt>{item.term}</dt>
          <dd>{item.description}</dd>
        </div>
      ))}
    </dl>
  )
}
