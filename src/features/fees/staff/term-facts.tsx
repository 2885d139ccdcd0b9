import { formatDate } from '../../../domain/dates.ts'
import { type Currency, formatMoney } from '../../../domain/money.ts'
import { basisText, frequencyText } from '../domain/describe-terms.ts'
import type { FeeTermsReply } from '../fees.contract.ts'
import { Tiers } from './Tiers.tsx'

type Style = { currency: Currency; locale: string }

/** The least that a fund pays in a year. */
export const minimumText = ({ minimumPerYearMinor }: FeeTermsReply, { currency, locale }: Style): string =>
  minimumPerYearMinor === 0n
    ? 'No minimum'
    : `${formatMoney(minimumPerYearMinor, currency, locale, { wholeUnitsWhenRound: true })} a year`

/** What a schedule charges, as terms and descriptions. */
export const termFacts = (terms: FeeTermsReply, style: Style) => [
  { term: 'Charged', description: frequencyText(terms) },
  { term: 'Computed on', description: basisText(terms) },
  { term: 'Rate for a year', description: <Tiers terms={terms} {...style} /> },
  ...(terms.minimumPerYearMinor === 0n ? [] : [{ term: 'At least', description: minimumText(terms, style) }]),
  { term: 'In force since', description: formatDate(terms.from, style.locale) },
]
