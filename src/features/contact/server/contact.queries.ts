import type { Kysely } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'

export type NewMessage = {
  client: string
  number: number
  draftKey: string
  topic: string
  message: string
  userId: string | null
  senderName: string
  senderPhone: string | null
  replyTo: string
  fund: { book: string; fundId: number } | null
  sentAt: Date
}

/** Stores a message. Returns null if the draft or the number already exists. */
export async function saveMessage(
  trx: Kysely<DB>,
  message: NewMessage,
): Promise<{ message_id: string; number: number } | null> {
  const row = await trx
    .insertInto('contact_message')
    .values({
      client: message.client,
      number: message.number,
      draft_key: message.draftKey,
      topic: message.topic,
      message: message.message,
      user_id: message.userId,
      sender_name: message.senderName,
      sender_phone: message.senderPhone,
      reply_to: message.replyTo,
      fund_book: message.fund?.book ?? null,
      fund_id: message.fund === null ? null : BigInt(message.fund.fundId),
      sent_at: message.sentAt,
      state_changed_at: message.sentAt,
    })
    .onConflict(conflict => conflict.doNothing())
    .returning(['message_id', 'number'])
    .executeTakeFirst()
  return row ?? null
}

const columns = [
  'message_id',
  'client',
  'number',
  'topic',
  'message',
  'user_id',
  'sender_name',
  'sender_phone',
  'reply_to',
  'fund_book',
  'fund_id',
  'sent_at',
] as const

export const findMessage = (db: Kysely<DB>, messageId: string) =>
  db.selectFrom('contact_message').select(columns).where('message_id', '=', messageId).executeTakeFirst()

/** The message that was stored for this draft key. */
export const findMessageOfDraft = (db: Kysely<DB>, draftKey: string) =>
  db.selectFrom('contact_message').select(columns).where('draft_key', '=', draftKey).executeTakeFirst()
