import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, LightMyRequestResponse } from 'fastify'
import pino from 'pino'
import * as z from 'zod/mini'
import { type AppSettings, createApp } from '../app/server/server.ts'
import type { Client } from '../clients/client.ts'
import { clients as allClients } from '../clients/clients.ts'
import type { Endpoint, Reply, Sent, Upload } from '../contract/endpoint.ts'
import { type ProblemDocument, problemDocument } from '../contract/problem-document.ts'
import { requestOf } from '../contract/request-of.ts'
import { type Clock, systemClock } from '../domain/clock.ts'
import { createLastSeen } from '../server/auth/last-seen.ts'
import { type SessionStore, sessionStoreFor } from '../server/auth/session-store.ts'
import type { Databases } from '../server/db/pools.ts'
import { type EncryptedFiles, encryptedFiles } from '../server/files/encrypted-files.ts'
import type { Files } from '../server/files/files.ts'
import { folderFiles } from '../server/files/folder-files.ts'
import { createTestDatabase, type TestDatabase } from './database/database.ts'
import { testSecret } from './database/database-server.ts'
import { testDocumentKeys } from './document-keys.ts'
import { fastPasswordHasher, type MadeUser } from './factories/make-user.ts'
import { reuseThreads } from './reuse-threads.ts'
import { signInStepByStep } from './sign-in/sign-in.ts'
import { type MemoryProvider, memoryProvider } from './signatures/memory-provider.ts'
import { temporaryDirectory } from './temporary/temporary-directory.ts'

/** A signed-in browser: the client that it visits and the headers that it sends. */
export type TestSession = { client: string; headers: { cookie: string; authorization: string } }

/** An answer: for status 200 `reply` is decoded by the endpoint's schema, from 400 on `problem` is the problem document. */
export type Answer<E extends Endpoint> = {
  status: number
  reply: Reply<E>
  problem: ProblemDocument
  headers: LightMyRequestResponse['headers']
}

export type CallAs = {
  /** The caller's session; absent: a visitor. */
  as?: TestSession
  /** The client whose host receives the call; default: the session's, else npt. */
  client?: string
  /** The current account (§7, X-AccountId); default 0. */
  fundId?: number
  /** Of an idempotent command; default: a new one. */
  idempotencyKey?: string
  headers?: Record<string, string>
}

export type TestApp = {
  app: FastifyInstance
  database: TestDatabase
  databases: Databases
  /** The folder of the program's data, which `close` deletes. */
  dataDir: string
  /** Uploaded files, in that folder. */
  files: Files
  /** Documents of accounts, in the same folder. */
  documentFiles: EncryptedFiles
  /** The provider of signatures, unless the test's settings name others. */
  signatures: MemoryProvider
  /** The clock that the program reads. */
  clock: Clock
  /** Creates a session on the server without going through the identity provider; takes a few milliseconds. */
  sessionFor(user: MadeUser, about?: { client?: string }): Promise<TestSession>
  /** Signs in over HTTP as a browser does. The user needs a password. */
  signInAs(
    user: Pick<MadeUser, 'realm' | 'ssoId'>,
    password: string,
    about?: { client?: string },
  ): Promise<TestSession>
  call<const E extends Endpoint>(endpoint: E, sent: Sent<E>, about?: CallAs): Promise<Answer<E>>
  close(): Promise<void>
}

export const hostOf = (client: string) => `${client}.localhost:3000`
export const originOf = (client: string) => `http://${hostOf(client)}`

/**
 * Starts the whole program on a new database, without a port:
 *
 *     const portal = await startTestApp()
 *     afterAll(() => portal.close())
 *     const donor = await makeUser(portal.databases)
 *     const { status, reply } = await portal.call(getVersion, {}, { as: await portal.sessionFor(donor) })
 */
