import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { npt } from '../../clients/configuration/npt.ts'
import { botCheckServices } from '../../contract/bot-check.ts'
import { getBotCheck, sendVisitorMessage } from '../../features/contact/contact.contract.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { readBotCheckSecrets } from './bot-check-secrets.ts'
import type { ExternalService } from './external-service.ts'

// A local server imitates the three services as their documentation describes them; the tests do not contact the services.

const services: readonly ExternalService[] = ['turnstile', 'hcaptcha', 'recaptcha']

type VerifierResponse = { status?: number; body: string | null }
let verifier: Server
let answers: VerifierResponse
let requests: { path: string; form: Record<string, string> }[]
const portals = new Map<ExternalService, TestApp>()
const portalOf = (service: ExternalService) => {
  const portal = portals.get(service)
  if (!portal) throw new Error(`no portal uses ${service}`)
  return portal
}

async function formOf(request: IncomingMessage): Promise<Record<string, string>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString('utf8')))
}

beforeAll(async () => {
  verifier = createServer(async (request, response) => {
    requests.push({ path: request.url ?? '', form: await formOf(request) })
    // Without a body it never responds.
    if (answers.body !== null) response.writeHead(answers.status ?? 200).end(answers.body)
  })
  await new Promise<void>(resolve => verifier.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(verifier.address() as AddressInfo).port}`
  const botCheckAddresses = {
    turnstile: `${base}/turnstile`,
    hcaptcha: `${base}/hcaptcha`,
    recaptcha: `${base}/recaptcha`,
  }
  for (const service of services)
    portals.set(
      service,
      await startTestApp({
        clients: { npt: { ...npt, botCheck: { service, siteKey: 'site-key', secretName: 'CHECK' } } },
        settings: { botCheckSecrets: { CHECK: 'the secret' }, botCheckAddresses },
      }),
    )
})
afterAll(async () => {
  verifier.closeAllConnections()
  await new Promise(resolve => verifier.close(resolve))
  await Promise.all([...portals.values()].map(portal => portal.close()))
})
beforeEach(() => {
  requests = []
})

const send = (service: ExternalService, token = 'a token') =>
  portalOf(service).call(
    sendVisitorMessage,
    {
      body: {
        data: {
          type: 'command',
          attributes: {
            topic: 'other',
            message: 'Good morning.',
            name: 'Ada Winslow',
            phone: '',
            replyTo: `${randomUUID()}@reader.example`,
            botCheck: { service, token },
          },
        },
      },
    },
    { idempotencyKey: randomUUID() },
  )

const respondWith = (body: object | string | null, status = 200) => {
  answers = { status, body: typeof body === 'object' && body !== null ? JSON.stringify(body) : body }
}

describe.each(services)('the bot check by %s', service => {
  test('sends the client’s site key to the browser and the client’s secret to the service', async () => {
    expect((await portalOf(service).call(getBotCheck, {})).reply).toEqual({ service, siteKey: 'site-key' })
    respondWith({ success: true, hostname: 'npt.localhost' })
    expect((await send(service, 'what it gave')).status).toBe(200)
    expect(requests).toEqual([
      { path: `/${service}`, form: { secret: 'the secret', response: 'what it gave' } },
    ])
  })

  test.each<[string, object]>([
    ['rejects the token', { success: false, 'error-codes': ['timeout-or-duplicate'] }],
    ['verified it for another site', { success: true, hostname: 'elsewhere.example' }],
  ])('rejects a message if the service %s', async (_what, answer) => {
    respondWith(answer)
    const { status, problem } = await send(service)
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([400, ['botCheck']])
  })

  test.each<[string, object | string, number]>([
    ['an error', 'down for maintenance', 503],
    ['a page instead of JSON', '<html>', 200],
    ['another format', { ok: true }, 200],
    ['an error about our secret', { success: false, 'error-codes': ['invalid-input-secret'] }, 200],
  ])(
    'reports the service as unavailable by its name if it responds with %s (§8)',
    async (_what, body, status) => {
      respondWith(body, status)
      const answer = await send(service)
      expect(answer.problem).toMatchObject({
        status: 503,
        detail: 'Service Unavailable',
        service: botCheckServices[service],
      })
    },
  )

  test('rejects a token of another service', async () => {
    const other = service === 'turnstile' ? 'hcaptcha' : 'turnstile'
    respondWith({ success: true })
    const { status } = await portalOf(service).call(
      sendVisitorMessage,
      {
        body: {
          data: {
            type: 'command',
            attributes: {
              topic: 'other',
              message: 'Good morning.',
              name: 'Ada',
              phone: '',
              replyTo: 'ada@reader.example',
              botCheck: { service: other, token: 'a token' },
            },
          },
        },
      },
      { idempotencyKey: randomUUID() },
    )
    expect(status).toBe(400)
    expect(requests).toEqual([])
  })
})

test('reports a service that does not respond within five seconds as unavailable (§8)', async () => {
  respondWith(null)
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort())
  const { problem } = await send('hcaptcha')
  expect(problem).toMatchObject({ detail: 'Service Unavailable', service: 'hCaptcha' })
  expect(timeout).toHaveBeenCalledWith(5_000)
})

test('throws at the start if the secret of a client’s bot check is missing', () => {
  const client = {
    ...npt,
    botCheck: { service: 'hcaptcha' as const, siteKey: 'key', secretName: 'NPT_CHECK' },
  }
  expect(() => readBotCheckSecrets([client], {})).toThrow('NPT_CHECK is missing')
  expect(readBotCheckSecrets([client], { NPT_CHECK: ' secret ' })).toEqual({ NPT_CHECK: 'secret' })
  expect(readBotCheckSecrets([npt], {})).toEqual({})
})
