import { formatDate } from '../../domain/dates.ts'
import type { Currency } from '../../domain/money.ts'
import { formatMoney } from '../../domain/money.ts'
import { DescriptionList } from '../../web/ui/text/DescriptionList.tsx'
import { Money } from '../../web/ui/text/Money.tsx'
import { percentText, periodText, rateText, tierText } from './domain/describe-terms.ts'
import styles from './FeeWorking.module.css'
import type { FeeWorking, WorkedCharge } from './fees.contract.ts'

type FeeWorkingViewProps = { working: FeeWorking; locale: string }

/** From the average balance to the amount of the fee, step by step. */
export function FeeWorkingView({ working, locale }: FeeWorkingViewProps) {
  const { title, currency, charges, arrearsMinor, amountMinor, postedMinor } = working
  const money = (minor: bigint) => <Money amountMinor={minor} currency={currency} />
  const isOneCharge = charges.length === 1 && arrearsMinor === 0n
  const totals = [
    ...(arrearsMinor === 0n
      ? []
      : [
          {
            term: arrearsMinor > 0n ? 'Owed from earlier fees' : 'Charged too much before',
            description: money(arrearsMinor),
          },
        ]),
    ...(isOneCharge ? [] : [{ term: 'Together', description: money(amountMinor) }]),
    ...(postedMinor === amountMinor
      ? []
      : [
          { term: 'Taken from the fund', description: money(postedMinor) },
          {
            term: 'Still owed then',
            description: money(amountMinor - postedMinor),
          },
        ]),
  ]
  return (
    <>
      <p>{title}</p>
      {charges.map(charge => (
        <Charge key={charge.periodFrom} charge={charge} currency={currency} locale={locale} />
      ))}
      {totals.length === 0 ? null : <DescriptionList items={totals} />}
    </>
  )
}

type ChargeProps = { charge: WorkedCharge; currency: Currency; locale: string }

function Charge({ charge, currency, locale }: ChargeProps) {
  const money = (minor: bigint) => <Money amountMinor={minor} currency={currency} />
  const moneyText = (minor: bigint) => formatMoney(minor, currency, locale, { wholeUnitsWhenRound: true })
  const { tiers, chargedBeforeMinor, chargedDays, yearDays, reducedHundredths } = charge
  const used = tiers.map((tier, index) => ({ ...tier, fromMinor: tiers[index - 1]?.upToMinor ?? 0n }))
  const period = periodText({ from: charge.periodFrom, to: charge.periodTo }, locale)
  const base = periodText({ from: charge.baseFrom, to: charge.baseTo }, locale)
  const assets = charge.excludedAssets === 'included' ? 'with' : 'without'
  return (
    <section className={styles.charge} aria-label={period}>
      <h3>{period}</h3>
      <DescriptionList
        items={[
          {
            term: 'Average balance',
            description: (
              <>
                {money(charge.averageMinor)}, {assets} excluded assets, over the {charge.baseDays} days from{' '}
                {base}
              </>
            ),
          },
          {
            term: 'Fee of a year',
            description: charge.isMinimum ? (
              <>{money(charge.minimumPerYearMinor)}, the least that a fund pays</>
            ) : (
              <ul className={styles.tiers}>
                {used
                  .filter(({ partMinor }) => partMinor > 0n)
                  .map(tier => (
                    <li key={String(tier.fromMinor)}>
                      {tierText(tier, moneyText)}: {rateText(tier.millionths, locale)} of{' '}
                      {money(tier.partMinor)} is {money(tier.yearlyMinor)}
                    </li>
                  ))}
              </ul>
            ),
          },
          { term: 'Terms', description: `Those from ${formatDate(charge.termsFrom, locale)}` },
          {
            term: 'Days',
            description: `${chargedDays} of the ${yearDays} days of the year`,
          },
          ...(reducedHundredths === 0
            ? []
            : [
                {
                  term: 'Reduced',
                  description:
                    reducedHundredths === 10_000 ? 'Waived' : `By ${percentText(reducedHundredths, locale)}`,
                },
              ]),
          { term: 'Fee', description: money(charge.feeMinor) },
          ...(chargedBeforeMinor === 0n
            ? []
            : [
                { term: 'Charged before', description: money(chargedBeforeMinor) },
                { term: 'Difference', description: money(charge.dueMinor) },
              ]),
        ]}
      />
    </section>
  )
}