export async function startTestApp(
  about: {
    clients?: Readonly<Record<string, Client>>
    clock?: Clock
    settings?: Partial<AppSettings>
    /** How many connections each pool opens at most. */
    maxPerBook?: number
    /** A prepared database; default: a new one. */
    database?: TestDatabase
  } = {},
): Promise<TestApp> {
  const database = about.database ?? (await createTestDatabase({ maxPerBook: about.maxPerBook }))
  const { databases } = database
  const clients = about.clients ?? allClients
  const clock = about.clock ?? systemClock
  const dataDir = temporaryDirectory('data')
  const files = folderFiles(join(dataDir, 'files'))
  const documentFiles = encryptedFiles(files, testDocumentKeys)
  const signatures = memoryProvider()
  const app = await createApp({
    databases,
    files,
    signatures,
    documentFiles,
    clients,
    addresses: { originPattern: 'http://{client}.localhost:3000', defaultClient: 'npt' },
    clock,
    secret: testSecret,
    mode: 'demonstration',
    webRoot: null,
    log: pino({ level: 'silent' }),
    passwords: fastPasswordHasher,
    lastSeenEveryMs: 0,
    ...about.settings,
  })
  await app.ready()
  const endReuse = reuseThreads()
  const sessions = sessionStoreFor({
    databases,
    lastSeen: createLastSeen(databases, console, 0),
    secret: testSecret,
    secureCookies: false,
  })

  return {
    app,
    database,
    databases,
    dataDir,
    files,
    documentFiles,
    signatures,
    clock,
    sessionFor: (user, { client = user.realm } = {}) =>
      createSession(sessions, clientNamed(clients, client), user, clock),
    signInAs: (user, password, { client = user.realm } = {}) =>
      signInStepByStep(app, { client, origin: originOf(client), userId: user.ssoId, password }),
    call: async (endpoint, sent, callAs = {}) => {
      const { method, address, body, upload, contentType } = requestOf(endpoint, sent)
      const client = callAs.client ?? callAs.as?.client ?? 'npt'
      const response = await app.inject({
        method,
        url: address,
        headers: {
          host: hostOf(client),
          origin: originOf(client),
          'x-accountid': String(callAs.fundId ?? 0),
          ...(contentType === undefined ? {} : { 'content-type': contentType }),
          ...(endpoint.idempotent ? { 'idempotency-key': callAs.idempotencyKey ?? randomUUID() } : {}),
          ...callAs.as?.headers,
          ...callAs.headers,
        },
        ...(contentType === undefined ? {} : { payload: body ?? bytesOf(upload) }),
      })
      return answerOf(endpoint, response)
    },
    close: async () => {
      endReuse()
      await app.close()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function clientNamed(clients: Readonly<Record<string, Client>>, name: string): Client {
  const client = clients[name]
  if (!client) throw new Error(`there is no client ${name}`)
  return client
}

/** The session store writes a cookie and a header to the reply; this collects them. */
async function createSession(
  sessions: SessionStore,
  client: Client,
  user: MadeUser,
  clock: Clock,
): Promise<TestSession> {
  const headers = { cookie: '', authorization: '' }
  const reply = {
    setCookie: (name: string, value: string) => {
      headers.cookie = `${name}=${value}`
    },
    header: (_name: string, value: string) => {
      headers.authorization = value
    },
  }
  await sessions.create(reply as unknown as FastifyReply, client, {
    userId: user.userId,
    now: clock.now(),
    idToken: null,
    loginCurrency: client.book.currency,
    factorVerifiedAt: clock.now(),
    from: { userAgent: undefined, address: '127.0.0.1', provider: 'embedded' },
    former: null,
    // There was no sign-in to record in the audit log.
    record: async () => {},
  })
  return { client: client.name, headers }
}

/** The bytes of an upload, in the form that `inject` accepts. */
export function bytesOf(upload: Upload | undefined): Buffer {
  if (upload instanceof Uint8Array) return Buffer.from(upload)
  throw new Error('tests upload a Uint8Array')
}

/** Reading `reply` or `problem` with another status throws an error that contains the response. */
function answerOf<E extends Endpoint>(endpoint: E, response: LightMyRequestResponse): Answer<E> {
  const { statusCode: status, headers } = response
  return {
    status,
    headers,
    get reply(): Reply<E> {
      if (status !== 200) throw new Error(`${endpoint.path} answered ${status}: ${response.body}`)
      return z.decode(endpoint.reply, response.json()) as Reply<E>
    },
    get problem(): ProblemDocument {
      if (status < 400)
        throw new Error(`${endpoint.path} answered ${status} instead of a problem: ${response.body}`)
      return problemDocument.parse(response.json())
    },
  }
}

/** What the browser sends after a reply: its new token, and its new cookie if the secret was replaced. */
export function afterReply(session: TestSession, headers: LightMyRequestResponse['headers']): TestSession {
  const [cookie] = [headers['set-cookie'] ?? []].flat().map(text => text.split(';')[0])
  return {
    ...session,
    headers: {
      cookie: cookie ?? session.headers.cookie,
      authorization: String(headers.authorization ?? session.headers.authorization),
    },
  }
}
