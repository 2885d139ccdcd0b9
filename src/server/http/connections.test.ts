import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hostOf, startTestApp, type TestApp, type TestSession } from '../../testing/app.ts'
import { pdfOf } from '../../testing/factories/make-file.ts'
import { makeStaff } from '../../testing/factories/make-fund.ts'
import { connectionLimits } from './connection-limits.ts'

// Uses real sockets, because these limits apply before a request is parsed.

const [trusted, untrusted] = ['127.0.0.1', '203.0.113.9']
const quick = {
  ...connectionLimits,
  connections: 3,
  headersMs: 300,
  requestMs: 600,
  uploadBytesPerSecond: 200,
  uploadStallMs: 300,
  checkEveryMs: 50,
}

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

type Connection = { socket: Socket; opened: Promise<void>; text: () => string; closed: Promise<string> }

/** Sends the text and collects the response until the server closes the connection. */
function open(text: string): Connection {
  let received = ''
  const socket = connect(port, '127.0.0.1')
  const opened = new Promise<void>(resolve =>
    socket.once('connect', () => socket.write(text, () => resolve())),
  )
  const closed = new Promise<string>(resolve => socket.once('close', () => resolve(received)))
  socket.on('data', data => {
    received += data.toString('latin1')
  })
  socket.on('error', () => undefined)
  return { socket, opened, text: () => received, closed }
}

const host = 'Host: npt.localhost:3000\r\n'
const get = (headers: string) => `GET /api/client-context HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`

describe('the Host header', () => {
  test('is accepted once', async () => {
    expect(await open(get(host)).closed).toMatch(/^HTTP\/1\.1 200 /)
  })

  test.each([
    ['with different hosts', `${host}Host: ubs.localhost:3000\r\n`],
    ['with the same host', `${host}${host}`],
    ['in different case', `${host}hOST: ubs.localhost:3000\r\n`],
  ])('is rejected with 400 if it is sent twice, %s', async (_name, headers) => {
    expect(await open(get(headers)).closed).toMatch(/^HTTP\/1\.1 400 /)
  })

  test('is rejected with 400 if it is missing', async () => {
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

  test('is ignored if no proxy is trusted', async () => {
    expect(await clientShown(plain, trusted)).toBe('npt')
  })

  test('is ignored from a trusted proxy if the setting is off', async () => {
    expect(await clientShown(behindProxy, trusted)).toBe('npt')
  })

  test('is ignored from an untrusted address if the setting is on', async () => {
    expect(await clientShown(proxyNamesHost, untrusted)).toBe('npt')
  })

  test('names the client from a trusted proxy if the setting is on', async () => {
    expect(await clientShown(proxyNamesHost, trusted)).toBe('ubs')
  })
})

describe('connections', () => {
  test('are limited to 15 seconds idle, 10 for headers and 15 minutes for an upload, and to 2,000 at once', () => {
    const { server } = behindProxy.app
    expect(server).toMatchObject({
      keepAliveTimeout: 15_000,
      headersTimeout: 10_000,
      // limit-bodies.ts ends other requests than uploads after 30 seconds.
      requestTimeout: 900_000,
      maxConnections: 2_000,
    })
  })

  test('are closed with 408 if the headers never end', async () => {
    expect(await open(`GET / HTTP/1.1\r\n${host}X-Slow: `).closed).toMatch(/^HTTP\/1\.1 408 /)
  })

  test('are closed with 408 if the body never ends', async () => {
    const head = `POST /api/session/tab HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n`
    expect(await open(`${head}{`).closed).toMatch(/^HTTP\/1\.1 408 /)
  })

  test('are closed with 431 if the headers exceed 16 KB', async () => {
    expect(await open(get(`${host}X-Long: ${'x'.repeat(20_000)}\r\n`)).closed).toMatch(/^HTTP\/1\.1 431 /)
  })

  test('are closed unread beyond the limit, and accepted again once others have closed', async () => {
    const keepAliveRequest = get(host).replace('Connection: close', 'Connection: keep-alive')
    const first = Array.from({ length: quick.connections }, () => open(keepAliveRequest))
    for (const each of first) await expect.poll(each.text, { timeout: 5_000 }).toMatch(/^HTTP\/1\.1 200 /)
    expect(await open(get(host)).closed).toBe('')
    for (const each of first) each.socket.destroy()
    await expect.poll(() => open(get(host)).closed, { timeout: 5_000 }).toMatch(/^HTTP\/1\.1 200 /)
  })
})

describe('an upload', () => {
  const bytes = Buffer.from(pdfOf())
  let staff: TestSession
  beforeAll(async () => {
    staff = (await makeStaff(plain)).session
  })

  /** Sends an upload piece by piece; `everyMs` apart. */
  function send(pieces: readonly Uint8Array[], everyMs: number, session: TestSession | null) {
    const headers = {
      host: hostOf('npt'),
      origin: `http://${hostOf('npt')}`,
      'content-type': 'application/octet-stream',
      'content-length': String(bytes.length),
      connection: 'close',
      ...session?.headers,
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    const started = performance.now()
    const connection = open(
      `POST /api/staff-documents?name=a.pdf&type=other HTTP/1.1\r\n${lines.join('')}\r\n`,
    )
    const left = [...pieces]
    const timer = setInterval(() => {
      const piece = left.shift()
      if (piece && connection.socket.writable) connection.socket.write(piece)
    }, everyMs)
    const closed = connection.closed.then(text => ({ text, tookMs: performance.now() - started }))
    return closed.finally(() => clearInterval(timer))
  }
  const inPieces = (count: number) => {
    const size = Math.ceil(bytes.length / count)
    return Array.from({ length: count }, (_, at) => bytes.subarray(at * size, (at + 1) * size))
  }

  test('over a slow line is stored, though it takes longer than another request may', async () => {
    const { text, tookMs } = await send(inPieces(20), 50, staff)
    expect(text).toMatch(/^HTTP\/1\.1 200 /)
    expect(tookMs).toBeGreaterThan(quick.requestMs)
  })

  test('that stalls is cut with 408', async () => {
    expect((await send(inPieces(2).slice(0, 1), 10, staff)).text).toMatch(/^HTTP\/1\.1 408 /)
  })

  test('that trickles more slowly than a line is cut with 408', async () => {
    const trickle = Array.from(bytes, byte => Uint8Array.of(byte))
    expect((await send(trickle, 50, staff)).text).toMatch(/^HTTP\/1\.1 408 /)
  })

  test('of a visitor gets no more time than another request', async () => {
    const { text, tookMs } = await send(inPieces(200), 50, null)
    expect(text).toMatch(/^HTTP\/1\.1 401 /)
    // Its 200 pieces would take ten seconds.
    expect(tookMs).toBeLessThan(5_000)
  })
})
