import { Kysely, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { clients } from '../../clients/clients.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { bookRole, realmRole } from '../db/login-roles.ts'
import type { BaseContext } from './request-context.ts'
import { route } from './route.ts'

// The context of a handler limits what a mistake in the handler can reach.

const probe = endpoint({
  method: 'GET',
  path: '/api/probe',
  access: 'public',
  summary: 'Shows what the context of a handler can reach',
  reply: z.object({ sees: z.array(z.string()) }),
})

let portal: TestApp
let context: BaseContext

beforeAll(async () => {
  const handle = async (_input: unknown, received: BaseContext) => {
    context = received
    const users = [received.db, received.realmDb].map(db =>
      sql<{ sees: string }>`select session_user::text as sees`.execute(db),
    )
    return { sees: (await Promise.all(users)).flatMap(({ rows }) => rows.map(({ sees }) => sees)) }
  }
  portal = await startTestApp({ settings: { routes: [route(probe, handle)] } })
})
afterAll(() => portal.close())

const ask = async (client: string, currency?: string) => {
  const headers = currency === undefined ? {} : { 'x-currency': currency }
  const answer = await portal.call(probe, {}, { client, headers })
  return { status: answer.status, sees: answer.status === 200 ? answer.reply.sees : null }
}

describe('the connections of a handler', () => {
  const each = Object.values(clients).flatMap(client =>
    [client.book, client.secondaryBook].flatMap(book =>
      book ? [[client.name, book.currency, bookRole(book.name), realmRole(client.realm)] as const] : [],
    ),
  )

  test.each(each)('at %s in %s belong to its book and its realm', async (client, currency, ...roles) => {
    expect(await ask(client, currency)).toEqual({ status: 200, sees: roles })
  })

  test.each(
    Object.values(clients).flatMap(({ name, book, secondaryBook }) =>
      ['USD', 'GBP', 'EUR', 'nptukusd', `npt'; select 1`]
        .filter(currency => ![book.currency, secondaryBook?.currency].some(own => own === currency))
        .map(currency => [name, currency] as const),
    ),
  )('at %s are refused for X-Currency %s, in which the client has no book', async (client, currency) => {
    expect((await ask(client, currency)).status).toBe(400)
  })
})

test.each([
  ['npt', ['db', 'realmDb']],
  // A client with two books needs the other one too, because step-up adds up the grants of both.
  ['npttransatlantic', ['db', 'otherBook.db', 'realmDb']],
])(
  'the context at %s reaches the connections %s and nothing that could open another',
  async (client, paths) => {
    await ask(client)
    const { request: _request, reply: _reply, log: _log, ...own } = context
    const reached = reachableFrom(own)
    const connections = reached.filter(({ value }) => value instanceof Kysely)
    expect(connections.map(({ path }) => path).toSorted()).toEqual(paths)
    expect(reached.filter(({ value }) => value instanceof pg.Pool)).toEqual([])
    const openers = reached.filter(
      ({ value }) =>
        typeof Object(value).registrar === 'function' || typeof Object(value).realm === 'function',
    )
    expect(openers.map(({ path }) => path)).toEqual([])
  },
)

/** Every object that is reachable by own properties, except inside connections. */
function reachableFrom(root: object): { path: string; value: object }[] {
  const seen = new Map<object, string>()
  const visit = (value: unknown, path: string) => {
    if (value === null || (typeof value !== 'object' && typeof value !== 'function') || seen.has(value))
      return
    seen.set(value, path)
    if (value instanceof Kysely) return
    for (const key of Reflect.ownKeys(value)) {
      const { value: next } = Object.getOwnPropertyDescriptor(value, key) ?? {}
      visit(next, path === '' ? String(key) : `${path}.${String(key)}`)
    }
  }
  visit(root, '')
  return [...seen].map(([value, path]) => ({ path, value }))
}
