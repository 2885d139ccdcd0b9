import type { Currency } from '../../../domain/money.ts'
import { Money } from '../../../web/ui/text/Money.tsx'
import styles from './Basket.module.css'
import type { Basket } from './drafts.contract.ts'
import { useTypedDifference } from './typed-amounts.ts'

/** The total of the grants and the available balance, updated while an amount is typed. */
export function BasketSummary({
  basket,
  withoutAmount,
  currency,
}: {
  basket: Basket
  withoutAmount: number
  currency: Currency
}) {
  const toCorrect = basket.rowsWithErrors - withoutAmount
  const totalMinor = basket.totalMinor + useTypedDifference()
  const afterMinor = basket.availableMinor - totalMinor
  const amount = (amountMinor: bigint) => (
    <Money amountMinor={amountMinor} currency={currency} symbol={false} />
  )
  return (
    <aside aria-label="Balance after these grants" className={styles.panel}>
      <dl className={styles.figures}>
        <div>
          <dt>Available now</dt>
          <dd>{amount(basket.availableMinor)}</dd>
        </div>
        <div>
          <dt>
            {basket.rows} {basket.rows === 1 ? 'grant' : 'grants'}
          </dt>
          <dd>{amount(-totalMinor)}</dd>
        </div>
        <div>
          <dt>Available after</dt>
          <dd className={styles.after}>
            <Money amountMinor={afterMinor} currency={currency} />
          </dd>
        </div>
      </dl>
      {afterMinor < 0n ? <p className={styles.problem}>This is more than the available balance.</p> : null}
      {toCorrect === 0 ? null : (
        <p className={styles.problem}>
          {toCorrect} {toCorrect === 1 ? 'grant has' : 'grants have'} errors.
        </p>
      )}
      {withoutAmount === 0 ? null : (
        <p className={styles.missing}>
          {withoutAmount} {withoutAmount === 1 ? 'grant needs' : 'grants need'} an amount.
        </p>
      )}
      {basket.openWarnings === 0 ? null : (
        <p className={styles.caution}>
          {basket.openWarnings} {basket.openWarnings === 1 ? 'question needs' : 'questions need'} your answer.
        </p>
      )}
    </aside>
  )
}
