import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { exportQuery, fileReply } from '../../contract/list.ts'
import { command, listOf, listQuery, searchKeywords } from '../../contract/wire.ts'

export const mailStates = ['failed', 'waiting', 'sent'] as const
export type MailState = (typeof mailStates)[number]

const storedMail = z.object({
  mailId: z.string(),
  /** `expired`: its link no longer works, so it is not sent. */
  state: z.enum([...mailStates, 'expired']),
  /** The label of the message's kind. */
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

const search = {
  state: z._default(z.enum(mailStates), 'failed'),
  /** A part of the recipient’s address, or of the subject. */
  keywords: z._default(searchKeywords, ''),
}

const page = listOf(storedMail)

/** The newest come first. */
export const listMails = endpoint({
  method: 'GET',
  path: '/api/mails',
  summary: 'Lists the messages of the client’s current book and of its people, without their text',
  access: 'SUPER_DASHBOARD_VIEW',
  query: z.object({ ...listQuery, ...search }),
  reply: z.extend(page, {
    /** `isTotalExact`: false where there are more messages than are counted; there are then at least `total`. */
    meta: z.extend(page.shape.meta, { isTotalExact: z.boolean() }),
  }),
})

export const exportMails = endpoint({
  method: 'GET',
  path: '/api/mails/export',
  summary:
    'Exports the messages of the client, without their text, as a workbook or as comma-separated values',
  access: 'SUPER_DASHBOARD_VIEW',
  records: ['file-exported'],
  query: z.object({ ...exportQuery, ...search }),
  reply: fileReply,
  file: true,
})

export const resendMail = endpoint({
  method: 'POST',
  path: '/api/mails/{mailId}/resend',
  summary: 'Retries a message that was not sent; one that was sent is not sent again',
  access: 'MAIL_RESEND',
  records: ['mail-resent'],
  params: z.object({ mailId: z.uuid() }),
  body: command(z.object({})),
  reply: z.object({ mailId: z.string() }),
})
