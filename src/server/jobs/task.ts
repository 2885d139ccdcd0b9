import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { DB } from '../db/schema.ts'
import type { Mailer } from '../mail/mailer.ts'

/** Who asked for a job: written by the database itself (db/migrations/0007_jobs.sql), so it can be trusted. */
export type Origin = { book: string } | { realm: string }

export type TaskContext = {
  /** Bound to the book, or realm, that asked. */
  db: Kysely<DB>
  origin: Origin
  /** null where no mail server is configured. */
  mailer: Mailer | null
  /** Root of every derived key, for what is kept sealed or as a keyed hash. */
  secret: string
  /** `https://{client}.example.org`: links in mails are made of it, never of what a request says. */
  originPattern: string
  /** Ends when the program has to stop; a long task looks at it. */
  signal: AbortSignal
}

/**
 * A kind of job. A job may run more than once, so a second run has to find the first one's effect and do nothing. `name` is what the
 * queue stores: jobs that wait in the queue outlive a deployment, so it never changes.
 */
export type Task<Payload = unknown> = {
  name: string
  payload: z.ZodType<Payload>
  /** @throws when what waited in the queue is not such a payload. */
  run(payload: unknown, context: TaskContext): Promise<void>
}

export function task<Payload>(
  name: string,
  payload: z.ZodType<Payload>,
  run: (payload: Payload, context: TaskContext) => Promise<void>,
): Task<Payload> {
  return { name, payload, run: (given, context) => run(payload.parse(given), context) }
}
