import { formatDate, formatInstant } from '../../../domain/dates.ts'
import type { Currency } from '../../../domain/money.ts'
import type { StatusSign } from '../../../domain/status-sign.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import { StatusChip } from '../../../web/ui/text/StatusChip.tsx'
import type { TermsVersion } from '../fee-terms.contract.ts'
import styles from './FeeTerms.module.css'
import { termFacts } from './term-facts.tsx'

export type TermsStyle = { currency: Currency; locale: string }

const stateTexts = {
  past: 'Past',
  'in-force': 'In force',
  coming: 'To come',
} as const satisfies Record<TermsVersion['state'], string>
const stateSigns = {
  past: 'ended',
  'in-force': 'done',
  coming: 'waiting',
} as const satisfies Record<TermsVersion['state'], StatusSign>

/** Each version of the terms: what is to come first. */
export function TermsVersions({ versions, style }: { versions: readonly TermsVersion[]; style: TermsStyle }) {
  const { clientSettings } = clientContext()
  return (
    <section>
      <h2>Terms</h2>
      <ul className={styles.versions}>
        {versions.toReversed().map(({ terms, to, state, setBy }) => (
          <li key={terms.from} className={styles.version}>
            <StatusChip sign={stateSigns[state]}>{stateTexts[state]}</StatusChip>
            <h3>{daysText({ from: terms.from, to }, style.locale)}</h3>
            <DescriptionList
              items={termFacts(terms, style).filter(({ term }) => term !== 'In force since')}
            />
            <p className={styles.origin}>
              {setBy === null
                ? 'From the client’s file.'
                : `Set by ${setBy.requestedByName} and ${setBy.decidedByName}, ${formatInstant(setBy.decidedAt, clientSettings)}.`}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

const daysText = (
  { from, to }: { from: TermsVersion['terms']['from']; to: TermsVersion['to'] },
  locale: string,
) =>
  to === null
    ? `From ${formatDate(from, locale)}`
    : `${formatDate(from, locale)} to ${formatDate(to, locale)}`
