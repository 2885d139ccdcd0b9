import { type ContactTopic, contactTopics } from '../../contract/contact-topics.ts'
import { maxEmailLength } from '../../contract/email-address.ts'
import type { FormHandle } from '../../web/form/use-form.ts'
import { Select } from '../../web/ui/fields/Select.tsx'
import { TextArea } from '../../web/ui/fields/TextArea.tsx'
import { TextField } from '../../web/ui/fields/TextField.tsx'
import { maxContactMessageLength } from './contact.contract.ts'

type Draft = { topic: ContactTopic | null; message: string; replyTo: string }
type FieldsProps = { field: FormHandle<Draft>['field'] }

const topics = Object.entries(contactTopics).map(([value, text]) => ({
  // Object.entries returns these keys as strings.
  value: value as ContactTopic,
  text,
}))

export function TopicField({ field }: FieldsProps) {
  return <Select label="What is it about?" choices={topics} isRequired {...field('topic')} />
}

export function MessageField({ field }: FieldsProps) {
  return (
    <TextArea
      label="Your message"
      hint="Don’t include passwords or card numbers."
      maxLength={maxContactMessageLength}
      isRequired
      {...field('message')}
    />
  )
}

export function ReplyField({ field }: FieldsProps) {
  return (
    <TextField
      label="E-mail address for our reply"
      hint="We’ll also send your reference number to it."
      type="email"
      inputMode="email"
      autoComplete="email"
      maxLength={maxEmailLength}
      isRequired
      {...field('replyTo')}
    />
  )
}
