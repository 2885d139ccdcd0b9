import type { ReactNode } from 'react'
import type { IsoDate } from '../../../domain/dates.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import { Form } from '../../../web/form/Form.tsx'
import { FormHeading } from '../../../web/form/FormHeading.tsx'
import { CancelButton, SubmitRow } from '../../../web/form/SubmitRow.tsx'
import type { FormHandle } from '../../../web/form/use-form.ts'
import { DateField } from '../../../web/ui/fields/DateField.tsx'
import { RadioGroup } from '../../../web/ui/fields/RadioGroup.tsx'
import type { Contribution } from '../contributions.contract.ts'
import { methodTexts } from '../domain/payer.ts'
import styles from './Contributions.module.css'
import { PayerFields } from './PayerFields.tsx'
import type { ReceivedDraft } from './payer-draft.ts'
import { giftDateHint, whoGave } from './receive-texts.ts'

type ReceiveFormProps<Draft extends ReceivedDraft> = {
  form: FormHandle<Draft>
  label: string
  contribution: Contribution
  today: IsoDate
  /** Above how it came. */
  before: ReactNode
  /** Between the days and who gave it. */
  children?: ReactNode
  onCancel: () => void
}

/** The form about a contribution that has arrived: how it came, its days, and who gave it. */
export function ReceiveForm<Draft extends ReceivedDraft>({
  form,
  label,
  contribution,
  today,
  before,
  children,
  onCancel,
}: ReceiveFormProps<Draft>) {
  const { transactionId, accountName, methods, takesIra, kind } = contribution
  // Money that can come in one way came in it. Assets always say how: it decides the date of the gift.
  const hasMethods = methods.length > 1 || kind === 'securities'
  return (
    <div className={styles.form}>
      <Form form={form} label={label}>
        <FormHeading level={2}>
          Contribution {transactionId} to {accountName} has arrived
        </FormHeading>
        {before}
        {hasMethods ? (
          <RadioGroup
            label="How it came"
            choices={methods.map(value => ({ value, text: inClientEnglish(methodTexts[value].label) }))}
            isRequired
            {...form.field('method')}
            value={form.values.method}
            onChange={method => form.set('method', method)}
          />
        ) : null}
        <DateField
          label="Date of the gift"
          hint={giftDateHint(form.values.method)}
          latest={today}
          isRequired
          {...form.field('giftDate')}
          value={form.values.giftDate}
          onChange={day => form.set('giftDate', day)}
        />
        <DateField
          label="Effective date"
          hint="The day from which the account has it."
          latest={today}
          isRequired
          {...form.field('effectiveDate')}
          value={form.values.effectiveDate}
          onChange={day => form.set('effectiveDate', day)}
        />
        {children}
        <RadioGroup
          label="Who gave it?"
          hint="They get the receipt."
          choices={whoGave}
          isRequired
          {...form.field('payer')}
          value={form.values.payer}
          onChange={payer => form.set('payer', payer)}
        />
        {form.values.payer === 'other' ? <PayerFields form={form} takesIra={takesIra} /> : null}
        <SubmitRow isPending={form.isPending} submitText="Post the contribution">
          <CancelButton form={form} onCancel={onCancel}>
            Go back
          </CancelButton>
        </SubmitRow>
      </Form>
    </div>
  )
}
