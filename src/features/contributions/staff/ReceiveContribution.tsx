import * as z from 'zod/mini'
import { enteredAmount } from '../../../contract/wire.ts'
import { dateOf, type IsoDate } from '../../../domain/dates.ts'
import type { Currency } from '../../../domain/money.ts'
import { call } from '../../../web/api/call.ts'
import { refreshAll } from '../../../web/api/query.ts'
import { showSubmitFailure } from '../../../web/api/show-failure.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import { maxAmountMinor } from '../../../web/client-context/max-amount.ts'
import { Form } from '../../../web/form/Form.tsx'
import { FormHeading } from '../../../web/form/FormHeading.tsx'
import { requiredDate } from '../../../web/form/required-fields.ts'
import { CancelButton, SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { DateField } from '../../../web/ui/fields/DateField.tsx'
import { MoneyField } from '../../../web/ui/fields/MoneyField.tsx'
import { type Contribution, receiveContribution } from '../contributions.contract.ts'
import styles from './Documents.module.css'

type Draft = { amountMinor: bigint | null; giftDate: IsoDate | null; effectiveDate: IsoDate | null }

const schema = z.object({
  amountMinor: enteredAmount,
  giftDate: requiredDate('Enter the date of the gift'),
  effectiveDate: requiredDate('Enter the date from which the account has it'),
})

type ReceiveProps = {
  contribution: Contribution
  currency: Currency
  onDone: (sentence: string) => void
  onCancel: () => void
}

/** Marks a contribution as received, which posts it. The amount of securities is the value credited to the account. */
export function ReceiveContribution({ contribution, currency, onDone, onCancel }: ReceiveProps) {
  const { contributionId, transactionId, fundId, accountName, amountMinor, kind } = contribution
  const today = dateOf(new Date(), clientContext().clientSettings.timeZone)
  const form = useForm({
    schema,
    // The fields may be emptied, as in the draft.
    initial: { amountMinor, giftDate: today, effectiveDate: today } as Draft,
    save: async attributes =>
      await call(
        receiveContribution,
        { params: { fundId, contributionId }, body: { data: { type: 'command', attributes } } },
        { fundId },
      ),
    onSaved: ({ postingRequest, accountStatus }) => {
      onDone(
        postingRequest !== null
          ? `Contribution ${transactionId} to ${accountName} was not posted yet. Because of the amount, a second person has to confirm it on the page Requests.`
          : `Contribution ${transactionId} to ${accountName} was posted.${accountStatus === 'Active' ? '' : ' The account opens when its document is signed and filed.'}`,
      )
      void refreshAll()
    },
    onFailure: failure => {
      showSubmitFailure(failure)
      void refreshAll()
    },
  })
  return (
    <div className={styles.form}>
      <Form form={form} label="Receive a contribution">
        <FormHeading level={2}>
          Contribution {transactionId} to {accountName} has arrived
        </FormHeading>
        <MoneyField
          label={kind === 'securities' ? 'Amount credited' : 'Amount received'}
          currency={currency}
          maxMinor={maxAmountMinor()}
          isRequired
          {...form.field('amountMinor')}
        />
        <DateField
          label="Date of the gift"
          hint={inClientEnglish('Postmark, receipt{,} or charge. It decides the tax year.')}
          latest={today}
          isRequired
          {...form.field('giftDate')}
        />
        <DateField
          label="Effective date"
          hint="The day from which the account has it."
          latest={today}
          isRequired
          {...form.field('effectiveDate')}
        />
        <SubmitRow isPending={form.isPending} submitText="Post the contribution">
          <CancelButton form={form} onCancel={onCancel}>
            Go back
          </CancelButton>
        </SubmitRow>
      </Form>
    </div>
  )
}
