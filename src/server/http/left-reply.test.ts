import { once } from 'node:events'
import { get } from 'node:http'
import { Writable } from 'node:stream'
import pino from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { route } from './route.ts'

// Over a real socket, because its reader leaves.

const probe = endpoint({
  method: 'GET',
  path: '/api/probe-left',
  access: 'public',
  summary: 'Breaks off',
  reply: z.object({}),
})

let portal: TestApp
const logged: { level: number; msg: string }[] = []

beforeAll(async () => {
  const answer = route(probe, async (_input, { reply }) => {
    reply.raw.socket?.destroy()
    await once(reply.raw, 'close')
    // What Node says of a compressed reply of which nothing has left.
    throw Object.assign(new Error('Premature close'), { code: 'ERR_STREAM_PREMATURE_CLOSE' })
  })
  const keep = new Writable({
    write: (line, _encoding, done) => {
      logged.push(JSON.parse(String(line)))
      done()
    },
  })
  portal = await startTestApp({ settings: { routes: [answer], log: pino({ level: 'info' }, keep) } })
  await portal.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => portal.close())

test('a reader who leaves is no error of the server', async () => {
  // A server that listens on a port has an address with one.
  const { port } = portal.app.server.address() as { port: number }
  const headers = { host: 'npt.localhost:3000' }
  const request = get({ host: '127.0.0.1', port, path: probe.path, headers, agent: false })
  await expect(once(request, 'response')).rejects.toThrow()
  await vi.waitFor(() =>
    expect(logged.map(({ msg }) => msg)).toContain('the connection closed before the reply'),
  )
  expect(logged.filter(({ level }) => level >= 50)).toEqual([])
})
