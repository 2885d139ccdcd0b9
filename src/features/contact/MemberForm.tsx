import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { ContactTopic } from '../../contract/contact-topics.ts'
import { call } from '../../web/api/call.ts'
import { query } from '../../web/api/query.ts'
import { showFailure } from '../../web/api/show-failure.ts'
import { Form } from '../../web/form/Form.tsx'
import { SubmitRow } from '../../web/form/SubmitRow.tsx'
import { useForm } from '../../web/form/use-form.ts'
import type { Session } from '../../web/session/session-store.ts'
import { Select } from '../../web/ui/fields/Select.tsx'
import { searchAccounts } from '../accounts/accounts.contract.ts'
import { memberMessage, sendMessage } from './contact.contract.ts'
import { draftSchema } from './draft-schema.ts'
import { fundChoices, noFund } from './fund-choices.ts'
import { MessageField, ReplyField, TopicField } from './MessageFields.tsx'
import { refused } from './refused.ts'
import type { Sent } from './SentMessage.tsx'
import { useDraftKey } from './use-draft-key.ts'

const { aboutFund: _byTheChoice, ...said } = memberMessage.shape
const schema = draftSchema(z.object({ ...said, fund: z.string() }))

/** A list to choose from: whoever sees more accounts than this writes the number into the message. */
const fundsAtMost = 100

type MemberFormProps = {
  session: Session & { state: 'signed-in' }
  topic: ContactTopic | null
  onSent: (sent: Sent) => void
}

/** The form of whoever is signed in: we know who they are, and ask which of their fund accounts it is about. */
export function MemberForm({ session: { facts, fundId }, topic, onSent }: MemberFormProps) {
  const keyOf = useDraftKey()
  const seesFunds = facts.hasAccess && facts.actions.includes('USER_SS_VIEW')
  const accounts = useQuery({
    ...query(searchAccounts, { query: { first: fundsAtMost, sort: 'accountName' } }),
    enabled: seesFunds,
    throwOnError: false,
  })
  const form = useForm({
    schema,
    initial: { topic, message: '', replyTo: facts.email, fund: fundId === 0 ? noFund : String(fundId) },
    save: async ({ fund, ...message }) => {
      const about = fund === noFund ? 0 : Number(fund)
      const attributes = { ...message, aboutFund: about !== 0 }
      const body = { data: { type: 'command' as const, attributes } }
      const options = { idempotencyKey: keyOf({ ...attributes, about }), fundId: about }
      const { number } = await call(sendMessage, { body }, options).catch(refused)
      return { number, replyTo: message.replyTo }
    },
    onSaved: onSent,
    onFailure: showFailure,
  })
  return (
    <Form form={form} label="Contact">
      <TopicField field={form.field} />
      {seesFunds ? (
        <Select
          label="Fund account"
          choices={fundChoices(accounts.data?.data ?? [], fundId)}
          {...form.field('fund')}
        />
      ) : null}
      <MessageField field={form.field} />
      <ReplyField field={form.field} />
      <SubmitRow isPending={form.isPending} submitText="Send message" />
    </Form>
  )
}
