import * as z from 'zod/mini'
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
import { transferSideText } from '../domain/transfer-side.ts'
import styles from './Bank.module.css'

type Draft = { kind: DebitKind | null; note: string; creditLineId: string | null }

/** The choice for a transfer that became none of the credits. */
const noCredit = 'none'

const schemaOf = (needsCredit: boolean) =>
  z.object({ ...debitExplanation.shape, creditLineId: z.nullable(z.string()) }).check(
    z.refine(({ kind, creditLineId }) => !needsCredit || kind !== 'own-transfer' || creditLineId !== null, {
      path: ['creditLineId'],
      error: 'Choose the credit, or that it is none of these',
    }),
  )

type ExplainDebitProps = {
  debit: BankMonthItem
  /** The account of the debit. */
  accountName: string
  currency: Currency
  onDone: (sentence: string) => void
  onCancel: () => void
}

/** Says what a debit was that no payment explains. */
export function ExplainDebit({ debit, accountName, currency, onDone, onCancel }: ExplainDebitProps) {
  const { locale } = clientContext().clientSettings
  const form = useForm({
    schema: schemaOf(debit.transfers.length > 0),
    // The kind may be empty, as in the draft.
    initial: { kind: null, note: '', creditLineId: null } as Draft,
    save: ({ kind, note, creditLineId }) =>
      call(explainDebit, {
        params: { bankLineId: debit.itemId },
        body: {
          data: {
            type: 'command',
            attributes: {
              kind,
              note,
              creditLineId: kind === 'own-transfer' && creditLineId !== noCredit ? creditLineId : null,
            },
          },
        },
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
        <p>{transferSideText({ ...debit, accountName }, locale)}</p>
        <RadioGroup
          label="What it was"
          choices={debitKinds.map(value => ({ value, text: debitKindLabels[value] }))}
          isRequired
          {...form.field('kind')}
        />
        {form.values.kind === 'own-transfer' && debit.transfers.length > 0 ? (
          <RadioGroup
            label="The credit that it became"
            hint="It leaves suspense as our own money."
            choices={[
              ...debit.transfers.map(side => ({
                value: side.bankLineId,
                text: transferSideText(side, locale),
              })),
              { value: noCredit, text: 'None of these' },
            ]}
            isRequired
            {...form.field('creditLineId')}
          />
        ) : null}
        <TextArea
          label="Note"
          hint="For staff: what it was, and where the paper is."
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
