import { z } from 'zod'
import type { Client } from '../../../clients/client.ts'
import { clients } from '../../../clients/clients.ts'
import { contactTopics, isContactTopic, spokenNumber } from '../../../contract/contact-topics.ts'
import { formatInstant } from '../../../domain/dates.ts'
import { task } from '../../../server/jobs/task.ts'
import { formatLetter, writePersonMail } from '../../../server/mail/person-mail.ts'
import { findMessage } from './contact.queries.ts'

type Message = NonNullable<Awaited<ReturnType<typeof findMessage>>>

/** Mails a message to the client's support and a confirmation to the sender, each once even if the job runs again. */
export const mailContactMessage = task(
  'mail-contact-message',
  z.object({ messageId: z.uuid() }),
  async ({ messageId }, { db, secret }) => {
    const message = await findMessage(db, messageId)
    const client = message && clients[message.client]
    if (!message || !client) return
    await db.transaction().execute(async trx => {
      await writePersonMail(trx, secret, {
        client,
        cause: `contact:${messageId}:support`,
        to: client.support.email,
        replyTo: message.reply_to,
        subject: `message ${spokenNumber(message.number)}, ${topicOf(message)}`,
        body: bodyForSupport(message, client),
      })
      await writePersonMail(trx, secret, {
        client,
        cause: `contact:${messageId}:confirmation`,
        to: message.reply_to,
        subject: `we have received your message ${spokenNumber(message.number)}`,
        body: bodyForSender(message, client),
      })
    })
  },
)

/** A topic that a later version removed is shown by its code. */
const topicOf = ({ topic }: Message) => (isContactTopic(topic) ? contactTopics[topic] : topic)

function bodyForSupport(message: Message, client: Client): string {
  const { number, sender_name, sender_phone, reply_to, fund_id, fund_book, sent_at } = message
  const headerLines = [
    `Message ${spokenNumber(number)}`,
    `Topic: ${topicOf(message)}`,
    `From: ${sender_name}, ${message.user_id === null ? 'a visitor (name and address not verified)' : 'logged in'}`,
    `Reply to: ${reply_to}`,
    ...(sender_phone === null ? [] : [`Phone: ${sender_phone}`]),
    ...(fund_id === null ? [] : [`Fund account: ${fund_id} (book ${fund_book})`]),
    `Sent: ${formatInstant(sent_at, client)}`,
  ]
  return [headerLines.join('\n'), message.message].join('\n\n')
}

/**
 * The confirmation contains nothing that the sender typed: the address may belong to another person, and the mail would carry a
 * stranger's text in the client's name.
 */
function bodyForSender(message: Message, client: Client): string {
  const { number, user_id, sender_name } = message
  return formatLetter(client, user_id === null ? 'reader' : sender_name, [
    `We have received your message (topic: ${topicOf(message)}). Your reference number is ${spokenNumber(number)}.`,
    `We will reply to this address. If you need to reach us sooner, call ${client.support.phone} (${client.support.hours}) and have your reference number ready.`,
  ])
}
