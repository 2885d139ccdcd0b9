import { individualMaxLengths } from '../../contract/individual.ts'
import { inClientEnglish } from '../../web/client-context/client-english.ts'
import { RadioGroup } from '../../web/ui/fields/RadioGroup.tsx'
import { TextField } from '../../web/ui/fields/TextField.tsx'
import { StepFrame } from './StepFrame.tsx'
import { type StepFormProps, useStepForm } from './use-step-form.ts'

/** Whether an advisor looks after the account. */
export function AdvisorStep(props: StepFormProps) {
  const step = useStepForm('advisor', props)
  const { value: has, ...hasField } = step.text('advisor.has')
  const word = inClientEnglish('adviser')
  return (
    <StepFrame label={inClientEnglish('Adviser')} step={step}>
      <RadioGroup
        label={`Does ${article(word)} ${word} look after this account?`}
        hint={`The ${word} sees the account. You decide later whether they can recommend grants.`}
        choices={[
          { value: 'yes', text: 'Yes' },
          { value: 'no', text: 'No' },
        ]}
        {...hasField}
        value={has === 'yes' || has === 'no' ? has : null}
      />
      {has === 'yes' ? (
        <>
          <TextField
            label="First name"
            maxLength={individualMaxLengths.firstName}
            isRequired
            autoComplete="off"
            {...step.text('advisor.firstName')}
          />
          <TextField
            label="Last name"
            maxLength={individualMaxLengths.lastName}
            isRequired
            autoComplete="off"
            {...step.text('advisor.lastName')}
          />
          <TextField
            label="E-mail"
            type="email"
            isRequired
            autoComplete="off"
            {...step.text('advisor.email')}
          />
        </>
      ) : null}
    </StepFrame>
  )
}

const article = (word: string) => (/^[aeiou]/i.test(word) ? 'an' : 'a')
