import { randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import { Problem } from '../../../contract/problems.ts'
import type { DB } from '../../../server/db/schema.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { findMessageOfDraft, type NewMessage, saveMessage } from './contact.queries.ts'
import { mailContactMessage } from './mail-contact-message.ts'

/** Of ninety million numbers one is taken so seldom that more tries than this mean something else. */
const triesAtMost = 5

/**
 * Keeps a message and has it mailed, in one transaction, and gives its number. A draft is kept once: sent again, it answers the
 * number that it has. `before` runs for a new one alone, in the same transaction; what it throws undoes everything.
 *
 * @throws Problem conflict where the same key comes with something else.
 */
export async function saveMessageOnce(
  realmDb: Kysely<DB>,
  message: Omit<NewMessage, 'number'>,
  before: (trx: Kysely<DB>) => Promise<void> = async () => {},
): Promise<{ number: number }> {
  return await realmDb.transaction().execute(async trx => {
    for (let tries = 0; tries < triesAtMost; tries++) {
      const kept = await saveMessage(trx, { ...message, number: randomInt(10_000_000, 100_000_000) })
      if (kept) {
        await before(trx)
        await addJob(trx, mailContactMessage, { messageId: kept.message_id })
        return { number: kept.number }
      }
      const known = await findMessageOfDraft(trx, message.draftKey)
      if (known) return { number: numberOfSame(known, message) }
    }
    throw new Error('no number was free for a message')
  })
}

type Known = NonNullable<Awaited<ReturnType<typeof findMessageOfDraft>>>

function numberOfSame(known: Known, sent: Omit<NewMessage, 'number'>): number {
  const isSame =
    known.client === sent.client &&
    known.user_id === sent.userId &&
    known.topic === sent.topic &&
    known.message === sent.message &&
    known.reply_to === sent.replyTo &&
    known.sender_name === sent.senderName &&
    known.sender_phone === sent.senderPhone &&
    known.fund_book === (sent.fund?.book ?? null) &&
    (known.fund_id === null ? null : Number(known.fund_id)) === (sent.fund?.fundId ?? null)
  if (!isSame) throw new Problem('conflict', { detail: 'Another message was sent with the same key.' })
  return known.number
}
