import { type Currency, formatMoney } from '../../../domain/money.ts'
import { rateText, tierText } from '../domain/describe-terms.ts'
import type { FeeTermsReply } from '../fees.contract.ts'
import styles from './Fees.module.css'

type TiersProps = { terms: FeeTermsReply; currency: Currency; locale: string }

/** The tiers of terms, each with its rate. */
export function Tiers({ terms, currency, locale }: TiersProps) {
  const moneyText = (amountMinor: bigint) =>
    formatMoney(amountMinor, currency, locale, { wholeUnitsWhenRound: true })
  return (
    <ul className={styles.tiers}>
      {terms.tiers.map((tier, index) => (
        <li key={String(tier.upToMinor)}>
          {tierText({ fromMinor: terms.tiers[index - 1]?.upToMinor ?? 0n, ...tier }, moneyText)}:{' '}
          {rateText(tier.millionths, locale)}
        </li>
      ))}
    </ul>
  )
}
