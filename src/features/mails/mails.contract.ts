import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { command } from '../../contract/wire.ts'

export const mailStates = ['failed', 'waiting', 'sent'] as const
export type MailState = (typeof mailStates)[number]

const storedMail = z.object({
  mailId: z.string(),
  /** `expired`: its link no longer works, so it is not sent. */
  state: z.enum([...mailStates, 'expired']),
  /** What kind of message it is, in words. */
  kind: z.string(),
  to: z.string(),
  subject: z.string(),
  createdAt: z.string(),
  sentAt: z.nullable(z.string()),
  /** The last failed attempt and its error; null: none failed. */
  failedAt: z.nullable(z.string()),
  failure: z.nullable(z.string()),
  /** How often it failed since it was written or sent again by staff, and whether the portal tries again. */
  attempts: z.int(),
  isRetried: z.boolean(),
  /** The account that it is about. */
  fundId: z.nullable(z.int()),
  mayResend: z.boolean(),
})
export type StoredMail = z.output<typeof storedMail>

/** The list shows this many at most. Staff look for what failed lately; the audit log is the record. */
export const maxMailsShown = 100

export const listMails = endpoint({
  method: 'GET',
  path: '/api/mails',
  summary: 'The newest messages of the client’s current book and of its people, without their text',
  access: 'SUPER_DASHBOARD_VIEW',
  query: z.object({ state: z._default(z.enum(mailStates), 'failed') }),
  reply: z.object({ data: z.array(storedMail), meta: z.object({ total: z.int() }) }),
})

export const resendMail = endpoint({
  method: 'POST',
  path: '/api/mails/{mailId}/resend',
  summary: 'Tries again to send a message that was not sent; one that was sent stays sent once',
  access: 'MAIL_RESEND',
  params: z.object({ mailId: z.uuid() }),
  body: command(z.object({})),
  reply: z.object({ mailId: z.string() }),
})
