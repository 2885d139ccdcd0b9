import { clientContext } from '../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../web/client-context/client-english.ts'
import { RadioGroup } from '../../web/ui/fields/RadioGroup.tsx'
import { TextArea } from '../../web/ui/fields/TextArea.tsx'
import { TextField } from '../../web/ui/fields/TextField.tsx'
import { maxAccountNameLength } from '../account-details/domain/account-name.ts'
import { accountTypes, accountTypeText } from './domain/application.ts'
import { maxLegalNameLength, maxPurposeLength } from './domain/check-step.ts'
import { StepFrame } from './StepFrame.tsx'
import { type StepFormProps, useStepForm } from './use-step-form.ts'

/** Name, type and purpose of the account. */
export function AccountStep(props: StepFormProps) {
  const step = useStepForm('account', props)
  const { locale } = clientContext().clientSettings
  const { value: type, ...typeField } = step.text('account.type')
  return (
    <StepFrame label="Account" step={step}>
      <TextField
        label="Account name"
        hint="Charities see this name unless you choose to give without it. Example: Finch Family Fund"
        maxLength={maxAccountNameLength}
        isRequired
        autoComplete="off"
        {...step.text('account.accountName')}
      />
      <RadioGroup
        label="Type of account"
        choices={accountTypes.map(value => ({ value, text: accountTypeText(value, locale) }))}
        {...typeField}
        value={accountTypes.find(each => each === type) ?? null}
      />
      {type === 'organization' ? (
        <TextField
          label={inClientEnglish('Legal name of the organisation')}
          hint="Its donors sign on its behalf."
          maxLength={maxLegalNameLength}
          isRequired
          autoComplete="off"
          {...step.text('account.organizationLegalName')}
        />
      ) : null}
      <TextArea
        label="Purpose of the account (optional)"
        hint="For our records only. Charities don’t see this."
        maxLength={maxPurposeLength}
        {...step.text('account.purpose')}
      />
    </StepFrame>
  )
}
