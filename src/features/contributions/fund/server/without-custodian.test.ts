import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientOfBook } from '../../../../clients/clients.ts'
import type { Sent } from '../../../../contract/endpoint.ts'
import { startTestApp, type TestApp } from '../../../../testing/app.ts'
import { type MadeFund, makeFund } from '../../../../testing/factories/make-fund.ts'
import { methodsIn } from '../../server/accepted-gifts.ts'
import {
  announceContribution,
  changeAnnouncement,
  getContributionInstructions,
} from '../announcements.contract.ts'

// A sponsor that takes no securities, and one that has stopped taking them.

const client = clientOfBook('npt')
const { contributionAccounts: accounts } = client
let portal: TestApp
let fund: MadeFund

const withoutCustodian = () => Object.assign(client, { contributionAccounts: { ...accounts, custody: null } })

beforeAll(async () => {
  portal = await startTestApp()
  fund = await makeFund(portal)
})
afterAll(async () => {
  Object.assign(client, { contributionAccounts: accounts })
  await portal.close()
})

type Announcement = Sent<typeof announceContribution>['body']['data']['attributes']
const sending = { sentFrom: '', sendsOn: null, note: '' }
const wire: Announcement = { way: 'wire', amountMinor: 5_000_00n, ...sending }
const shares: Announcement = {
  way: 'securities',
  assets: [{ ticker: 'HRN', description: 'Heron plc', quantity: '120.5' }],
  ...sending,
}
const idempotent = () => ({ as: fund.donor.session, idempotencyKey: randomUUID() })
const announce = (attributes: Announcement) =>
  portal.call(
    announceContribution,
    { params: { fundId: fund.fundId }, body: { data: { type: 'command', attributes } } },
    idempotent(),
  )

test('a sponsor without a custodian is offered and announced no securities', async () => {
  const known = (await announce(shares)).reply
  withoutCustodian()
  const { reply } = await portal.call(
    getContributionInstructions,
    { params: { fundId: fund.fundId } },
    { as: fund.donor.session },
  )
  expect(reply.ways.map(({ way }) => way)).toEqual(['wire', 'check', 'sponsor'])
  expect(reply.ways[0]?.facts).toContainEqual({
    label: 'Routing number',
    value: '099990011',
    isCopied: true,
  })
  expect((await announce(wire)).status).toBe(200)
  for (const way of ['securities', 'fund-shares'] as const) {
    const { status, problem } = await announce({ ...shares, way })
    expect([status, problem.errors]).toEqual([400, { way: ['Choose how you will give'] }])
  }
  const { status, problem } = await portal.call(
    changeAnnouncement,
    {
      params: { fundId: fund.fundId, contributionId: known.contributionId },
      body: { data: { type: 'command', attributes: { revision: 1, announcement: shares } } },
    },
    idempotent(),
  )
  expect([status, problem.errors]).toEqual([400, { way: ['Choose how you will give'] }])
  const letter = await portal.app.inject({
    url: `/api/accounts/${fund.fundId}/contributions/${known.contributionId}/letter`,
    headers: { host: 'npt.localhost:3000', ...fund.donor.session.headers },
  })
  expect([letter.statusCode, letter.json().detail]).toEqual([
    409,
    'We can’t receive securities now. Please call us.',
  ])
  expect(methodsIn({ name: 'npt' }, 'securities')).toEqual(['fund-shares', 'certificate'])
})
