import { mailGrantStep } from '../../features/grants/server/mail-grant-step.ts'
import { sendMail } from '../mail/send-mail.ts'
import type { Task } from './task.ts'

/** Every kind of job that the program knows, by the name under which it waits in the queue. */
export const tasks = {
  'mail-grant-step': mailGrantStep,
  'send-mail': sendMail,
} satisfies Record<string, Task>

type Tasks = typeof tasks
export type TaskName = keyof Tasks & string
export type PayloadOf<Name extends TaskName> = Tasks[Name] extends Task<infer Payload> ? Payload : never
