import { useState } from 'react'
import * as z from 'zod/mini'
import { Form } from '../../web/form/Form.tsx'
import { SubmitRow } from '../../web/form/SubmitRow.tsx'
import { useForm } from '../../web/form/use-form.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { TextArea } from '../../web/ui/fields/TextArea.tsx'
import { Alert } from '../../web/ui/notices/Alert.tsx'
import { declineReason, maxReasonLength } from './domain/signature.ts'
import type { DecisionProps } from './signing-calls.ts'
import { conflictOf } from './signing-conflict.ts'

const schema = z.object({ reason: declineReason })

/** Declining ends the document for all signers, so it asks for the reason. */
export function DeclineForm({
  calls,
  onFinished,
  onStale,
  onCancel,
}: DecisionProps & { onCancel: () => void }) {
  const [conflict, setConflict] = useState<string | null>(null)
  const form = useForm({
    schema,
    initial: { reason: '' },
    save: async ({ reason }) => await calls.decline(reason),
    onSaved: next => onFinished(next, 'declined'),
    onFailure: failure => setConflict(conflictOf(failure, onStale)),
  })
  return (
    <Form form={form} guardsChanges={false} label="Decline to sign">
      {conflict === null ? null : (
        <Alert kind="caution" takesFocus>
          {conflict}
        </Alert>
      )}
      <p>If you decline, no one can sign this document. We’ll read your reason and get in touch.</p>
      <TextArea
        {...form.field('reason')}
        label="Why are you declining?"
        maxLength={maxReasonLength}
        isRequired
      />
      <SubmitRow isPending={form.isPending} submitText="Decline to sign">
        <Button onPress={onCancel}>Back to signing</Button>
      </SubmitRow>
    </Form>
  )
}
