import type { Insertable, Kysely } from 'kysely'
import { z } from 'zod'
import type { Client } from '../../clients/client.ts'
import { optionalNotices } from '../../contract/notice-kinds.ts'
import { screenAddress } from '../../contract/screen-address.ts'
import { type Cipher, cipherFor } from '../auth/encryption.ts'
import type { DB, OutgoingMail } from '../db/schema.ts'
import { originOfClient } from '../http/client-of-host.ts'
import { addJob, addJobs } from '../jobs/add-job.ts'
import { type Slots, type Task, type TaskContext, task } from '../jobs/task.ts'
import { secretPlaceholder } from './letter.ts'
import { escapeHtml } from './letter-html.ts'
import type { Mailer } from './mailer.ts'
import {
  claimMail,
  insertAccountMails,
  type MailTable,
  type MailToSend,
  setFailed,
  setSent,
} from './mails.queries.ts'

/** How long a job waits before it looks again at a mail that another job is sending. */
const busyDelayMs = 3_000

function sending(name: string, table: MailTable, slots: Slots): Task<{ mailId: string }> {
  const run = async ({ mailId }: { mailId: string }, context: TaskContext) => {
    const { db, mailer } = context
    if (!mailer) return
    const outcome = await deliver(context, { table, mailId, mailer })
    // The other job may be killed before the mail is out. A new job and not a failed one: of two jobs with one key, the queue
    // would keep a failed older one for ever.
    if (outcome === 'busy')
      await addJob(db, itself, { mailId }, { key: mailId, runAt: new Date(Date.now() + busyDelayMs) })
  }
  const itself = task(name, z.object({ mailId: z.uuid() }), run, { slots })
  return itself
}

/**
 * Sends a stored mail of a book once. A failure is recorded for staff, and the job is retried. Without a mail server the mail stays
 * stored as unsent.
 */
export const sendMail = sending('send-mail', 'outgoing_mail', 'notices')

/**
 * Stores mails of a book and adds the jobs that send them, in the transaction of `trx` and with the same number of statements for one as
 * for many. A mail whose cause was mailed before is left out.
 */
export async function storeAccountMails(
  trx: Kysely<DB>,
  mails: readonly Insertable<OutgoingMail>[],
): Promise<void> {
  const mailIds = await insertAccountMails(trx, mails)
  await addJobs(
    trx,
    sendMail,
    mailIds.map(mailId => ({ payload: { mailId }, key: mailId })),
  )
}

/** The same for a mail of a realm. A mail whose link has expired is not sent; a sent one loses its link or code. */
export const sendPersonMail = sending('send-person-mail', 'person_mail', 'others')

type Delivery = { table: MailTable; mailId: string; mailer: Mailer }

/** Sends the mail, unless it was sent or has expired. `busy`: another job is sending it. */
async function deliver(
  { db, secret, originPattern, client: clientOf }: TaskContext,
  { table, mailId, mailer }: Delivery,
): Promise<'done' | 'busy'> {
  const mail = await claimMail(db, table, mailId)
  if (mail === 'none') return 'done'
  if (mail === 'busy') return 'busy'
  try {
    const client = clientOf(mail.client)
    const content = withSecret(secret, mail)
    if (content === null)
      throw new Error(`the link of mail ${mailId} cannot be decrypted: APP_SECRET has changed`)
    await mailer.send({
      from: mail.from_address,
      fromName: client.displayName,
      to: mail.to_address,
      ...(mail.reply_to ? { replyTo: mail.reply_to } : {}),
      subject: mail.subject,
      ...content,
      messageId: mail.mail_id,
      isAutomatic: mail.kind !== 'contact-message',
      unsubscribe: settingsIn(mail, settingsOfNotices(originPattern, client)),
      ...(mail.attachment && mail.attachment_name
        ? { attachment: { name: mail.attachment_name, bytes: mail.attachment } }
        : {}),
    })
  } catch (failure) {
    await setFailed(db, table, mailId, reasonOf(failure))
    throw failure
  }
  await setSent(db, table, mailId)
  return 'done'
}

/** Where people choose which notices they get. It asks for a login, so it can offer no unsubscription by one click (RFC 8058). */
export const settingsOfNotices = (originPattern: string, client: Client): string =>
  `${originOfClient(originPattern, client)}${screenAddress('/my-profile/notices')}`

/** The settings, if this mail offers them: its kind can be switched off, and its reader has a login. */
const settingsIn = ({ kind, body }: Pick<MailToSend, 'kind' | 'body'>, settings: string): string | null =>
  optionalNotices.some(optional => optional === kind) && body.includes(settings) ? settings : null

const maxReasonLength = 300

/** One line for staff. A mail server's reply may contain anything. */
function reasonOf(failure: unknown): string {
  const text = failure instanceof Error ? failure.message : String(failure)
  return text
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, maxReasonLength)
}

/** Encrypts links and codes until their mail is sent, so that read access to the database does not suffice to log in. */
export const mailCipher = (appSecret: string, client: string): Cipher =>
  cipherFor(appSecret, `mail ${client}`)

type WithSecret = Pick<MailToSend, 'client' | 'body' | 'html'> &
  Partial<Pick<MailToSend, 'encrypted_secret' | 'expires_at'>>

/** Text and HTML with the link or code inserted; null if that was deleted or cannot be decrypted. */
export function withSecret(appSecret: string, mail: WithSecret): { body: string; html: string } | null {
  const { body, html, encrypted_secret: encrypted = null, expires_at: expiresAt = null } = mail
  // A mail without a secret may contain the placeholder as text.
  if (expiresAt === null) return { body, html }
  const value = encrypted === null ? null : mailCipher(appSecret, mail.client).decrypt(encrypted)
  if (value === null) return null
  return {
    body: body.replaceAll(secretPlaceholder, () => value),
    html: html.replaceAll(secretPlaceholder, () => escapeHtml(value)),
  }
}
