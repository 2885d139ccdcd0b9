import * as z from 'zod/mini'
import { maxMessageLength, requiredReason } from '../../../contract/required-text.ts'
import { call } from '../../../web/api/call.ts'
import { refreshEverywhere } from '../../../web/api/refresh-everywhere.ts'
import { showSubmitFailure } from '../../../web/api/show-failure.ts'
import { Form } from '../../../web/form/Form.tsx'
import { FormHeading } from '../../../web/form/FormHeading.tsx'
import { CancelButton, SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { TextArea } from '../../../web/ui/fields/TextArea.tsx'
import { type Contribution, reverseContribution } from '../contributions.contract.ts'
import styles from './Documents.module.css'

type ReverseContributionProps = {
  contribution: Contribution
  onDone: (sentence: string) => void
  onCancel: () => void
}

/** Asks a second person to reverse the entry of a contribution, such as one that was received in the wrong fund. */
export function ReverseContribution({ contribution, onDone, onCancel }: ReverseContributionProps) {
  const { contributionId, transactionId, fundId, accountName } = contribution
  const form = useForm({
    schema: z.object({ reason: requiredReason }),
    initial: { reason: '' },
    save: async attributes =>
      await call(
        reverseContribution,
        { params: { fundId, contributionId }, body: { data: { type: 'command', attributes } } },
        { fundId },
      ),
    onSaved: () => {
      onDone(`The reversal of contribution ${transactionId} waits for a second person on the page Requests.`)
      void refreshEverywhere()
    },
    onFailure: failure => {
      showSubmitFailure(failure)
      void refreshEverywhere()
    },
  })
  return (
    <div className={styles.form}>
      <Form form={form} label="Reverse a contribution">
        <FormHeading level={2}>
          Reverse contribution {transactionId} to {accountName}
        </FormHeading>
        <p>
          Someone else has to confirm it. The amount then leaves the fund, and we e-mail its donors. If it
          belongs to another fund, enter it there afterwards.
        </p>
        <TextArea
          label="Reason"
          hint="For staff. Donors don’t see it."
          maxLength={maxMessageLength}
          isRequired
          {...form.field('reason')}
        />
        <SubmitRow isPending={form.isPending} submitText="Ask for the reversal">
          <CancelButton form={form} onCancel={onCancel}>
            Go back
          </CancelButton>
        </SubmitRow>
      </Form>
    </div>
  )
}
