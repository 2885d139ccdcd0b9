import { get } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { type FileReply, fileReply } from '../../contract/list.ts'
import { hostOf, startTestApp, type TestApp } from '../../testing/app.ts'
import { makeStaff } from '../../testing/factories/make-fund.ts'
import { route } from './route.ts'

// Over real sockets, because the connections break. The test says when a file goes on.

const probe = endpoint({
  method: 'GET',
  path: '/api/probe-file',
  access: 'signed-in',
  summary: 'Writes a file',
  query: z.object({ begins: z.enum(['at-once', 'never']) }),
  reply: fileReply,
  file: true,
})

type MadeStaff = Awaited<ReturnType<typeof makeStaff>>
type Writing = { finish: () => void; isClosed: boolean }

let portal: TestApp
let port: number
let ana: MadeStaff
let ben: MadeStaff
let cem: MadeStaff
let dan: MadeStaff
let writing: Writing[] = []

/** A file whose first part comes at once or with the rest. */
function startFile(beginsAtOnce: boolean): FileReply {
  const { promise, resolve } = Promise.withResolvers<void>()
  const file: Writing = { finish: resolve, isClosed: false }
  writing.push(file)
  async function* bytes() {
    try {
      if (beginsAtOnce) yield Buffer.alloc(200_000, 'a')
      await promise
      yield Buffer.from('end')
    } finally {
      file.isClosed = true
    }
  }
  return {
    name: 'a.csv',
    mediaType: 'text/csv',
    totalRows: null,
    rowsWritten: () => 0,
    bytes: bytes(),
  }
}

beforeAll(async () => {
  const handle = route(probe, async ({ query }) => startFile(query.begins === 'at-once'))
  portal = await startTestApp({
    settings: { routes: [handle], downloadLimits: { perPerson: 2, perClient: 3, all: 4 } },
  })
  await portal.app.listen({ host: '127.0.0.1', port: 0 })
  port = (portal.app.server.address() as { port: number }).port
  ana = await makeStaff(portal)
  ben = await makeStaff(portal)
  cem = await makeStaff(portal, { realm: 'ubs' })
  dan = await makeStaff(portal, { realm: 'glenmede' })
})
afterAll(() => portal.close())
beforeEach(() => {
  writing = []
})

type Download = { status: Promise<number>; answer: Promise<Answer>; disconnect: () => void }
type Answer = { status: number; retryAfter: string | undefined; text: string }

function download({ session }: MadeStaff, begins: 'at-once' | 'never' = 'at-once'): Download {
  const status = Promise.withResolvers<number>()
  const answer = Promise.withResolvers<Answer>()
  const headers = { host: hostOf(session.client), ...session.headers, 'x-accountid': '0' }
  const path = `/api/probe-file?begins=${begins}`
  const request = get({ host: '127.0.0.1', port, path, headers, agent: false }, response => {
    let text = ''
    status.resolve(response.statusCode ?? 0)
    response.on('data', data => {
      text += data
    })
    const retryAfter = response.headers['retry-after']
    response.on('end', () => answer.resolve({ status: response.statusCode ?? 0, retryAfter, text }))
    response.on('error', answer.reject)
  })
  request.on('error', error => {
    status.reject(error)
    answer.reject(error)
  })
  // Of one that is disconnected.
  for (const { promise } of [status, answer]) promise.catch(() => undefined)
  return { status: status.promise, answer: answer.promise, disconnect: () => void request.destroy() }
}

const sentence = ({ text }: Answer): string => JSON.parse(text).detail

describe('downloads', () => {
  test('are limited for a person, a client and the program, until they have been read', async () => {
    const open = [download(ana), download(ana)]
    for (const { status } of open) expect(await status).toBe(200)
    const own = await download(ana).answer
    expect(own).toMatchObject({ status: 429, retryAfter: '30' })
    expect(sentence(own)).toMatch(/downloading several files already/)

    open.push(download(ben))
    expect(await open[2]?.status).toBe(200)
    const ofClient = await download(ben).answer
    expect(ofClient).toMatchObject({ status: 429, retryAfter: '30' })
    expect(sentence(ofClient)).toBe('Many people are downloading files. Please try again in 30 seconds.')

    open.push(download(cem))
    expect(await open[3]?.status).toBe(200)
    expect(await download(dan).answer).toMatchObject({ status: 503, retryAfter: '30' })

    for (const file of writing) file.finish()
    for (const { answer } of open) expect((await answer).text).toMatch(/^a{200000}end$/)
    const later = download(ana)
    expect(await later.status).toBe(200)
    writing.at(-1)?.finish()
    await later.answer
  })

  test.each(['at-once', 'never'] as const)(
    'that are given up free their place and stop writing, with a first byte %s',
    async begins => {
      const open = [download(ana, begins), download(ana, begins)]
      await vi.waitFor(() => expect(writing).toHaveLength(2))
      expect((await download(ana).answer).status).toBe(429)
      for (const { disconnect } of open) disconnect()
      await vi.waitFor(async () => {
        const next = download(ana)
        const status = await next.status
        next.disconnect()
        expect(status).toBe(200)
      })
      for (const file of writing) file.finish()
      await vi.waitFor(() => expect(writing.map(({ isClosed }) => isClosed)).not.toContain(false))
    },
  )
})
