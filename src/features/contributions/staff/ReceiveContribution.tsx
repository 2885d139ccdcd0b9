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
import { RadioGroup } from '../../../web/ui/fields/RadioGroup.tsx'
import { type Contribution, receiveContribution } from '../contributions.contract.ts'
import { type ContributionMethod, methodTexts } from '../domain/payer.ts'
import styles from './Contributions.module.css'
import { PayerFields } from './PayerFields.tsx'
import { draftOf, type PayerDraft, readPayer } from './payer-draft.ts'
import { giftDateHint, whoGave } from './receive-texts.ts'

type Draft = PayerDraft & {
  amountMinor: bigint | null
  giftDate: IsoDate | null
  effectiveDate: IsoDate | null
  method: ContributionMethod | null
  payer: 'donors' | 'other'
}

const facts = z.object({
  amountMinor: enteredAmount,
  giftDate: requiredDate('Enter the date of the gift'),
  effectiveDate: requiredDate('Enter the date from which the account has it'),
  method: z
    .custom<ContributionMethod | null>()
    .check(z.refine(method => method !== null, 'Choose how it came')),
})

const schema = z.pipe(
  z.custom<Draft>(),
  z.transform((draft: Draft, { issues }) => {
    const read = z.safeParse(facts, draft)
    for (const { path, message } of read.error?.issues ?? [])
      issues.push({ code: 'custom', path: [...path], message, input: draft })
    const payer = draft.payer === 'other' ? readPayer(draft, issues) : undefined
    if (!read.success || payer === null || read.data.method === null) return z.NEVER
    return { ...read.data, method: read.data.method, ...(payer === undefined ? {} : { payer }) }
  }),
)

type ReceiveProps = {
  contribution: Contribution
  currency: Currency
  onDone: (sentence: string) => void
  onCancel: () => void
}

/** The other sponsor that the donor named, who gets an acknowledgement instead of a receipt. */
const sponsorNamed = (name: string | null) =>
  ({ kind: 'sponsor', name: name ?? '', address: null, acceptanceReason: null }) as const

/** Marks a contribution as received, which posts it. Assets other than money have a form of their own. */
export function ReceiveContribution({ contribution, currency, onDone, onCancel }: ReceiveProps) {
  const { contributionId, transactionId, fundId, accountName, amountMinor, methods } = contribution
  const today = dateOf(new Date(), clientContext().clientSettings.timeZone)
  const { announced } = contribution
  // Another sponsor sends a wire.
  const announcedMethod = announced?.way === 'sponsor' ? 'wire' : announced?.way
  const known = methods.find(method => methods.length === 1 || method === announcedMethod)
  const form = useForm({
    schema,
    // The fields may be emptied, as in the draft.
    initial: {
      amountMinor,
      method: known ?? null,
      giftDate: today,
      effectiveDate: today,
      payer: announced?.way === 'sponsor' ? 'other' : 'donors',
      ...draftOf(announced?.way === 'sponsor' ? sponsorNamed(announced.sentFrom) : null),
    } as Draft,
    save: async attributes =>
      await call(
        receiveContribution,
        { params: { fundId, contributionId }, body: { data: { type: 'command', attributes } } },
        { fundId },
      ),
    onSaved: ({ postingRequest, accountStatus }) => {
      onDone(
        postingRequest !== null
          ? `Contribution ${transactionId} to ${accountName} was not posted yet. A second person has to confirm it on the page Requests.`
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
          label="Amount received"
          currency={currency}
          maxMinor={maxAmountMinor()}
          isRequired
          {...form.field('amountMinor')}
        />
        {methods.length === 1 ? null : (
          <RadioGroup
            label="How it came"
            choices={methods.map(value => ({ value, text: inClientEnglish(methodTexts[value].label) }))}
            isRequired
            {...form.field('method')}
          />
        )}
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
