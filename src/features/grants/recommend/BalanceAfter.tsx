import type { Currency } from '../../../domain/money.ts'
import type { CurrentAccount } from '../../../web/session/current-account.ts'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import styles from './BalanceAfter.module.css'

/** The balance that the grant leaves, updated while the amount is typed. */
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
          {
            term: 'Available now',
            description: <AmountWithoutSymbol amountMinor={availableMinor} currency={currency} />,
          },
          {
            term: 'This grant',
            description:
              amountMinor === null ? (
                '–'
              ) : (
                <AmountWithoutSymbol amountMinor={-amountMinor} currency={currency} />
              ),
          },
          {
            term: 'Available after',
            description: <Money amountMinor={afterMinor} currency={currency} />,
            isTotal: true,
          },
        ]}
      />
      {afterMinor < 0n ? <p className={styles.over}>This is more than the available balance.</p> : null}
    </aside>
  )
}

function AmountWithoutSymbol({ amountMinor, currency }: { amountMinor: bigint; currency: Currency }) {
  return <Money amountMinor={amountMinor} currency={currency} symbol={false} />
}
