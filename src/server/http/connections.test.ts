import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { connectionLimits } from './connection-limits.ts'

// Over real sockets: what is held here happens before a request is one.

const [trusted, stranger] = ['127.0.0.1', '203.0.113.9']
const quick = { ...connectionLimits, connections: 3, headersMs: 300, requestMs: 600, checkEveryMs: 50 }

let plain: TestApp
let behindProxy: TestApp
let proxyNamesHost: TestApp
let port: number

beforeAll(async () => {
  plain = await startTestApp({ settings: { limits: quick } })
  behindProxy = await startTestApp({ settings: { trustedProxies: [trusted] } })
  proxyNamesHost = await startTestApp({ settings: { trustedProxies: [trusted], trustsForwardedHost: true } })
  await plain.app.listen({ host: '127.0.0.1', port: 0 })
  port = (plain.app.server.address() as { port: number }).port
})
afterAll(() => Promise.all([plain.close(), behindProxy.close(), proxyNamesHost.close()]))

type Heard = { socket: Socket; opened: Promise<void>; text: () => string; closed: Promise<string> }

/** Sends the text, and hears until the other side closes. */
function open(text: string): Heard {
  let heard = ''
  const socket = connect(port, '127.0.0.1')
  const opened = new Promise<void>(resolve =>
    socket.once('connect', () => socket.write(text, () => resolve())),
  )
  const closed = new Promise<string>(resolve => socket.once('close', () => resolve(heard)))
  socket.on('data', data => {
    heard += data.toString('latin1')
  })
  socket.on('error', () => undefined)
  return { socket, opened, text: () => heard, closed }
}

const host = 'Host: npt.localhost:3000\r\n'
const get = (headers: string) => `GET /api/client-context HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`

describe('the Host header', () => {
  test('answers a request with one', async () => {
    expect(await open(get(host)).closed).toMatch(/^HTTP\/1\.1 200 /)
  })

  test.each([
    ['of two hosts', `${host}Host: ubs.localhost:3000\r\n`],
    ['of one host twice', `${host}${host}`],
    ['spelled in two ways', `${host}hOST: ubs.localhost:3000\r\n`],
  ])('answers 400 to two, %s', async (_name, headers) => {
    expect(await open(get(headers)).closed).toMatch(/^HTTP\/1\.1 400 /)
  })

  test('answers 400 to none', async () => {
    expect(await open(get('')).closed).toMatch(/^HTTP\/1\.1 400 /)
  })
})

describe('X-Forwarded-Host', () => {
  const clientShown = async (portal: TestApp, remoteAddress: string) => {
    const response = await portal.app.inject({
      url: '/api/client-context',
      remoteAddress,
      headers: { host: 'npt.localhost:3000', 'x-forwarded-host': 'ubs.localhost:3000' },
    })
    return response.json().dbName as string
  }

  test('is ignored where no proxy is trusted', async () => {
    expect(await clientShown(plain, trusted)).toBe('npt')
  })

  test('is ignored from a trusted proxy where the setting is off', async () => {
    expect(await clientShown(behindProxy, trusted)).toBe('npt')
  })

  test('is ignored from a stranger where the setting is on', async () => {
    expect(await clientShown(proxyNamesHost, stranger)).toBe('npt')
  })

  test('names the client from a trusted proxy where the setting is on', async () => {
    expect(await clientShown(proxyNamesHost, trusted)).toBe('ubs')
  })
})

describe('connections', () => {
  test('stay open for 15 seconds, wait 10 for headers and 30 for a request, and are 2,000 at most', () => {
    const { server } = behindProxy.app
    expect(server).toMatchObject({
      keepAliveTimeout: 15_000,
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      maxConnections: 2_000,
    })
  })

  test('whose headers never end are answered 408 and closed', async () => {
    expect(await open(`GET / HTTP/1.1\r\n${host}X-Slow: `).closed).toMatch(/^HTTP\/1\.1 408 /)
  })

  test('whose body never ends are answered 408 and closed', async () => {
    const head = `POST /api/session/tab HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n`
    expect(await open(`${head}{`).closed).toMatch(/^HTTP\/1\.1 408 /)
  })

  test('with headers of more than 16 KB are answered 431', async () => {
    expect(await open(get(`${host}X-Long: ${'x'.repeat(20_000)}\r\n`)).closed).toMatch(/^HTTP\/1\.1 431 /)
  })

  test('beyond the limit are closed unread, and taken again once others have gone', async () => {
    const keptOpen = get(host).replace('Connection: close', 'Connection: keep-alive')
    const first = Array.from({ length: quick.connections }, () => open(keptOpen))
    for (const each of first) await expect.poll(each.text, { timeout: 5_000 }).toMatch(/^HTTP\/1\.1 200 /)
    expect(await open(get(host)).closed).toBe('')
    for (const each of first) each.socket.destroy()
    await expect.poll(() => open(get(host)).closed, { timeout: 5_000 }).toMatch(/^HTTP\/1\.1 200 /)
  })
})
