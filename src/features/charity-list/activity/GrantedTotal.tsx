import type { Currency } from '../../../domain/money.ts'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import styles from './GrantedTotal.module.css'

type GrantedTotalProps = {
  /** Net of returns. */
  paidMinor: bigint
  pendingMinor: bigint
  currency: Currency
  /** The range as people read it. */
  rangeText: string
}

/** The total granted to a charity in the range, split into paid and pending (§2.7). */
export function GrantedTotal({ paidMinor, pendingMinor, currency, rangeText }: GrantedTotalProps) {
  return (
    <section aria-label="Total granted" className={styles.total}>
      <h2 className={styles.heading}>Total granted</h2>
      <p className={styles.figure}>
        <Money amountMinor={paidMinor + pendingMinor} currency={currency} size="large" />
      </p>
      <p className={styles.range}>{rangeText}</p>
      <DescriptionList
        look="amounts"
        items={[
          { term: 'Paid', description: <Money amountMinor={paidMinor} currency={currency} symbol={false} /> },
          {
            term: 'Pending',
            description: <Money amountMinor={pendingMinor} currency={currency} symbol={false} />,
          },
        ]}
      />
    </section>
  )
}
