import { maxMessageLength } from '../../../contract/required-text.ts'
import { call } from '../../../web/api/call.ts'
import { refreshAll } from '../../../web/api/query.ts'
import { showSubmitFailure } from '../../../web/api/show-failure.ts'
import { Form } from '../../../web/form/Form.tsx'
import { FormHeading } from '../../../web/form/FormHeading.tsx'
import { CancelButton, SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { TextArea } from '../../../web/ui/fields/TextArea.tsx'
import { declineMessage, declineRequest, type QueuedRequest } from '../relationship-requests.contract.ts'

type DeclineRequestProps = {
  request: QueuedRequest
  onDone: (sentence: string) => void
  onCancel: () => void
}

/** Declines a request with a message that its account's donors read. */
export function DeclineRequest({ request, onDone, onCancel }: DeclineRequestProps) {
  const form = useForm({
    schema: declineMessage,
    initial: { message: '' },
    save: async attributes =>
      await call(declineRequest, {
        params: { requestId: request.requestId },
        body: { data: { type: 'command', attributes } },
      }),
    onSaved: ({ sentence }) => {
      onDone(`Declined: ${sentence}. We’ll e-mail the account’s donors.`)
      void refreshAll()
    },
    onFailure: failure => {
      showSubmitFailure(failure)
      void refreshAll()
    },
  })
  return (
    <Form form={form} label="Decline a request">
      <FormHeading level={2}>Decline: {request.sentence}</FormHeading>
      <TextArea
        label="Message to the donors"
        hint={`All donors of ${request.accountName} read it in an e-mail.`}
        maxLength={maxMessageLength}
        isRequired
        {...form.field('message')}
      />
      <SubmitRow isPending={form.isPending} submitText="Decline">
        <CancelButton form={form} onCancel={onCancel} />
      </SubmitRow>
    </Form>
  )
}
