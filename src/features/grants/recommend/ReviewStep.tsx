import type { ReactNode } from 'react'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import { VisuallyHidden } from '../../../web/ui/text/VisuallyHidden.tsx'
import type { CharityDetails } from '../../charities/charities.contract.ts'
import { placeLabel, taxIdLabel } from '../../charities/domain/charity-labels.ts'
import { charityName } from '../../charities/domain/charity-name.ts'
import type { GrantRules } from '../domain/grant-rules.ts'
import { donorChoices } from '../grant-labels.ts'
import { attributesOf, type GrantDraft, type Step } from './grant-draft.ts'
import styles from './ReviewStep.module.css'

type ReviewStepProps = {
  charity: CharityDetails
  accountName: string
  draft: GrantDraft
  rules: GrantRules
  addressOf: (step: Step) => string
}

/** The whole recommendation before it is submitted, with a link to change each part. */
export function ReviewStep({ charity, accountName, draft, rules, addressOf }: ReviewStepProps) {
  const { locale } = clientContext().clientSettings
  const place = placeLabel(charity)
  const row = (term: string, value: ReactNode, step?: Step) => ({
    term,
    description: (
      <div className={styles.row}>
        <div>{value}</div>
        {step === undefined ? null : (
          <Link to={addressOf(step)} className={styles.edit}>
            Edit<VisuallyHidden> {term.toLowerCase()}</VisuallyHidden>
          </Link>
        )}
      </div>
    ),
  })
  return (
    <>
      <DescriptionList
        items={[
          row('From', accountName),
          row(
            'Charity',
            <>
              <strong className={styles.strong}>{charityName(charity.name)}</strong>
              {place === null ? null : <span className={styles.note}>{place}</span>}
              <span className={styles.note}>
                {taxIdLabel(charity.charityId)} {charity.taxId}
              </span>
            </>,
            'charity',
          ),
          row(
            'Amount',
            <strong className={styles.strong}>
              <Money amountMinor={draft.amountMinor ?? 0n} currency={rules.currency} />
            </strong>,
            'grant',
          ),
          row('How often', 'Once, as soon as it is approved'),
          ...donorChoices(attributesOf(draft), locale).map(({ term, description }) =>
            row(term, description, 'grant'),
          ),
          row('Certification', 'No benefit, no binding pledge', 'certify'),
        ]}
      />
      {charity.eligibility.outcome === 'person' ? (
        <p className={styles.person}>{charity.eligibility.sentence}</p>
      ) : null}
    </>
  )
}
