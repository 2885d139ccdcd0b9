import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestOf } from '../../../contract/request-of.ts'
import { hostOf, originOf, startTestApp, type TestApp } from '../../../testing/app.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { type MadeFund, makeFund } from '../../../testing/factories/make-fund.ts'
import { recommendation } from '../../../testing/factories/make-grant.ts'
import { recommendGrant } from '../grants.contract.ts'

let portal: TestApp
let fund: MadeFund
let other: MadeFund

beforeAll(async () => {
  portal = await startTestApp()
  fund = await makeFund(portal)
  other = await makeFund(portal)
})
afterAll(() => portal.close())

test('ignores unknown fields of a command (§10)', async () => {
  const { charityId } = await makeCharity(portal.databases, { name: 'A QUIET LIBRARY' })
  const { method, address, body } = requestOf(recommendGrant, {
    params: { fundId: fund.fundId },
    body: { data: { type: 'command', attributes: recommendation(charityId) } },
  })
  const sent = JSON.parse(body ?? '{}') as { data: { attributes: object } }
  Object.assign(sent.data.attributes, {
    transactionStatusCode: 6,
    state: 'Paid',
    fundId: other.fundId,
    recommendedByName: 'Somebody Else',
    createdDate: '2020-01-01',
    book: 'rathbones',
  })
  const answer = await portal.app.inject({
    method,
    url: address,
    headers: {
      host: hostOf('npt'),
      origin: originOf('npt'),
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      ...fund.donor.session.headers,
    },
    payload: JSON.stringify(sent),
  })
  expect(answer.statusCode, answer.body).toBe(200)
  const grant = answer.json<Record<string, unknown>>()
  expect(grant).toMatchObject({
    transactionStatusCode: 1,
    state: 'Recommended',
    fundId: fund.fundId,
    recommendedByName: 'Margaret Ellison',
  })
  expect(grant.createdDate).not.toBe('2020-01-01')
  // The response has exactly the fields of its schema.
  expect(Object.keys(grant).sort()).toEqual(Object.keys(recommendGrant.reply.shape).sort())
})
