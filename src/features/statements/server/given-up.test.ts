import { get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hostOf, startTestApp, type TestApp } from '../../../testing/app.ts'
import { type MadeFund, makeFund } from '../../../testing/factories/make-fund.ts'
import { readPdf } from '../../../testing/read-pdf.ts'

// Over real sockets, because a donor leaves while the statement is drawn.

let portal: TestApp
let port: number
let leaving: MadeFund
let next: MadeFund

beforeAll(async () => {
  portal = await startTestApp()
  await portal.app.listen({ host: '127.0.0.1', port: 0 })
  // A server that listens on a port has an address with one.
  port = (portal.app.server.address() as { port: number }).port
  leaving = await makeFund(portal)
  next = await makeFund(portal)
})
afterAll(() => portal.close())

const addressOf = ({ fundId, donor: { session } }: MadeFund) => ({
  ...({ host: '127.0.0.1', port, agent: false } as const),
  path: `/api/accounts/${fundId}/statement?from=2026-10-01&to=2026-10-31`,
  headers: { host: hostOf(session.client), 'x-accountid': '0', ...session.headers },
})

function statementOf(fund: MadeFund): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  get(addressOf(fund), response => {
    response.toArray().then(parts => resolve(Buffer.concat(parts)), reject)
  }).on('error', reject)
  return promise
}

test('a donor who leaves while the statement is drawn leaves nothing to the next one', async () => {
  await statementOf(leaving)
  for (const afterMs of [0, 5, 10, 20, 40, 60, 80, 120, 160]) {
    const left = get(addressOf(leaving)).on('error', () => undefined)
    await delay(afterMs)
    left.destroy()
    for (let turn = 0; turn < 2; turn += 1) {
      const { text } = (await readPdf(await statementOf(next))).structure
      expect(text).toContain(String(next.fundId))
      expect(text).not.toContain(String(leaving.fundId))
    }
  }
})
