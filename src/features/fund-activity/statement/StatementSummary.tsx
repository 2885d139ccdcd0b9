import { formatDate, type IsoDate } from '../../../domain/dates.ts'
import type { Currency } from '../../../domain/money.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { InfoPopover } from '../../../web/ui/overlay/InfoPopover.tsx'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import styles from './StatementSummary.module.css'

type StatementSummaryProps = {
  summary: { endingMinor: bigint; pendingMinor: bigint; excludedMinor: bigint; availableMinor: bigint }
  currency: Currency
  lastDay: IsoDate
}

/** Shows how the available balance adds up on the last day of the range (§12). */
export function StatementSummary({ summary, currency, lastDay }: StatementSummaryProps) {
  const { locale, excludedAssetsPopover } = clientContext().clientSettings
  const amount = (amountMinor: bigint) => (
    <Money amountMinor={amountMinor} currency={currency} symbol={false} />
  )
  return (
    <aside aria-label="Balance breakdown" className={styles.summary}>
      <h2 className={styles.heading}>Balance breakdown</h2>
      <p className={styles.day}>On {formatDate(lastDay, locale)}</p>
      <DescriptionList
        look="amounts"
        items={[
          { term: 'Ending balance', description: amount(summary.endingMinor) },
          { term: 'Pending grants', description: amount(-summary.pendingMinor) },
          {
            term: excludedAssetsPopover ? (
              <>
                Excluded assets{' '}
                <InfoPopover label="About excluded assets">
                  <p>Illiquid or restricted assets that are not yet available for grantmaking.</p>
                </InfoPopover>
              </>
            ) : (
              'Excluded assets'
            ),
            description: amount(-summary.excludedMinor),
          },
          {
            term: 'Available',
            description: <Money amountMinor={summary.availableMinor} currency={currency} />,
            isTotal: true,
          },
        ]}
      />
    </aside>
  )
}
