import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Book, Client } from '../../clients/client.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Clock } from '../../domain/clock.ts'
import type { IsoDate } from '../../domain/dates.ts'
import type { Identity } from '../../features/identity/server/identity.ts'
import type { Actor, AuthorizedAccount } from '../auth/actor.ts'
import type { SessionStore } from '../auth/session-store.ts'
import type { BotChecks } from '../bot-check/bot-check.ts'
import type { NotifiedCache } from '../db/notified-cache.ts'
import type { DB } from '../db/schema.ts'
import type { Files } from '../files/files.ts'

/** What every handler gets besides its parsed input. */
export type BaseContext = {
  client: Client
  book: Book
  /** Bound to the book of the request: nothing of another book can be read through it. */
  db: Kysely<DB>
  /** Bound to the client's realm: its people, their sessions, what editors keep. */
  realmDb: Kysely<DB>
  /**
   * At a client of two books the one that the request is not about. What the caller may see there was not asked: for sums of what
   * the caller did themselves, and nothing else.
   */
  otherBook: { name: string; db: Kysely<DB>; stepUpFromMinor: bigint } | null
  /** What is published of the managed content, between the changes that the database announces. */
  contentCache: NotifiedCache
  files: Files
  clock: Clock
  /** The sponsor's calendar day. */
  today: IsoDate
  log: FastifyBaseLogger
  /** `http://npt.localhost:3000`: where the caller sees this client. */
  origin: string
  /** Whether the program runs with demonstration data (`npm start`). */
  demonstration: boolean
  sessions: SessionStore
  identity: Identity
  botChecks: BotChecks
  request: FastifyRequest
  reply: FastifyReply
}

/** An endpoint open to anyone has no actor; one whose path names a fund account has that account. */
export type ContextOf<E extends Endpoint> = BaseContext &
  (E['access'] extends 'public' ? unknown : { actor: Actor }) &
  (E['path'] extends `${string}{fundId}${string}` ? { account: AuthorizedAccount } : unknown) &
  // The account of the X-AccountId header, where the actor may see it: the session's own calls must not fail by it.
  (E['access'] extends 'session' ? { account?: AuthorizedAccount } : unknown) &
  (E['idempotent'] extends true ? { idempotencyKey: string } : unknown)

export type FullContext = BaseContext & { actor: Actor; account: AuthorizedAccount; idempotencyKey: string }
