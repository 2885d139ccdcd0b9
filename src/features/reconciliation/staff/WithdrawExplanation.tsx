import { type Currency, formatMoney } from '../../../domain/money.ts'
import { call } from '../../../web/api/call.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Form } from '../../../web/form/Form.tsx'
import { FormHeading } from '../../../web/form/FormHeading.tsx'
import { CancelButton, SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { TextArea } from '../../../web/ui/fields/TextArea.tsx'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import { type BankMonthItem, withdrawalReason, withdrawExplanation } from '../bank-month.contract.ts'
import { bankItemLabel } from '../domain/bank-items.ts'
import { transferSideText } from '../domain/transfer-side.ts'
import styles from './Bank.module.css'

type WithdrawExplanationProps = {
  debit: BankMonthItem & { explanation: NonNullable<BankMonthItem['explanation']> }
  /** The account of the debit. */
  accountName: string
  currency: Currency
  isSigned: boolean
  onDone: (sentence: string) => void
  onCancel: () => void
}

/** Withdraws the explanation of a debit that turned out to be wrong. */
export function WithdrawExplanation({
  debit,
  accountName,
  currency,
  isSigned,
  onDone,
  onCancel,
}: WithdrawExplanationProps) {
  const { locale } = clientContext().clientSettings
  const form = useForm({
    schema: withdrawalReason,
    initial: { reason: '' },
    save: attributes =>
      call(withdrawExplanation, {
        params: { explanationId: debit.explanation.explanationId },
        body: { data: { type: 'command', attributes } },
      }),
    onSaved: ({ postingRequest }) =>
      onDone(
        postingRequest === null
          ? 'The explanation is withdrawn. Please explain the debit again.'
          : 'The explanation isn’t withdrawn yet. A second person has to confirm it on the page Requests.',
      ),
  })
  return (
    <div className={styles.form}>
      <Form form={form} label="Withdraw the explanation of a debit">
        <FormHeading level={2}>
          {formatMoney(debit.amountMinor, currency, locale)}: {debit.counterparty ?? debit.detail}
        </FormHeading>
        <DescriptionList
          items={[
            { term: 'Debit', description: transferSideText({ ...debit, accountName }, locale) },
            ...(debit.otherSide === null
              ? []
              : [{ term: 'Credit', description: transferSideText(debit.otherSide, locale) }]),
            { term: 'What it was', description: bankItemLabel(debit.kind, locale) },
            { term: 'Note', description: debit.note ?? '' },
          ]}
        />
        <TextArea
          label="Reason"
          hint={
            isSigned
              ? 'This month is signed off, so a second person has to confirm it. The figures stay as they were signed, and the page shows the difference.'
              : 'The explanation stays on record.'
          }
          isRequired
          {...form.field('reason')}
        />
        <SubmitRow isPending={form.isPending} submitText="Withdraw the explanation">
          <CancelButton form={form} onCancel={onCancel}>
            Go back
          </CancelButton>
        </SubmitRow>
      </Form>
    </div>
  )
}
