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

const longestText = 1000

type DecisionFormProps = {
  command: 'approve' | 'reject'
  grant: StaffGrant
  onSaved: (grant: StaffGrant) => void
  onFailed: (failure: unknown) => void
}

const endpoints = { approve: approveGrant, reject: rejectGrant } as const

const textWith = (missing: string | null) =>
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(longestText, 'Use 1,000 characters or fewer'),
      z.minLength(missing === null ? 0 : 1, missing ?? ''),
    )

/**
 * Approve or reject. The internal note stays with staff and auditors, and is required where the register leaves the charity to a
 * person; the message goes to the donor, and is required for a rejection (open-points 6).
 */
export function DecisionForm({ command, grant, onSaved, onFailed }: DecisionFormProps) {
  const missingNote =
    command === 'approve' && grant.eligibility?.outcome === 'person' ? 'Say on what you rely' : null
  const missingMessage = command === 'reject' ? 'Write a message to the donor' : null
  const confirmation = useConfirmation()
  const form = useForm({
    schema: z.object({ reason: textWith(missingNote), message: textWith(missingMessage) }),
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
            : 'The register leaves this charity to a person: say on what you rely. Only staff and auditors can read it.'
        }
        maxLength={longestText}
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
        maxLength={longestText}
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
