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
import { draftSchema, rethrowForForm, useDraftKey } from './contact-form.ts'
import { MessageField, ReplyField, TopicField } from './MessageFields.tsx'
import type { Sent } from './SentMessage.tsx'

// The form has a choice of funds in place of the request's flag.
const { aboutFund: _replacedByFund, ...messageShape } = memberMessage.shape
const schema = draftSchema(z.object({ ...messageShape, fund: z.string() }))

const noFund = 'none'

/** A longer list would not be usable. People with more accounts can name one in the message. */
const maxFundChoices = 100

type MemberFormProps = {
  session: Session & { state: 'signed-in' }
  topic: ContactTopic | null
  onSent: (sent: Sent) => void
}

/** The contact form of a signed-in person, with a choice of their fund accounts. */
export function MemberForm({ session: { facts, fundId }, topic, onSent }: MemberFormProps) {
  const keyOf = useDraftKey()
  const seesFunds = facts.hasAccess && facts.actions.includes('USER_SS_VIEW')
  const accounts = useQuery({
    // The message goes to the book that the person views.
    ...query(searchAccounts, {
      query: { first: maxFundChoices, sort: 'accountName', querySecondary: false },
    }),
    enabled: seesFunds,
    throwOnError: false,
  })
  const form = useForm({
    schema,
    initial: { topic, message: '', replyTo: facts.email, fund: fundId === 0 ? noFund : String(fundId) },
    save: async ({ fund, ...message }) => {
      const messageFundId = fund === noFund ? 0 : Number(fund)
      const attributes = { ...message, aboutFund: messageFundId !== 0 }
      const body = { data: { type: 'command' as const, attributes } }
      const options = { idempotencyKey: keyOf({ ...attributes, messageFundId }), fundId: messageFundId }
      const { number } = await call(sendMessage, { body }, options).catch(rethrowForForm)
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

/** The choices of fund accounts: the current one first, then the others, then none. */
function fundChoices(
  accounts: readonly { fundId: number; accountName: string }[],
  currentFundId: number,
): { value: string; text: string }[] {
  const choiceOf = ({ fundId, accountName }: { fundId: number; accountName: string }) => ({
    value: String(fundId),
    text: `${accountName}, ${fundId}`,
  })
  const current = accounts.find(({ fundId }) => fundId === currentFundId)
  return [
    // The current account is shown by its number while the list loads or is too long to include it.
    ...(current ? [choiceOf(current)] : []),
    ...(!current && currentFundId !== 0
      ? [{ value: String(currentFundId), text: `Account ${currentFundId}` }]
      : []),
    ...accounts.filter(account => account !== current).map(choiceOf),
    { value: noFund, text: 'No particular account' },
  ]
}
