import { z } from 'zod'
import type { Client } from '../../../clients/client.ts'
import { contactTopics, groupedNumber, isContactTopic } from '../../../contract/contact-topics.ts'
import { formatInstant } from '../../../domain/dates.ts'
import { task } from '../../../server/jobs/task.ts'
import { callUs, type Letter } from '../../../server/mail/letter.ts'
import { writePersonMail } from '../../../server/mail/person-mail.ts'
import { clientInForce } from '../../settings/server/client-in-force.ts'
import { findMessage } from './contact.queries.ts'

type Message = NonNullable<Awaited<ReturnType<typeof findMessage>>>

/** Mails a message to the client's support and a confirmation to the sender, each once even if the job runs again. */
export const mailContactMessage = task(
  'mail-contact-message',
  z.object({
    messageId: z.uuid(),
    /** False once the sender has had this address mailed too often today. */
    confirms: z.boolean().default(true),
  }),
  async ({ messageId, confirms }, { db, secret, client: clientOf }) => {
    const message = await findMessage(db, messageId)
    if (!message) return
    const client = await clientInForce(db, clientOf(message.client))
    await db.transaction().execute(async trx => {
      await writePersonMail(trx, secret, {
        client,
        kind: 'contact-message',
        cause: `contact:${messageId}:support`,
        to: client.support.email,
        replyTo: message.reply_to,
        letter: letterToSupport(message, client),
      })
      if (!confirms) return
      await writePersonMail(trx, secret, {
        client,
        kind: 'contact-confirmation',
        cause: `contact:${messageId}:confirmation`,
        to: message.reply_to,
        letter: letterToSender(message, client),
      })
    })
  },
)

/** A topic that a later version removed is shown by its code. */
const topicOf = ({ topic }: Message) => (isContactTopic(topic) ? contactTopics[topic] : topic)

function letterToSupport(message: Message, client: Client): Letter {
  const { number, sender_name, sender_phone, reply_to, fund_id, fund_book, sent_at } = message
  const sender = `${sender_name}, ${message.user_id === null ? 'a visitor (name and address not verified)' : 'logged in'}`
  return {
    subject: `Message ${groupedNumber(number)}, ${topicOf(message)}`,
    name: null,
    blocks: [
      {
        facts: [
          ['Message', groupedNumber(number)],
          ['Topic', topicOf(message)],
          ['From', sender],
          ['Reply to', reply_to],
          ...(sender_phone === null ? [] : [['Phone', sender_phone] as const]),
          ...(fund_id === null ? [] : [['Account ID', `${fund_id} (book ${fund_book})`] as const]),
          ['Sent', formatInstant(sent_at, client)],
        ],
      },
      message.message,
    ],
  }
}

/**
 * The confirmation contains nothing that the sender typed: the address may belong to another person, and the mail would carry a
 * stranger's text in the client's name.
 */
function letterToSender(message: Message, client: Client): Letter {
  const { number, user_id, sender_name } = message
  return {
    subject: `We have received your message ${groupedNumber(number)}`,
    name: user_id === null ? 'reader' : sender_name,
    blocks: [
      `We have received your message (topic: ${topicOf(message)}). Your reference number is ${groupedNumber(number)}.`,
      `We will reply to this address. If you need to reach us sooner, ${callUs(client)} (${client.support.hours}) and have your reference number ready.`,
    ],
  }
}
