import * as z from 'zod/mini'
import { call } from '../../../web/api/call.ts'
import { Form } from '../../../web/form/Form.tsx'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { TextArea } from '../../../web/ui/fields/TextArea.tsx'
import { approveGrant, rejectGrant, type StaffGrant } from '../../grants/grants.contract.ts'
import { ConfirmCommand } from './ConfirmCommand.tsx'
import { commandLabels } from './commands.ts'
import { notConfirmed, useConfirmation } from './use-confirmation.ts'

const maxTextLength = 1000

type DecisionFormProps = {
  command: 'approve' | 'reject'
  grant: StaffGrant
  onSaved: (grant: StaffGrant) => void
  onFailed: (failure: unknown) => void
}

const endpoints = { approve: approveGrant, reject: rejectGrant } as const

const textSchema = (missing: string | null) =>
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(maxTextLength, 'Use 1,000 characters or fewer'),
      z.minLength(missing === null ? 0 : 1, missing ?? ''),
    )

/**
 * Approves or rejects a grant (§13). Only staff and auditors see the internal note; it is required when the register's data
 * alone does not make the charity eligible. The donor receives the message; it is required for a rejection.
 */
export function DecisionForm({ command, grant, onSaved, onFailed }: DecisionFormProps) {
  const missingNote =
    command === 'approve' && grant.eligibility?.outcome === 'person'
      ? 'Enter the evidence that you rely on'
      : null
  const missingMessage = command === 'reject' ? 'Write a message to the donor' : null
  const confirmation = useConfirmation()
  const form = useForm({
    schema: z.object({ reason: textSchema(missingNote), message: textSchema(missingMessage) }),
    initial: { reason: '', message: '' },
    save: async ({ reason, message }) => {
      if (!(await confirmation.ask())) throw notConfirmed
      const attributes = { reason: reason || null, message: message || null }
      return await call(endpoints[command], {
        params: { grantId: grant.grantId },
        body: { data: { type: 'command', attributes } },
      })
    },
    onSaved,
    onFailure: failure => {
      if (failure !== notConfirmed) onFailed(failure)
    },
  })
  return (
    <Form form={form} label={commandLabels[command].title}>
      <TextArea
        label="Internal note"
        hint={
          missingNote === null
            ? 'Optional. Only staff and auditors can read it.'
            : 'The register alone does not show that this charity is eligible. Enter the evidence that you rely on. Only staff and auditors can read it.'
        }
        maxLength={maxTextLength}
        isRequired={missingNote !== null}
        {...form.field('reason')}
      />
      <TextArea
        label="Message to the donor"
        hint={
          missingMessage === null
            ? 'Optional. The donor reads it on the grant’s page and in the e-mail.'
            : 'The donor reads it on the grant’s page and in the e-mail.'
        }
        maxLength={maxTextLength}
        isRequired={missingMessage !== null}
        {...form.field('message')}
      />
      <SubmitRow
        isPending={form.isPending && confirmation.isConfirmed}
        submitText={commandLabels[command].submit}
      />
      <ConfirmCommand command={command} grant={grant} confirmation={confirmation} />
    </Form>
  )
}
