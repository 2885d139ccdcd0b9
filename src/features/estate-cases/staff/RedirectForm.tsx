import { useState } from 'react'
import * as z from 'zod/mini'
import { requiredReason } from '../../../contract/required-text.ts'
import { call } from '../../../web/api/call.ts'
import { refreshAll } from '../../../web/api/query.ts'
import { Form } from '../../../web/form/Form.tsx'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { type FieldHandle, useForm } from '../../../web/form/use-form.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { fieldId } from '../../../web/ui/fields/field-props.ts'
import { RadioGroup } from '../../../web/ui/fields/RadioGroup.tsx'
import { TextArea } from '../../../web/ui/fields/TextArea.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import type { Recipient } from '../domain/closing-recipients.ts'
import { type CaseDetails, redirectShare } from '../estate-cases.contract.ts'
import { AddRecipient } from './AddRecipient.tsx'
import styles from './Cases.module.css'
import { focusSoon } from './focus-soon.ts'

const kinds = ['default', 'chosen'] as const
const kindTexts = { default: 'Our general fund', chosen: 'A charity or another fund' } as const

const schema = z
  .object({ to: z.enum(kinds), chosen: z.custom<Recipient | null>(), reason: requiredReason })
  .check(
    z.refine(({ to, chosen }) => to === 'default' || chosen !== null, {
      message: 'Choose the new recipient',
      path: ['chosen'],
    }),
  )
const initial: z.input<typeof schema> = { to: 'default', chosen: null, reason: '' }

type RedirectFormProps = {
  details: Pick<CaseDetails, 'caseId' | 'fundId'>
  shareId: string
  onDone: () => void
}

/** Another recipient of a share, chosen from the register or the funds; a second person confirms it. */
export function RedirectForm({ details: { caseId, fundId }, shareId, onDone }: RedirectFormProps) {
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const form = useForm({
    schema,
    initial,
    save: ({ to, chosen, reason }) => {
      const recipient = to === 'chosen' ? chosen : null
      const attributes = {
        charityId: recipient?.charityId ?? null,
        toFundId: recipient?.toFundId ?? null,
        reason,
      }
      return call(
        redirectShare,
        { params: { caseId, shareId }, body: { data: { type: 'command', attributes } } },
        { idempotencyKey },
      )
    },
    onSaved: () => {
      onDone()
      void refreshAll()
    },
  })
  return (
    <Form form={form} guardsChanges={false} label="Change the recipient">
      <RadioGroup
        label="New recipient"
        choices={kinds.map(value => ({ value, text: kindTexts[value] }))}
        {...form.field('to')}
      />
      {form.field('to').value === 'chosen' ? (
        <ChosenRecipient fundId={fundId} {...form.field('chosen')} />
      ) : null}
      <TextArea label="Reason" isRequired {...form.field('reason')} />
      <SubmitRow isPending={form.isPending} submitText="Save for confirmation">
        <Button onPress={onDone}>Cancel</Button>
      </SubmitRow>
    </Form>
  )
}

function ChosenRecipient({
  fundId,
  name,
  value,
  onChange,
  errors,
}: FieldHandle<Recipient | null> & { fundId: number }) {
  const choose = (recipient: Recipient | null) => {
    onChange(recipient)
    focusSoon(name)
  }
  return (
    <div id={fieldId(name)} tabIndex={-1} className={styles.card}>
      {errors.length === 0 ? null : <Alert kind="danger">{errors.join(' ')}</Alert>}
      <p role="status">{value === null ? '' : `Chosen: ${value.name}, ${value.facts}`}</p>
      {value === null ? (
        <AddRecipient fundId={fundId} funds={[]} taken={[]} onAdd={choose} />
      ) : (
        <p>
          <Button onPress={() => choose(null)}>Choose another recipient</Button>
        </p>
      )}
    </div>
  )
}
