import { useEffect, useState } from 'react'
import type * as z from 'zod/mini'
import type { ContactTopic } from '../../contract/contact-topics.ts'
import { call } from '../../web/api/call.ts'
import { showFailure } from '../../web/api/show-failure.ts'
import { Form } from '../../web/form/Form.tsx'
import { SubmitRow } from '../../web/form/SubmitRow.tsx'
import { useForm } from '../../web/form/use-form.ts'
import { TextField } from '../../web/ui/fields/TextField.tsx'
import { BotCheck } from './bot-check/BotCheck.tsx'
import { botChecker } from './bot-check/bot-checker.ts'
import {
  maxVisitorNameLength,
  maxVisitorPhoneLength,
  sendVisitorMessage,
  visitorMessage,
} from './contact.contract.ts'
import { draftSchema, rethrowForForm, useDraftKey } from './contact-form.ts'
import { MessageField, ReplyField, TopicField } from './MessageFields.tsx'
import type { Sent } from './SentMessage.tsx'

const schema = draftSchema(visitorMessage)

type VisitorFormProps = { topic: ContactTopic | null; onSent: (sent: Sent) => void }

/** The contact form of a visitor, with their name and a bot check. */
export function VisitorForm({ topic, onSent }: VisitorFormProps) {
  const [checker] = useState(botChecker)
  const keyOf = useDraftKey()
  const send = async (message: z.output<typeof visitorMessage>) => {
    const botCheck = await checker.answer()
    const body = { data: { type: 'command' as const, attributes: { ...message, botCheck } } }
    const { number } = await call(sendVisitorMessage, { body }, { idempotencyKey: keyOf(message) }).catch(
      failure => {
        // The answer works once, so the next attempt needs a new one.
        checker.reset()
        throw failure
      },
    )
    return { number, replyTo: message.replyTo }
  }
  const form = useForm({
    schema,
    initial: { topic, message: '', name: '', phone: '', replyTo: '' },
    save: message => send(message).catch(rethrowForForm),
    onSaved: onSent,
    onFailure: showFailure,
  })
  // The check takes a few seconds. It starts with the first input, so that it is usually done before sending.
  useEffect(() => {
    if (form.isDirty) checker.start()
  }, [form.isDirty, checker])
  return (
    <Form form={form} label="Contact">
      <TopicField field={form.field} />
      <MessageField field={form.field} />
      <TextField
        label="Your name"
        autoComplete="name"
        maxLength={maxVisitorNameLength}
        isRequired
        {...form.field('name')}
      />
      <ReplyField field={form.field} />
      <TextField
        label="Phone number (optional)"
        hint="If you’d like us to call you"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={maxVisitorPhoneLength}
        {...form.field('phone')}
      />
      <BotCheck checker={checker} />
      <SubmitRow isPending={form.isPending} submitText="Send message" />
    </Form>
  )
}
