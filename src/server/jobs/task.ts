import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { Client } from '../../clients/client.ts'
import type { Clock } from '../../domain/clock.ts'
import type { DB } from '../db/schema.ts'
import type { EncryptedFiles } from '../files/encrypted-files.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { SignatureProviders } from '../signatures/providers.ts'
import type { Sealer } from '../signatures/seal/sealer.ts'

/** The book or realm that added the job. The database records it (db/migrations/0007_jobs.sql), so it can be trusted. */
export type Origin = { book: string } | { realm: string }

export type TaskContext = {
  /** The connection of the book or realm that added the job. */
  db: Kysely<DB>
  origin: Origin
  /** null if no mail server is configured. */
  mailer: Mailer | null
  /** The documents of accounts; null in a worker without a file store, such as those of most tests. */
  documentFiles: EncryptedFiles | null
  /** The providers at which documents are signed. */
  signatures: SignatureProviders
  /** Seals signed documents; null in a worker without one, such as those of most tests. */
  sealer: Sealer | null
  /** The certificates and secrets of the clients' identity providers, by setting; none in a worker without them, such as those of most tests. */
  providerSecrets: Readonly<Record<string, string>>
  /** The mail server, whose certificate a job looks at; null without one. */
  smtpUrl: string | null
  /** The folders with the checkpoints of the audit log of all instances; none in a worker without them, such as those of most tests. */
  checkpointFolders: readonly string[]
  /** The root secret from which the keys for encryption and keyed hashes are derived. */
  secret: string
  /** The base of links in mails, such as `https://{client}.example.org`. Never use the host of a request instead. */
  originPattern: string
  /** The client of that name. Throws if there is none, so that the job fails and stays in the queue instead of ending without its work. */
  client(name: string): Client
  clock: Clock
  /** Aborts when the server stops; long tasks check it. */
  signal: AbortSignal
}

/** The books of the realm that added the job, each with its connection. */
export type RealmTaskContext = TaskContext & {
  books: readonly { name: string; db: Kysely<DB> }[]
  /** The realm's connection that changes who may do what; only for an accessTask. */
  accessDb?: Kysely<DB>
}

/**
 * Which slots a job takes. `long`: it may go through whole books. `notices`: mails to the people of accounts, of which one file of grants
 * causes hundreds. Payments, documents and the mails of logging in wait for neither.
 */
export type Slots = 'long' | 'notices' | 'others'

/**
 * A type of job. Tasks must be idempotent, because a job may run more than once. The queue stores `name`, so it must never
 * change: waiting jobs outlive a deployment.
 */
export type Task<Payload = unknown> = {
  name: string
  payload: z.ZodType<Payload>
  /** Whether the task gets the books of its realm. Only a realm may add such a job. */
  reachesBooks: boolean
  /** Whether the task gets the connection that changes who may do what. Only a realm may add such a job. */
  changesAccess?: true
  slots: Slots
  /** @throws if the payload in the queue does not match the schema. */
  run(payload: unknown, context: RealmTaskContext): Promise<void>
}

export function task<Payload>(
  name: string,
  payload: z.ZodType<Payload>,
  run: (payload: Payload, context: TaskContext) => Promise<void>,
  { slots = 'others' }: { slots?: Slots } = {},
): Task<Payload> & { run(payload: unknown, context: TaskContext): Promise<void> } {
  return {
    ...{ name, payload, reachesBooks: false, slots },
    run: (input, context) => run(payload.parse(input), context),
  }
}

/** A task about people: it writes in the realm and in each of its books, which no transaction spans. */
export function realmTask<Payload>(
  name: string,
  payload: z.ZodType<Payload>,
  run: (payload: Payload, context: RealmTaskContext) => Promise<void>,
  { slots = 'others' }: { slots?: Slots } = {},
): Task<Payload> {
  return {
    ...{ name, payload, reachesBooks: true, slots },
    run: (input, context) => run(payload.parse(input), context),
  }
}

/** A task that changes who may do what in a realm. */
export function accessTask<Payload>(
  name: string,
  payload: z.ZodType<Payload>,
  run: (payload: Payload, context: TaskContext & { accessDb: Kysely<DB> }) => Promise<void>,
): Task<Payload> {
  return {
    ...{ name, payload, reachesBooks: false, slots: 'others', changesAccess: true },
    run: (input, { accessDb, ...context }) => {
      if (accessDb === undefined) throw new Error(`the task ${name} got no connection that changes access`)
      return run(payload.parse(input), { ...context, accessDb })
    },
  }
}
