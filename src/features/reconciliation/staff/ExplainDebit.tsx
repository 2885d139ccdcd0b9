import { type Currency, formatMoney } from '../../../domain/money.ts'
import { call } from '../../../web/api/call.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Form } from '../../../web/form/Form.tsx'
import { FormHeading } from '../../../web/form/FormHeading.tsx'
import { CancelButton, SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { RadioGroup } from '../../../web/ui/fields/RadioGroup.tsx'
import { TextArea } from '../../../web/ui/fields/TextArea.tsx'
import { type BankMonthItem, debitExplanation, explainDebit } from '../bank-month.contract.ts'
import { type DebitKind, debitKindLabels, debitKinds } from '../domain/debit-kinds.ts'
import styles from './Bank.module.css'

type Draft = { kind: DebitKind | null; note: string }

type ExplainDebitProps = {
  debit: BankMonthItem
  currency: Currency
  onDone: (sentence: string) => void
  onCancel: () => void
}

/** Says what a debit was that no payment explains. */
export function ExplainDebit({ debit, currency, onDone, onCancel }: ExplainDebitProps) {
  const { locale } = clientContext().clientSettings
  const form = useForm({
    schema: debitExplanation,
    // The kind may be empty, as in the draft.
    initial: { kind: null, note: '' } as Draft,
    save: attributes =>
      call(explainDebit, {
        params: { bankLineId: debit.itemId },
        body: { data: { type: 'command', attributes } },
      }),
    onSaved: ({ postingRequest }) =>
      onDone(
        postingRequest === null
          ? 'The debit is explained.'
          : 'The debit isn’t explained yet. Because of the amount, a second person has to confirm it on the page Requests.',
      ),
  })
  return (
    <div className={styles.form}>
      <Form form={form} label="Explain a debit of the bank">
        <FormHeading level={2}>
          {formatMoney(debit.amountMinor, currency, locale)}: {debit.counterparty ?? debit.detail}
        </FormHeading>
        <RadioGroup
          label="What it was"
          choices={debitKinds.map(value => ({ value, text: debitKindLabels[value] }))}
          isRequired
          {...form.field('kind')}
        />
        <TextArea
          label="Note"
          hint="For staff. A debit is explained once, so check it first."
          isRequired
          {...form.field('note')}
        />
        <SubmitRow isPending={form.isPending} submitText="Save the explanation">
          <CancelButton form={form} onCancel={onCancel}>
            Go back
          </CancelButton>
        </SubmitRow>
      </Form>
    </div>
  )
}
