import * as z from 'zod/mini'
import type { ContentKind } from '../../../../contract/content-kinds.ts'
import { maxMessageLength } from '../../../../contract/required-text.ts'
import { call } from '../../../../web/api/call.ts'
import { showFailure } from '../../../../web/api/show-failure.ts'
import { Form } from '../../../../web/form/Form.tsx'
import { SubmitRow } from '../../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../../web/form/use-form.ts'
import { Button } from '../../../../web/ui/actions/Button.tsx'
import { TextArea } from '../../../../web/ui/fields/TextArea.tsx'
import { type ContentItem, contentDeclineReason, declineContent } from '../../editing.contract.ts'

type DeclineFormProps = {
  params: { kind: ContentKind; name: string; number: number }
  onDone: (item: ContentItem) => void
  onCancel: () => void
}

const schema = z.object({ reason: contentDeclineReason })

/** Declines a version with a reason, which the author sees next to the draft. */
export function DeclineForm({ params, onDone, onCancel }: DeclineFormProps) {
  const form = useForm({
    schema,
    initial: { reason: '' },
    save: ({ reason }) =>
      call(declineContent, { params, body: { data: { type: 'command', attributes: { reason } } } }),
    onSaved: onDone,
    onFailure: showFailure,
  })
  return (
    <Form form={form} label="Decline">
      <TextArea
        label="Reason for declining"
        hint="The author will see it next to the draft."
        maxLength={maxMessageLength}
        isRequired
        {...form.field('reason')}
      />
      <SubmitRow isPending={form.isPending} submitText="Decline it">
        <Button onPress={onCancel}>Cancel</Button>
      </SubmitRow>
    </Form>
  )
}
