import * as z from 'zod/mini'
import { maxMessageLength, requiredReason } from '../../../contract/required-text.ts'
import { isFundId } from '../../../domain/fund-id.ts'
import { call } from '../../../web/api/call.ts'
import { refreshAll } from '../../../web/api/query.ts'
import { Form } from '../../../web/form/Form.tsx'
import { FormHeading } from '../../../web/form/FormHeading.tsx'
import { CancelButton, SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { TextArea } from '../../../web/ui/fields/TextArea.tsx'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { type Contribution, missingRightFund, moveContribution } from '../contributions.contract.ts'
import styles from './Documents.module.css'

const schema = z.object({
  toFundId: z.string().check(z.trim(), z.refine(isFundId, missingRightFund)),
  reason: requiredReason,
})

type MoveContributionProps = {
  contribution: Contribution
  onDone: (sentence: string) => void
  onCancel: () => void
}

/** Asks a second person to move a contribution to the account that it was for. */
export function MoveContribution({ contribution, onDone, onCancel }: MoveContributionProps) {
  const { contributionId, transactionId, fundId, accountName } = contribution
  const form = useForm({
    schema,
    initial: { toFundId: '', reason: '' },
    save: async ({ toFundId, reason }) =>
      await call(
        moveContribution,
        {
          params: { fundId, contributionId },
          body: { data: { type: 'command', attributes: { toFundId: Number(toFundId), reason } } },
        },
        { fundId },
      ),
    onSaved: () => {
      onDone(`The move of contribution ${transactionId} waits for a second person on the page Requests.`)
      void refreshAll()
    },
  })
  return (
    <div className={styles.form}>
      <Form form={form} label="Move a contribution">
        <FormHeading level={2}>
          Move contribution {transactionId} from {accountName}
        </FormHeading>
        <p>
          Someone else has to confirm it. The date of the gift stays, and we e-mail the donors of both
          accounts.
        </p>
        <TextField
          label="ID of the right account"
          inputMode="numeric"
          isShort
          isRequired
          autoComplete="off"
          {...form.field('toFundId')}
        />
        <TextArea
          label="Reason"
          hint="For staff. Donors don’t see it."
          maxLength={maxMessageLength}
          isRequired
          {...form.field('reason')}
        />
        <SubmitRow isPending={form.isPending} submitText="Ask for the move">
          <CancelButton form={form} onCancel={onCancel}>
            Go back
          </CancelButton>
        </SubmitRow>
      </Form>
    </div>
  )
}
