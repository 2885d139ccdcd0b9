import type { contactFields, nameFields } from '../../contract/individual.ts'
import { addMonths, asIsoDate, dateOf } from '../../domain/dates.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { ContactFields, NameFields } from '../../web/form/IndividualFields.tsx'
import { Button } from '../../web/ui/actions/Button.tsx'
import { DateField } from '../../web/ui/fields/DateField.tsx'
import { fieldId } from '../../web/ui/fields/field-props.ts'
import { TextField } from '../../web/ui/fields/TextField.tsx'
import { Alert } from '../../web/ui/notices/Alert.tsx'
import { VisuallyHidden } from '../../web/ui/text/VisuallyHidden.tsx'
import styles from './AccountOpening.module.css'
import { maxDonors } from './domain/application.ts'
import { tooYoung, youngestDonorMonths } from './domain/check-step.ts'
import { type DonorDraft, emptyDonor } from './domain/draft.ts'
import { StepFrame } from './StepFrame.tsx'
import { type StepForm, type StepFormProps, useStepForm } from './use-step-form.ts'

/** The donors: each signs for themselves. Adding or removing one saves what is typed. */
export function DonorsStep(props: StepFormProps) {
  const step = useStepForm('donors', props)
  const { draft, application } = props
  // The client's country, with which the first donor began.
  const country = draft.donors[0]?.phoneCountryCode ?? ''
  const remove = (index: number) =>
    void step.saveAs(
      step.part().filter((_donor, at) => at !== index),
      { focus: 'add-donor' },
    )
  const add = () =>
    void step.saveAs([...step.part(), emptyDonor(country)], { focus: `donors.${draft.donors.length}.title` })
  const { errors } = step.text('donors')
  return (
    <StepFrame label="Donors" step={step}>
      {errors.length === 0 ? null : (
        <div id={fieldId('donors')} tabIndex={-1}>
          <Alert kind="danger">{errors.join(' ')}</Alert>
        </div>
      )}
      {draft.donors.map((donor, index) => (
        <DonorFields
          // biome-ignore lint/suspicious/noArrayIndexKey: adding or removing a donor renders the step again
          key={index}
          index={index}
          step={step}
          donor={donor}
          isStarter={application.startedAs === 'donor' && index === 0}
          onRemove={draft.donors.length > 1 ? () => remove(index) : null}
        />
      ))}
      {draft.donors.length < maxDonors ? (
        <p>
          <Button id={fieldId('add-donor')} onPress={add}>
            Add a donor
          </Button>
        </p>
      ) : null}
    </StepFrame>
  )
}

type DonorFieldsProps = {
  index: number
  step: StepForm<'donors'>
  donor: DonorDraft
  /** The person who applies for themselves: their name and e-mail are those of their login. */
  isStarter: boolean
  /** Null: the last donor stays. */
  onRemove: (() => void) | null
}

function DonorFields({ index, step, isStarter, onRemove }: DonorFieldsProps) {
  const { locale, timeZone } = clientContext().clientSettings
  const path = `donors.${index}`
  const field = (name: (typeof nameFields)[number] | (typeof contactFields)[number]) =>
    step.text(`${path}.${name}`)
  const { value: birthDate, onChange: setBirthDate, ...birth } = step.text(`${path}.birthDate`)
  const latest = addMonths(dateOf(new Date(), timeZone), -youngestDonorMonths)
  const name = `${field('firstName').value} ${field('lastName').value}`.trim()
  return (
    <fieldset className={styles.person}>
      <legend>{name === '' || isStarter ? `Donor ${index + 1}` : name}</legend>
      {isStarter ? (
        <p>
          {name}, {step.text(`${path}.email`).value}: your name and e-mail are those of your login.
        </p>
      ) : (
        <>
          <NameFields field={field} locale={locale} isOwn={false} />
          <TextField
            label="E-mail"
            hint="We’ll e-mail this address when it is their turn to sign."
            type="email"
            isRequired
            autoComplete="off"
            {...step.text(`${path}.email`)}
          />
        </>
      )}
      <DateField
        label="Date of birth"
        isRequired
        latest={latest}
        tooLate={tooYoung}
        {...birth}
        value={asIsoDate(birthDate)}
        onChange={date => setBirthDate(date ?? '')}
      />
      <ContactFields
        field={field}
        locale={locale}
        isOwn={isStarter}
        country={field('country').value}
        isRequired
      />
      {onRemove === null || isStarter ? null : (
        <p>
          <Button kind="text" onPress={onRemove}>
            Remove<VisuallyHidden> {name === '' ? `donor ${index + 1}` : name}</VisuallyHidden>
          </Button>
        </p>
      )}
    </fieldset>
  )
}
