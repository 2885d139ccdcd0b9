import * as z from 'zod/mini'
import { requiredReason } from '../../../contract/required-text.ts'
import { enteredAmount } from '../../../contract/wire.ts'
import type { Currency } from '../../../domain/money.ts'
import { call } from '../../../web/api/call.ts'
import { Form } from '../../../web/form/Form.tsx'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { MoneyField } from '../../../web/ui/fields/MoneyField.tsx'
import { TextArea } from '../../../web/ui/fields/TextArea.tsx'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { type GrantDays, proposalDays, type ThresholdName } from '../domain/settings.ts'
import {
  changeGrantDays,
  changeSupportHours,
  proposeThreshold,
  supportHours,
  typedDays,
} from '../settings.contract.ts'
import styles from './Settings.module.css'
import { showChange } from './show-change.ts'

type FormProps = { title: string; lastChangeId: string | null; onDone: () => void }

const done = (onDone: () => void, sentence: string) => () => {
  onDone()
  void showChange(sentence)
}

export function HoursForm({ hours, title, lastChangeId, onDone }: FormProps & { hours: string }) {
  const form = useForm({
    schema: z.object({ hours: supportHours, reason: requiredReason }),
    initial: { hours, reason: '' },
    save: attributes =>
      call(changeSupportHours, {
        body: { data: { type: 'command', attributes: { lastChangeId, ...attributes } } },
      }),
    onSaved: done(onDone, 'The support hours were changed.'),
  })
  return (
    <Form form={form} label={title}>
      <TextField label="Hours" autoComplete="off" isRequired {...form.field('hours')} />
      <TextArea label="Reason" isRequired {...form.field('reason')} />
      <SubmitRow isPending={form.isPending} submitText="Change the hours">
        <Button onPress={onDone}>Cancel</Button>
      </SubmitRow>
    </Form>
  )
}

export function GrantDaysForm({ days, title, lastChangeId, onDone }: FormProps & { days: GrantDays }) {
  const form = useForm({
    schema: z.object({ decision: typedDays, payment: typedDays, reason: requiredReason }),
    initial: { decision: String(days.decision), payment: String(days.payment), reason: '' },
    save: attributes =>
      call(changeGrantDays, {
        body: { data: { type: 'command', attributes: { lastChangeId, ...attributes } } },
      }),
    onSaved: done(onDone, 'The days were changed.'),
  })
  return (
    <Form form={form} label={title}>
      <div className={styles.pair}>
        <TextField
          label="Days until the decision"
          inputMode="numeric"
          autoComplete="off"
          isRequired
          {...form.field('decision')}
        />
        <TextField
          label="Days until the payment"
          inputMode="numeric"
          autoComplete="off"
          isRequired
          {...form.field('payment')}
        />
      </div>
      <TextArea label="Reason" isRequired {...form.field('reason')} />
      <SubmitRow isPending={form.isPending} submitText="Change the days">
        <Button onPress={onDone}>Cancel</Button>
      </SubmitRow>
    </Form>
  )
}

type ThresholdFormProps = FormProps & { threshold: ThresholdName; currency: Currency; maxMinor: bigint }

export function ThresholdForm({
  threshold,
  currency,
  maxMinor,
  title,
  lastChangeId,
  onDone,
}: ThresholdFormProps) {
  const form = useForm({
    schema: z.object({ amountMinor: enteredAmount, reason: requiredReason }),
    initial: { amountMinor: null, reason: '' },
    save: attributes =>
      call(proposeThreshold, {
        body: { data: { type: 'command', attributes: { threshold, lastChangeId, ...attributes } } },
      }),
    onSaved: done(onDone, 'The amount was proposed. A colleague now has to confirm it.'),
  })
  return (
    <Form form={form} label={title}>
      <MoneyField
        label="Amount"
        hint={`Someone else has to confirm it within ${proposalDays} days.`}
        currency={currency}
        maxMinor={maxMinor}
        isRequired
        {...form.field('amountMinor')}
      />
      <TextArea label="Reason" isRequired {...form.field('reason')} />
      <SubmitRow isPending={form.isPending} submitText="Propose the amount">
        <Button onPress={onDone}>Cancel</Button>
      </SubmitRow>
    </Form>
  )
}
