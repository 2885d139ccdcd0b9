import * as z from 'zod/mini'
import { maxMessageLength, requiredReason } from '../../../contract/required-text.ts'
import { dateOf, type IsoDate } from '../../../domain/dates.ts'
import { call } from '../../../web/api/call.ts'
import { refreshAll } from '../../../web/api/query.ts'
import { showSubmitFailure } from '../../../web/api/show-failure.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import { Form } from '../../../web/form/Form.tsx'
import { FormHeading } from '../../../web/form/FormHeading.tsx'
import { CancelButton, SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { DateField } from '../../../web/ui/fields/DateField.tsx'
import { RadioGroup } from '../../../web/ui/fields/RadioGroup.tsx'
import { TextArea } from '../../../web/ui/fields/TextArea.tsx'
import type { Contribution } from '../contributions.contract.ts'
import { correctContribution } from '../corrections.contract.ts'
import { type ContributionMethod, methodTexts } from '../domain/payer.ts'
import styles from './Contributions.module.css'
import { PayerFields } from './PayerFields.tsx'
import { draftOf, type PayerDraft, readPayer } from './payer-draft.ts'

type Draft = PayerDraft & { giftDate: IsoDate | null; method: ContributionMethod | null; reason: string }

const schema = z.pipe(
  z.custom<Draft>(),
  z.transform((draft: Draft, { issues }) => {
    const payer = readPayer(draft, issues)
    const reason = z.safeParse(requiredReason, draft.reason)
    for (const { message } of reason.error?.issues ?? [])
      issues.push({ code: 'custom', path: ['reason'], message, input: draft })
    if (draft.giftDate === null)
      issues.push({ code: 'custom', path: ['giftDate'], message: 'Enter the date of the gift', input: draft })
    if (payer === null || draft.giftDate === null || !reason.success) return z.NEVER
    const method = draft.method === null ? {} : { method: draft.method }
    return { payer, giftDate: draft.giftDate, ...method, reason: reason.data }
  }),
)

type CorrectContributionProps = {
  contribution: Contribution
  onDone: (sentence: string) => void
  onCancel: () => void
}

/** Corrects who gave a contribution that was received, how or when. */
export function CorrectContribution({ contribution, onDone, onCancel }: CorrectContributionProps) {
  const { contributionId, transactionId, fundId, accountName, giftDate, receipt } = contribution
  const today = dateOf(new Date(), clientContext().clientSettings.timeZone)
  const isIssued = receipt?.state === 'issued'
  const { method } = contribution
  // What was recorded before the ways were the sponsor's may stay.
  const methods =
    method === null || contribution.methods.includes(method)
      ? contribution.methods
      : [...contribution.methods, method]
  const initial: Draft = {
    ...draftOf(contribution.payer),
    ...{ giftDate, method: contribution.method, reason: '' },
  }
  const form = useForm({
    schema,
    initial,
    save: async attributes =>
      await call(
        correctContribution,
        { params: { fundId, contributionId }, body: { data: { type: 'command', attributes } } },
        { fundId },
      ),
    onSaved: ({ postingRequest }) => {
      onDone(
        postingRequest === null
          ? `Contribution ${transactionId} was corrected.`
          : `The correction of contribution ${transactionId} waits for a second person on the page Requests.`,
      )
      void refreshAll()
    },
    onFailure: failure => {
      showSubmitFailure(failure)
      void refreshAll()
    },
  })
  const takesTwo = isIssued || contribution.payer?.kind === 'ira' || form.values.kind === 'ira'
  return (
    <div className={styles.form}>
      <Form form={form} label="Correct a contribution">
        <FormHeading level={2}>
          Correct contribution {transactionId} to {accountName}
        </FormHeading>
        {isIssued ? (
          <p>
            Receipt {receipt.number} was issued, so someone else has to confirm it. Another receipt then takes
            its place, and we e-mail the donors.
          </p>
        ) : takesTwo ? (
          <p>It is about money from an IRA, so someone else has to confirm it.</p>
        ) : null}
        <PayerFields form={form} takesIra={contribution.takesIra} />
        {methods.length === 1 ? null : (
          <RadioGroup
            label="How it came"
            choices={methods.map(value => ({ value, text: inClientEnglish(methodTexts[value].label) }))}
            {...form.field('method')}
          />
        )}
        <DateField
          label="Date of the gift"
          hint="It decides the tax year."
          latest={today}
          isRequired
          {...form.field('giftDate')}
        />
        <TextArea
          label="Reason"
          hint="For staff. Donors don’t see it."
          maxLength={maxMessageLength}
          isRequired
          {...form.field('reason')}
        />
        <SubmitRow isPending={form.isPending} submitText={takesTwo ? 'Ask for the correction' : 'Correct it'}>
          <CancelButton form={form} onCancel={onCancel}>
            Go back
          </CancelButton>
        </SubmitRow>
      </Form>
    </div>
  )
}
