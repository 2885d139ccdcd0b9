import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clients } from '../../clients/clients.ts'
import { requestOf } from '../../contract/request-of.ts'
import { maxStoredAmountMinor } from '../../domain/money.ts'
import type { Example } from '../../testing/access-matrix/examples/example.ts'
import { examples, newKey } from '../../testing/access-matrix/examples.ts'
import { type MatrixBook, makeMatrixBook } from '../../testing/access-matrix/fixture.ts'
import { holds, personas } from '../../testing/access-matrix/matrix.ts'
import { hostOf, originOf, startTestApp, type TestApp } from '../../testing/app.ts'

let portal: TestApp
let npt: MatrixBook

beforeAll(async () => {
  portal = await startTestApp()
  npt = await makeMatrixBook(portal, 'npt')
})
afterAll(() => portal.close())

test('no client has a limit that the database does not store', () => {
  for (const client of Object.values(clients)) {
    expect(client.maxAmountMinor, client.name).toBeGreaterThan(client.minimumGrantMinor)
    expect(client.maxAmountMinor, client.name).toBeLessThanOrEqual(maxStoredAmountMinor)
  }
})

const amountInBody = /"(\w*[mM]inor)":("\d+"|null)/g

/** The bodies of an example's request, each with one of its amounts replaced. */
async function requestsWith(example: Example, amount: string): Promise<[InjectOptions, field: string][]> {
  const { method, address, body = '' } = requestOf(example.endpoint, (await example.sent(npt)) as never)
  const caller = example.onlyFor ?? personas.find(persona => holds(persona, example.needs))
  const session = caller === undefined ? undefined : await npt.sessionOf(caller)
  const headers = {
    ...{ host: hostOf('npt'), origin: originOf('npt'), 'x-accountid': '0' },
    ...{ 'idempotency-key': newKey(), 'content-type': 'application/json' },
    ...session?.headers,
  }
  return [...body.matchAll(amountInBody)].map(match => {
    const payload = `${body.slice(0, match.index)}"${match[1]}":${amount}${body.slice(match.index + match[0].length)}`
    return [{ method, url: address, headers, payload }, match[1] ?? '']
  })
}

const sample = async (example: Example) => {
  const sent = example.endpoint.body ? await example.sent(npt) : undefined
  return sent === undefined
    ? []
    : [...(requestOf(example.endpoint, sent as never).body ?? '').matchAll(amountInBody)]
}

const tooLarge = [maxStoredAmountMinor + 1n, 10n ** 15n - 1n].map(amount => `"${amount}"`)

describe('an amount in a body', () => {
  test('is refused above the client’s limit, by every endpoint that takes one', async () => {
    const taking: string[] = []
    for (const example of examples) {
      if ((await sample(example)).length === 0) continue
      taking.push(example.endpoint.path)
      for (const amount of tooLarge) {
        for (const [request, field] of await requestsWith(example, amount)) {
          const { statusCode, body } = await portal.app.inject(request)
          const where = `${request.url} ${field} ${amount}: ${body}`
          if (example.endpoint.amountsOfRecord) expect(statusCode, where).toBeGreaterThanOrEqual(400)
          else {
            expect(statusCode, where).toBe(400)
            expect(JSON.parse(body).errors, where).toEqual({ [field]: ['Enter at most $1,000,000,000.00'] })
          }
          expect(statusCode, where).toBeLessThan(500)
        }
      }
    }
    expect(taking).toMatchInlineSnapshot(`
      [
        "/api/accounts/{fundId}/contributions",
        "/api/accounts/{fundId}/contributions/{contributionId}/receive",
        "/api/accounts/{fundId}/contributions/announce",
        "/api/accounts/{fundId}/contributions/{contributionId}/change",
        "/api/accounts/{fundId}/contributions/{contributionId}/receive-assets",
        "/api/accounts/{fundId}/holdings/{holdingId}/sell",
        "/api/accounts/{fundId}/holdings/{holdingId}/valuations",
        "/api/estate-cases/{caseId}/release",
        "/api/fee-write-offs",
        "/api/fee-schedules/{schedule}/terms/preview",
        "/api/fee-schedules/{schedule}/terms",
        "/api/accounts/{fundId}/grants",
        "/api/grants/{grantId}/return",
        "/api/accounts/{fundId}/grant-schedules",
        "/api/accounts/{fundId}/grant-schedules/{scheduleId}/change",
        "/api/accounts/{fundId}/grant-schedules/{scheduleId}/recommend",
        "/api/accounts/{fundId}/grant-drafts/{draftId}",
        "/api/accounts/{fundId}/grant-baskets",
        "/api/inactive-funds/{accountId}/default-grants",
        "/api/settings/thresholds",
        "/api/posting-batches/divisions/check",
        "/api/posting-batches/divisions",
        "/api/accounts/{fundId}/transfers",
      ]
    `)
  }, 120_000)
})
