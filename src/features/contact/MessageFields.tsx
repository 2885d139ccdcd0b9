import { type ContactTopic, contactTopics } from '../../contract/contact-topics.ts'
import type { FormHandle } from '../../web/form/use-form.ts'
import { Select } from '../../web/ui/fields/Select.tsx'
import { TextArea } from '../../web/ui/fields/TextArea.tsx'
import { TextField } from '../../web/ui/fields/TextField.tsx'
import { longestMessage } from './contact.contract.ts'

type Draft = { topic: ContactTopic | null; message: string; replyTo: string }
type FieldsProps = { field: FormHandle<Draft>['field'] }

const topics = Object.entries(contactTopics).map(([value, text]) => ({
  // Made from the keys of contactTopics.
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
      hint="Please send no passwords and no bank or card numbers."
      maxLength={longestMessage}
      isRequired
      {...field('message')}
    />
  )
}

export function ReplyField({ field }: FieldsProps) {
  return (
    <TextField
      label="E-mail address for our answer"
      hint="We also send the number of your message to it."
      type="email"
      inputMode="email"
      autoComplete="email"
      maxLength={254}
      isRequired
      {...field('replyTo')}
    />
  )
}
