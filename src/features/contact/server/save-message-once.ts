import { randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import { Problem } from '../../../contract/problems.ts'
import type { DB } from '../../../server/db/schema.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { findMessageOfDraft, type NewMessage, saveMessage } from './contact.queries.ts'
import { mailContactMessage } from './mail-contact-message.ts'

/** With 90 million numbers, more collisions than this mean another fault. */
const maxAttempts = 5

/**
 * Stores a message, queues its mails and returns its number, in one transaction. The same draft sent again returns the
 * number it already has. `onNew` runs in the same transaction for a new message only, and says whether its sender gets a confirmation; if
 * it throws, nothing is stored.
 *
 * @throws Problem conflict if another message has the same key.
 */
export async function saveMessageOnce(
  realmDb: Kysely<DB>,
  message: Omit<NewMessage, 'number'>,
  onNew: (trx: Kysely<DB>) => Promise<{ confirms: boolean }>,
): Promise<{ number: number }> {
  return await realmDb.transaction().execute(async trx => {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const saved = await saveMessage(trx, { ...message, number: randomInt(10_000_000, 100_000_000) })
      if (saved) {
        const { confirms } = await onNew(trx)
        await addJob(trx, mailContactMessage, { messageId: saved.message_id, confirms })
        return { number: saved.number }
      }
      const existing = await findMessageOfDraft(trx, message.draftKey)
      if (existing) return { number: numberOfSame(existing, message) }
    }
    throw new Error('no free number for a message')
  })
}

type StoredMessage = NonNullable<Awaited<ReturnType<typeof findMessageOfDraft>>>

function numberOfSame(existing: StoredMessage, sent: Omit<NewMessage, 'number'>): number {
  const isSame =
    existing.client === sent.client &&
    existing.user_id === sent.userId &&
    existing.topic === sent.topic &&
    existing.message === sent.message &&
    existing.reply_to === sent.replyTo &&
    existing.sender_name === sent.senderName &&
    existing.sender_phone === sent.senderPhone &&
    existing.fund_book === (sent.fund?.book ?? null) &&
    (existing.fund_id === null ? null : Number(existing.fund_id)) === (sent.fund?.fundId ?? null)
  if (!isSame)
    throw new Problem('conflict', {
      detail: 'This message was already sent. Reload the page to send another.',
    })
  return existing.number
}
