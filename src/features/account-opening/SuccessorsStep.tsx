import { useState } from 'react'
import { query } from '../../web/api/query.ts'
import { inClientEnglish } from '../../web/client-context/client-english.ts'
import { AddBySearch } from '../../web/list/AddBySearch.tsx'
import { Button } from '../../web/ui/actions/Button.tsx'
import { fieldId } from '../../web/ui/fields/field-props.ts'
import { TextField } from '../../web/ui/fields/TextField.tsx'
import { Alert } from '../../web/ui/notices/Alert.tsx'
import { VisuallyHidden } from '../../web/ui/text/VisuallyHidden.tsx'
import { searchCharities } from '../charities/charities.contract.ts'
import { charityChoice } from '../charities/domain/charity-choice.ts'
import { taxIdLabel, taxIdOf } from '../charities/domain/charity-labels.ts'
import { percentage, wholeHundredths } from '../legacy-plan/domain/legacy-plan.ts'
import { readPercentage } from '../legacy-plan/domain/percentage.ts'
import { successorMaxLengths } from '../legacy-plan/domain/share-to-save.ts'
import styles from './AccountOpening.module.css'
import { emptyShare, type ShareDraft } from './domain/draft.ts'
import { StepFrame } from './StepFrame.tsx'
import { type StepForm, type StepFormProps, useStepForm } from './use-step-form.ts'

/** The successors of the last donor, which are optional. Adding or removing one saves what is typed. */
export function SuccessorsStep(props: StepFormProps) {
  const step = useStepForm('successors', props)
  const [findsCharity, setFindsCharity] = useState(false)
  const { successors } = props.draft
  const add = (share: ShareDraft) =>
    void step.saveAs([...step.part(), share], {
      focus: `successors.${successors.length}.${share.option === 0 ? 'name' : 'percentage'}`,
    })
  const remove = (index: number) =>
    void step.saveAs(
      step.part().filter((_share, at) => at !== index),
      { focus: 'add-successor' },
    )
  const { errors } = step.text('successors')
  return (
    <StepFrame label="Successors" step={step}>
      <p>
        Who should receive this fund after the last surviving donor’s death? A person receives a new fund with
        their share, and a charity receives a grant. You can leave this empty and decide later.
      </p>
      {successors.map((share, index) => (
        <ShareFields
          // biome-ignore lint/suspicious/noArrayIndexKey: adding or removing a successor renders the step again
          key={index}
          index={index}
          share={share}
          step={step}
          onRemove={() => remove(index)}
        />
      ))}
      {successors.length === 0 ? null : <Total step={step} />}
      {errors.length === 0 ? null : (
        <div id={fieldId('successors')} tabIndex={-1}>
          <Alert kind="danger">{errors.join(' ')}</Alert>
        </div>
      )}
      <p className={styles.actions}>
        <Button id={fieldId('add-successor')} onPress={() => add(emptyShare(0))}>
          Add a person
        </Button>
        <Button onPress={() => setFindsCharity(true)}>Add a charity</Button>
      </p>
      {findsCharity ? (
        <AddBySearch
          label={inClientEnglish('Find a charity by its name, number{,} or town')}
          name="charity-search"
          what="charities"
          queryOf={keywords => query(searchCharities, { query: { keywords, first: 10 } })}
          choicesOf={({ data }) => data.map(charityChoice)}
          taken={successors.map(({ charityId }) => charityId)}
          addText="Add"
          onAdd={({ id, name }) => add({ ...emptyShare(1), charityId: id, name })}
        />
      ) : null}
    </StepFrame>
  )
}

function Total({ step }: { step: StepForm<'successors'> }) {
  const total = step.part().reduce((sum, share) => sum + (readPercentage(share.percentage) ?? 0), 0)
  const rest = wholeHundredths - total
  return (
    <p role="status">
      Allocation Total: {percentage(total)}
      {rest > 0 && total > 0 ? `, ${percentage(rest)} left to allocate` : ''}
    </p>
  )
}

type ShareFieldsProps = {
  index: number
  share: ShareDraft
  step: StepForm<'successors'>
  onRemove: () => void
}

function ShareFields({ index, share, step, onRemove }: ShareFieldsProps) {
  const path = `successors.${index}`
  const isCharity = share.option === 1
  const name = step.text(`${path}.name`).value
  return (
    <fieldset className={styles.person}>
      <legend>{isCharity ? name : name || `Successor ${index + 1}`}</legend>
      {isCharity ? (
        <p>
          {taxIdLabel(share.charityId)} {taxIdOf(share.charityId)}
        </p>
      ) : (
        <div className={styles.grid}>
          <TextField
            label="Name"
            maxLength={successorMaxLengths.name}
            isRequired
            autoComplete="off"
            {...step.text(`${path}.name`)}
          />
          <TextField
            label="Relationship (optional)"
            maxLength={successorMaxLengths.relation}
            autoComplete="off"
            {...step.text(`${path}.relation`)}
          />
          <TextField
            label="E-mail (optional)"
            type="email"
            autoComplete="off"
            {...step.text(`${path}.email`)}
          />
          <TextField
            label="Phone (optional)"
            type="tel"
            maxLength={successorMaxLengths.phone}
            autoComplete="off"
            {...step.text(`${path}.phone`)}
          />
          <TextField
            label="Year of birth (optional)"
            inputMode="numeric"
            isShort
            maxLength={4}
            autoComplete="off"
            {...step.text(`${path}.yearOfBirth`)}
          />
        </div>
      )}
      <TextField
        label={name === '' ? 'Share (%)' : `${name}’s share (%)`}
        inputMode="numeric"
        isShort
        isRequired
        autoComplete="off"
        {...step.text(`${path}.percentage`)}
      />
      <p>
        <Button kind="text" onPress={onRemove}>
          Remove<VisuallyHidden> {name || `successor ${index + 1}`}</VisuallyHidden>
        </Button>
      </p>
    </fieldset>
  )
}
