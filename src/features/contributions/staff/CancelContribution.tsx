import * as z from 'zod/mini'
import { localEnglish } from '../../../domain/local-english.ts'
import { call } from '../../../web/api/call.ts'
import { refreshEverywhere } from '../../../web/api/refresh-everywhere.ts'
import { showSubmitFailure } from '../../../web/api/show-failure.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Form } from '../../../web/form/Form.tsx'
import { FormHeading } from '../../../web/form/FormHeading.tsx'
import { CancelButton, SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { TextArea } from '../../../web/ui/fields/TextArea.tsx'
import { type Contribution, cancelContribution } from '../contributions.contract.ts'
import { cancelReason, maxCancelReasonLength } from '../domain/contribution.ts'
import styles from './Documents.module.css'

type CancelContributionProps = {
  contribution: Contribution
  onDone: (sentence: string) => void
  onCancel: () => void
}

/** Cancels a contribution with a reason, and withdraws its document. */
export function CancelContribution({ contribution, onDone, onCancel }: CancelContributionProps) {
  const { contributionId, transactionId, fundId, accountName, document } = contribution
  const form = useForm({
    schema: z.object({ reason: cancelReason }),
    initial: { reason: '' },
    save: async attributes =>
      await call(
        cancelContribution,
        { params: { fundId, contributionId }, body: { data: { type: 'command', attributes } } },
        { fundId },
      ),
    onSaved: () => {
      const cancelled = localEnglish('was cancelled', clientContext().clientSettings.locale)
      onDone(`Contribution ${transactionId} to ${accountName} ${cancelled}.`)
      void refreshEverywhere()
    },
    onFailure: failure => {
      showSubmitFailure(failure)
      void refreshEverywhere()
    },
  })
  return (
    <div className={styles.form}>
      <Form form={form} label="Cancel a contribution">
        <FormHeading level={2}>
          Cancel contribution {transactionId} to {accountName}
        </FormHeading>
        {document?.state === 'preparing' || document?.state === 'pending' ? (
          <p>We’ll withdraw its document and e-mail the donors that they don’t need to sign it.</p>
        ) : null}
        <TextArea
          label="Reason"
          hint="For staff. Donors don’t see it."
          maxLength={maxCancelReasonLength}
          isRequired
          {...form.field('reason')}
        />
        <SubmitRow isPending={form.isPending} submitText="Cancel the contribution">
          <CancelButton form={form} onCancel={onCancel}>
            Go back
          </CancelButton>
        </SubmitRow>
      </Form>
    </div>
  )
}
