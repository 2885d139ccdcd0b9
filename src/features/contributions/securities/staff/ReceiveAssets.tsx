import { dateOf } from '../../../../domain/dates.ts'
import type { Currency } from '../../../../domain/money.ts'
import { call } from '../../../../web/api/call.ts'
import { refreshAll } from '../../../../web/api/query.ts'
import { showSubmitFailure } from '../../../../web/api/show-failure.ts'
import { clientContext } from '../../../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../../../web/client-context/client-english.ts'
import { Form } from '../../../../web/form/Form.tsx'
import { FormHeading } from '../../../../web/form/FormHeading.tsx'
import { CancelButton, SubmitRow } from '../../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../../web/form/use-form.ts'
import { DateField } from '../../../../web/ui/fields/DateField.tsx'
import { RadioGroup } from '../../../../web/ui/fields/RadioGroup.tsx'
import type { Contribution } from '../../contributions.contract.ts'
import { methodTexts } from '../../domain/payer.ts'
import styles from '../../staff/Contributions.module.css'
import { PayerFields } from '../../staff/PayerFields.tsx'
import { giftDateHint, whoGave } from '../../staff/receive-texts.ts'
import { receiveAssets } from '../holdings.contract.ts'
import { assetsDraft, assetsSchema } from './assets-draft.ts'
import { ValuedLine } from './ValuedLine.tsx'

type ReceiveAssetsProps = {
  contribution: Contribution
  currency: Currency
  onDone: (sentence: string) => void
  onCancel: () => void
}

/** Marks a contribution of assets as received, and posts it at its gift value to the excluded assets. */
export function ReceiveAssets({ contribution, currency, onDone, onCancel }: ReceiveAssetsProps) {
  const { contributionId, transactionId, fundId, accountName, assets, methods } = contribution
  const today = dateOf(new Date(), clientContext().clientSettings.timeZone)
  const form = useForm({
    schema: assetsSchema(assets),
    initial: assetsDraft(contribution, today),
    save: async attributes =>
      await call(
        receiveAssets,
        { params: { fundId, contributionId }, body: { data: { type: 'command', attributes } } },
        { fundId },
      ),
    onSaved: ({ postingRequest }) => {
      onDone(
        postingRequest !== null
          ? `Contribution ${transactionId} to ${accountName} was not posted yet. A second person has to confirm it on the page Requests.`
          : `Contribution ${transactionId} to ${accountName} was posted to its excluded assets.`,
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
      <Form form={form} label="Receive assets">
        <FormHeading level={2}>
          Contribution {transactionId} to {accountName} has arrived
        </FormHeading>
        <p>
          It is posted at the value of the date of the gift, and can’t be granted until it is sold or
          released. The receipt has no value.
        </p>
        <RadioGroup
          label="How it came"
          choices={methods.map(value => ({ value, text: inClientEnglish(methodTexts[value].label) }))}
          isRequired
          {...form.field('method')}
        />
        <DateField
          label="Date of the gift"
          hint={giftDateHint(form.values.method)}
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
        {assets.map((asset, index) => (
          // Lines have no id, and never change their order.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <ValuedLine key={index} form={form} index={index} asset={asset} currency={currency} />
        ))}
        <RadioGroup
          label="Who gave it?"
          hint="They get the receipt."
          choices={whoGave}
          isRequired
          {...form.field('payer')}
        />
        {form.values.payer === 'other' ? <PayerFields form={form} takesIra={contribution.takesIra} /> : null}
        <SubmitRow isPending={form.isPending} submitText="Post the contribution">
          <CancelButton form={form} onCancel={onCancel}>
            Go back
          </CancelButton>
        </SubmitRow>
      </Form>
    </div>
  )
}
