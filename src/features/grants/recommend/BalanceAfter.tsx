import type { Currency } from '../../../domain/money.ts'
import type { CurrentAccount } from '../../../web/session/current-account.ts'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import styles from './BalanceAfter.module.css'

/** What the grant leaves: available − this grant, as the amount is written. */
export function BalanceAfter({
  account,
  amountMinor,
}: {
  account: CurrentAccount
  amountMinor: bigint | null
}) {
  const { currency, availableMinor } = account
  const afterMinor = availableMinor - (amountMinor ?? 0n)
  return (
    <aside aria-label="Balance after this grant" className={styles.panel}>
      <h2 className={styles.heading}>After this grant</h2>
      <DescriptionList
        look="amounts"
        items={[
          { term: 'Available now', description: <Bare amountMinor={availableMinor} currency={currency} /> },
          {
            term: 'This grant',
            description: amountMinor === null ? '–' : <Bare amountMinor={-amountMinor} currency={currency} />,
          },
          {
            term: 'Available after',
            description: <Money amountMinor={afterMinor} currency={currency} />,
            isTotal: true,
          },
        ]}
      />
      {afterMinor < 0n ? <p className={styles.over}>This is more than is available.</p> : null}
    </aside>
  )
}

function Bare({ amountMinor, currency }: { amountMinor: bigint; currency: Currency }) {
  return <Money amountMinor={amountMinor} currency={currency} symbol={false} />
}
