import { useLocale } from 'react-aria-components/I18nProvider'
import { type Currency, formatMoney, type MoneyStyle } from '../../../domain/money.ts'
import { classNames } from '../class-names.ts'
import styles from './Money.module.css'
import { VisuallyHidden } from './VisuallyHidden.tsx'

type MoneyProps = MoneyStyle & {
  amountMinor: bigint
  currency: Currency
  /** Large is for the one number of a page, its available balance. */
  size?: 'text' | 'large'
}

/**
 * An amount: tabular figures, cents set smaller, negatives in parentheses. People who listen hear 'minus' and the currency,
 * for parentheses and a bare figure are silent.
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
