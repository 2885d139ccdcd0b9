import { type ReactNode, useId, useState } from 'react'
import { formatMoney } from '../../../domain/money.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import type { FormHandle } from '../../../web/form/use-form.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { Disclosure } from '../../../web/ui/sections/Disclosure.tsx'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import { Note } from '../../../web/ui/text/Note.tsx'
import { VisuallyHidden } from '../../../web/ui/text/VisuallyHidden.tsx'
import type { CharityDetails } from '../../charities/charities.contract.ts'
import { placeLabel, taxIdLabel } from '../../charities/domain/charity-labels.ts'
import { charityName } from '../../charities/domain/charity-name.ts'
import { grantLetter, type LetterFacts } from '../domain/grant-letter.ts'
import { donorChoices } from '../grant-labels.ts'
import { AdviceFields } from './AdviceFields.tsx'
import { CertifyFields } from './CertifyFields.tsx'
import { attributesOf, type DraftRules, type GrantDraft, type Step } from './grant-draft.ts'
import styles from './ReviewStep.module.css'
import { nextSentence, timingLabel } from './timing-labels.ts'

type ReviewStepProps = {
  charity: CharityDetails
  accountName: string
  /** Without its status. */
  fundName: string
  donorName: string
  form: FormHandle<GrantDraft>
  rules: DraftRules
  addressOf: (step: Step) => string
}

/** The whole recommendation before it is submitted, with a link to change each part. */
export function ReviewStep({
  charity,
  accountName,
  fundName,
  donorName,
  form,
  rules,
  addressOf,
}: ReviewStepProps) {
  const { locale, displayName } = clientContext().clientSettings
  const draft = form.values
  const nextId = useId()
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
              {place === null ? null : <Note>{place}</Note>}
              <Note>
                {taxIdLabel(charity.charityId)} {charity.taxId}
              </Note>
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
          row('How often', timingLabel(draft, locale), 'grant'),
          ...donorChoices(attributesOf(draft), locale).map(({ term, description }) =>
            row(term, description, 'grant'),
          ),
        ]}
      />
      {charity.eligibility.outcome === 'person' ? (
        <p className={styles.person}>{charity.eligibility.sentence}</p>
      ) : null}
      <Namesakes charity={charity} />
      <LetterPreview
        facts={{
          sponsor: displayName,
          charity: charity.name,
          amount: formatMoney(draft.amountMinor ?? 0n, rules.currency, locale),
          fundName,
          donorName,
          donorAddress: 'at the address in our records',
          ...attributesOf(draft),
          grantNumber: null,
          locale,
        }}
      />
      <section aria-labelledby={nextId} className={styles.next}>
        <h2 id={nextId} className={styles.heading}>
          What happens next
        </h2>
        <p>{nextSentence(draft, rules, clientContext().clientSettings)}</p>
      </section>
      <AdviceFields form={form} />
      <CertifyFields form={form} />
    </>
  )
}

/** Warns before a grant is submitted that other charities have the same name, and says where they are (§13). */
function Namesakes({ charity }: { charity: CharityDetails }) {
  const others = charity.sharesNameWith
  if (others.length === 0) return null
  return (
    <Alert
      kind="caution"
      heading={
        others.length === 1 ? 'Another charity has the same name' : 'Other charities have the same name'
      }
    >
      <p>
        This grant goes to {charityName(charity.name)} in {placeLabel(charity) ?? 'an unknown place'},{' '}
        {taxIdLabel(charity.charityId)} {charity.taxId}. Please compare it with:
      </p>
      <ul>
        {others.map(other => (
          <li key={other.charityId}>
            {charityName(other.name)}, {placeLabel(other) ?? 'no address on the register'},{' '}
            {taxIdLabel(other.charityId)} {other.taxId}
          </li>
        ))}
      </ul>
    </Alert>
  )
}

/** The letter as the charity will read it. */
function LetterPreview({ facts }: { facts: LetterFacts }) {
  const [isOpen, setOpen] = useState(false)
  const { salutation, paragraphs, closing } = grantLetter(facts)
  return (
    <Disclosure heading="The letter that the charity will read" isOpen={isOpen} onToggle={setOpen}>
      <div className={styles.letter}>
        <p>{salutation}</p>
        {paragraphs.map(paragraph => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <p>{closing}</p>
      </div>
    </Disclosure>
  )
}
