import * as z from 'zod/mini'
import { call } from '../../../../web/calling/call.ts'
import { Form } from '../../../../web/form/Form.tsx'
import { SubmitRow } from '../../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../../web/form/use-form.ts'
import { TextArea } from '../../../../web/ui/fields/TextArea.tsx'
import { approveGrant, rejectGrant, type StaffGrant } from '../../../grants/grants.contract.ts'
import { ConfirmCommand } from './ConfirmCommand.tsx'
import { commandWords } from './commands.ts'
import { notConfirmed, useConfirmation } from './use-confirmation.ts'

const longestReason = 1000

type ReasonFormProps = {
  command: 'approve' | 'reject'
  grant: StaffGrant
  onSaved: (grant: StaffGrant) => void
  onFailed: (failure: unknown) => void
}

const endpoints = { approve: approveGrant, reject: rejectGrant } as const

/** Approve or reject, with a reason: always for a rejection, and for an approval that the register leaves to a person. */
export function ReasonForm({ command, grant, onSaved, onFailed }: ReasonFormProps) {
  const missing = missingReason(command, grant)
  const confirmation = useConfirmation()
  const form = useForm({
    schema: z.object({
      reason: z
        .string()
        .check(
          z.trim(),
          z.maxLength(longestReason, 'Use 1,000 characters or fewer'),
          z.minLength(missing === null ? 0 : 1, missing ?? ''),
        ),
    }),
    initial: { reason: '' },
    save: async ({ reason }) => {
      if (!(await confirmation.ask())) throw notConfirmed
      return await call(endpoints[command], {
        params: { grantId: grant.grantId },
        body: { data: { type: 'command', attributes: { reason: reason === '' ? null : reason } } },
      })
    },
    onSaved,
    onFailure: failure => {
      if (failure !== notConfirmed) onFailed(failure)
    },
  })
  return (
    <Form form={form} label={commandWords[command].title}>
      <TextArea
        label={missing === null ? 'Reason (if there is something to say)' : 'Reason'}
        hint={
          command === 'approve' && missing !== null
            ? 'The register leaves this charity to a person: say on what you rely. The donor can read it.'
            : 'The donor can read it in the grant’s time line.'
        }
        maxLength={longestReason}
        isRequired={missing !== null}
        {...form.field('reason')}
      />
      <SubmitRow
        isPending={form.isPending && confirmation.isConfirmed}
        submitText={commandWords[command].submit}
      />
      <ConfirmCommand command={command} grant={grant} confirmation={confirmation} />
    </Form>
  )
}

/** What the form says where the reason is missing; null where it may be. */
function missingReason(command: 'approve' | 'reject', { eligibility }: StaffGrant): string | null {
  if (command === 'reject') return 'Give the reason'
  return eligibility?.outcome === 'person' ? 'Say on what you rely' : null
}
