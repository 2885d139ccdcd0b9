import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, LightMyRequestResponse } from 'fastify'
import pino from 'pino'
import * as z from 'zod/mini'
import type { Endpoint, Reply, Sent, Upload } from '../contract/endpoint.ts'
import { type ProblemDocument, problemDocument } from '../contract/problems.ts'
import { requestOf } from '../contract/request-of.ts'
import { type Clock, systemClock } from '../domain/clock.ts'
import { type AppSettings, createApp } from '../server/app.ts'
import type { Databases } from '../server/db/pools.ts'
import type { Files } from '../server/files/files.ts'
import { folderFiles } from '../server/files/folder-files.ts'
import { type SessionKeeper, sessionKeeper } from '../server/session/session-keeper.ts'
import type { Client } from '../tenants/client.ts'
import { clients as allClients } from '../tenants/index.ts'
import { createTestDatabase, type TestDatabase } from './database/database.ts'
import { testSecret } from './database/database-server.ts'
import { cheapPasswords, type MadeUser } from './factories/make-user.ts'
import { walkThroughSignIn } from './signing-in/sign-in-walk.ts'

/** A signed-in browser: what it sends besides the request itself. */
export type TestSession = { client: string; headers: { cookie: string; authorization: string } }

/** What came back: `reply` decoded by the endpoint's schema where the status is 200, else the problem document. */
export type Answer<E extends Endpoint> = {
  status: number
  reply: Reply<E>
  problem: ProblemDocument
  headers: LightMyRequestResponse['headers']
}

export type CallAs = {
  /** Who asks; absent: a visitor. */
  as?: TestSession
  /** The client whose host is asked; default: the session's, else npt. */
  client?: string
  /** The current account (§7, X-AccountId); default 0. */
  fundId?: number
  idempotencyKey?: string
  headers?: Record<string, string>
}

export type TestApp = {
  app: FastifyInstance
  database: TestDatabase
  databases: Databases
  /** What was uploaded, in a folder that goes with the app. */
  files: Files
  /** What the program takes for the time. */
  clock: Clock
  /** A session begun on the server as sign-in would, without walking through the provider: a few milliseconds. */
  sessionFor(user: MadeUser, about?: { client?: string }): Promise<TestSession>
  /** The whole sign-in over HTTP, as a browser does it; the user needs a password. */
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
 * The whole program on a database of the test file's own, without a port:
 *
 *     const portal = await startTestApp()
 *     afterAll(() => portal.close())
 *     const donor = await makeUser(portal.databases)
 *     const { status, reply } = await portal.call(getVersion, {}, { as: await portal.sessionFor(donor) })
 */
export async function startTestApp(
  about: { clients?: Readonly<Record<string, Client>>; clock?: Clock; settings?: Partial<AppSettings> } = {},
): Promise<TestApp> {
  const database = await createTestDatabase()
  const { databases } = database
  const clients = about.clients ?? allClients
  const clock = about.clock ?? systemClock
  const filesFolder = await mkdtemp(join(tmpdir(), 'almoner-files-'))
  const files = folderFiles(filesFolder)
  const app = await createApp({
    databases,
    files,
    clients,
    addresses: { originPattern: 'http://{client}.localhost:3000', defaultClient: 'npt' },
    clock,
    secret: testSecret,
    mode: 'demonstration',
    webRoot: null,
    log: pino({ level: 'silent' }),
    passwords: cheapPasswords,
    ...about.settings,
  })
  await app.ready()
  const sessions = sessionKeeper({ databases, secret: testSecret, secureCookies: false })

  return {
    app,
    database,
    databases,
    files,
    clock,
    sessionFor: (user, { client = user.realm } = {}) =>
      begin(sessions, clientNamed(clients, client), user, clock),
    signInAs: (user, password, { client = user.realm } = {}) =>
      walkThroughSignIn(app, { client, origin: originOf(client), userId: user.ssoId, password }),
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
          ...(callAs.idempotencyKey === undefined ? {} : { 'idempotency-key': callAs.idempotencyKey }),
          ...callAs.as?.headers,
          ...callAs.headers,
        },
        ...(contentType === undefined ? {} : { payload: body ?? bytesOf(upload) }),
      })
      return answerOf(endpoint, response)
    },
    close: async () => {
      await app.close()
      await database.drop()
      await rm(filesFolder, { recursive: true, force: true })
    },
  }
}

function clientNamed(clients: Readonly<Record<string, Client>>, name: string): Client {
  const client = clients[name]
  if (!client) throw new Error(`there is no client ${name}`)
  return client
}

/** The keeper writes a cookie and a header; this collects them. */
async function begin(
  sessions: SessionKeeper,
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
  await sessions.begin(reply as unknown as FastifyReply, client, {
    userId: user.userId,
    now: clock.now(),
    idToken: null,
    loginCurrency: client.book.currency,
    factorAt: clock.now(),
    from: { userAgent: undefined, address: '127.0.0.1', provider: 'embedded' },
    former: null,
    // No sign-in happened that an audit log could tell of.
    record: async () => {},
  })
  return { client: client.name, headers }
}

/** A file as the app without a port takes it. */
export function bytesOf(upload: Upload | undefined): Buffer {
  if (upload instanceof Uint8Array) return Buffer.from(upload)
  throw new Error('a test sends bytes in hand')
}

/** Reading the part that the status does not have is a mistake of the test, and says what came instead. */
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
      if (status < 400) throw new Error(`${endpoint.path} answered ${status}, no problem: ${response.body}`)
      return problemDocument.parse(response.json())
    },
  }
}
