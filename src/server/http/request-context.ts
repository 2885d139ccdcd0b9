import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Book, Client } from '../../clients/client.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Clock } from '../../domain/clock.ts'
import type { IsoDate } from '../../domain/dates.ts'
import type { Actor, AuthorizedAccount } from '../auth/actor.ts'
import type { SessionStore } from '../auth/session-store.ts'
import type { BotChecks } from '../bot-check/bot-check.ts'
import type { NotifiedCache } from '../db/notified-cache.ts'
import type { DB } from '../db/schema.ts'
import type { Scanner } from '../files/clamd.ts'
import type { EncryptedFiles } from '../files/encrypted-files.ts'
import type { Files } from '../files/files.ts'
import type { SignatureProviders } from '../signatures/providers.ts'

/** What every handler gets besides its parsed input. An interface, so that src/features/identity can add its `identity` to it. */
export interface BaseContext {
  /** With the settings in force, and those of the book: its thresholds are the lowest of the clients that show it. */
  client: Client
  /** As its file says, before what staff set on screen: only src/features/settings reads it. */
  clientOfFile: Client
  /** The other clients that show one of its books, with their settings in force: only src/features/settings reads them. */
  sharers: readonly Client[]
  book: Book
  /** Bound to the book of the request: it cannot read another book. */
  db: Kysely<DB>
  /** Bound to the client's realm: its people, their sessions, managed content. */
  realmDb: Kysely<DB>
  /**
   * At a client with two books, the book that the request is not about. The caller's access to it has not been checked, so it
   * serves only queries that themselves choose what is the caller's: sums of their own actions, and the accounts that they may see.
   */
  otherBook: (Book & { db: Kysely<DB> } & Pick<Client, 'stepUpFromMinor' | 'dualControlFromMinor'>) | null
  /** Published content, cached until the database notifies a change. */
  contentCache: NotifiedCache
  files: Files
  /** The documents of accounts, encrypted at rest. Unlike `files`, never public and never cached. */
  documentFiles: EncryptedFiles
  /** Scans uploaded documents for viruses; null without a scanner. */
  scanFile: Scanner | null
  signatures: SignatureProviders
  /** Whether documents that are signed in the portal can be sealed: its certificate is valid now. */
  canSeal: boolean
  clock: Clock
  /** The sponsor's calendar day. */
  today: IsoDate
  log: FastifyBaseLogger
  /** The origin of the request, such as `http://npt.localhost:3000`. */
  origin: string
  /** Whether the program runs with demonstration data (`npm start`). */
  demonstration: boolean
  sessions: SessionStore
  botChecks: BotChecks
  request: FastifyRequest
  reply: FastifyReply
}

/** A public endpoint has no actor. An endpoint whose path names a fund account has that account. */
export type ContextOf<E extends Endpoint> = BaseContext &
  (E['access'] extends 'public' ? unknown : { actor: Actor }) &
  (E['path'] extends `${string}{fundId}${string}` ? { account: AuthorizedAccount } : unknown) &
  // The account of the X-AccountId header if the actor may see it. Calls about the session itself must not fail because of it.
  (E['access'] extends 'session' ? { account?: AuthorizedAccount } : unknown) &
  // Like `realmDb`, and changes who holds a right and who may log in.
  (E['changesAccess'] extends true ? { accessDb: Kysely<DB> } : unknown) &
  (E['idempotent'] extends true | 'own-row' ? { idempotencyKey: string } : unknown)

export type FullContext = BaseContext & {
  actor: Actor
  account: AuthorizedAccount
  idempotencyKey: string
  accessDb: Kysely<DB>
}
