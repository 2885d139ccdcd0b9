import { useLocale } from 'react-aria-components/I18nProvider'
import { type Currency, formatMoney, type MoneyStyle } from '../../../domain/money.ts'
import { classNames } from '../class-names.ts'
import styles from './Money.module.css'
import { VisuallyHidden } from './VisuallyHidden.tsx'

type MoneyProps = MoneyStyle & {
  amountMinor: bigint
  currency: Currency
  /** Large is for the main figure of a page, its available balance. */
  size?: 'text' | 'large'
}

/**
 * An amount: tabular figures, smaller decimals, negatives in parentheses. Screen readers get 'minus' and the currency, because
 * they skip parentheses and see a bare figure.
 */
export function Money({ amountMinor, currency, size = 'text', symbol = true, ...style }: MoneyProps) {
  const { locale } = useLocale()
  const shown = formatMoney(amountMinor, currency, locale, { ...style, symbol })
  const [, units = shown, cents = '', after = ''] = /^(.*?)([.,]\d\d)?(\)?)$/.exec(shown) ?? []
  const absolute = amountMinor < 0n ? -amountMinor : amountMinor
  return (
    <span className={classNames(styles.money, size === 'large' && styles.large)}>
      <span aria-hidden="true">
        {units}
        {cents === '' ? null : <small className={styles.cents}>{cents}</small>}
        {after}
      </span>
      <VisuallyHidden>
        {amountMinor < 0n ? 'minus ' : ''}
        {formatMoney(absolute, currency, locale, style)}
      </VisuallyHidden>
    </span>
  )
}
