import { mailContactMessage } from '../../features/contact/server/mail-contact-message.ts'
import { mailGrantStep } from '../../features/grants/server/mail-grant-step.ts'
import { mailPasswordLink } from '../../features/identity/server/passwords/mail-password-link.ts'
import { mailUserIds } from '../../features/identity/server/passwords/mail-user-ids.ts'
import { endExpiredSessions } from '../../server/auth/end-expired-sessions.ts'
import type { Task } from '../../server/jobs/task.ts'
import { sendMail } from '../../server/mail/send-mail.ts'
import { sendPersonMail } from '../../server/mail/send-person-mail.ts'

/** Every kind of job that the program knows, by the name under which it waits in the queue. */
export const tasks = {
  'end-expired-sessions': endExpiredSessions,
  'mail-contact-message': mailContactMessage,
  'mail-grant-step': mailGrantStep,
  'mail-password-link': mailPasswordLink,
  'mail-user-ids': mailUserIds,
  'send-mail': sendMail,
  'send-person-mail': sendPersonMail,
} satisfies Record<string, Task>

type Tasks = typeof tasks
export type TaskName = keyof Tasks & string
export type PayloadOf<Name extends TaskName> = Tasks[Name] extends Task<infer Payload> ? Payload : never
