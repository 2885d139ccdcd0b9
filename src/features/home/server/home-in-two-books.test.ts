import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestSession } from '../../../testing/app.ts'
import { makeAccount } from '../../../testing/factories/make-account.ts'
import { makeRelationship } from '../../../testing/factories/make-relationship.ts'
import { makeUser } from '../../../testing/factories/make-user.ts'
import {
  decideContactSharing,
  listOwnRelationships,
} from '../../account-details/own-relationships.contract.ts'
import { getHome } from '../home.contract.ts'

const client = 'npttransatlantic'
let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

const toDecide = async (fundId: number, currency: string, as: TestSession, at = client) => {
  const about = { as, client: at, headers: { 'x-currency': currency } }
  const { status, reply } = await portal.call(getHome, { params: { fundId } }, about)
  expect(status).toBe(200)
  return reply.contactsToDecide
}

test('counts contacts to decide in both books of the client, whichever is open, and only the person’s own', async () => {
  const [pounds, dollars] = [
    await makeAccount(portal.databases, { book: 'nptuk' }),
    await makeAccount(portal.databases, { book: 'nptukusd' }),
  ]
  const user = await makeUser(portal.databases, { realm: 'nptuk' })
  const other = await makeUser(portal.databases, { realm: 'nptuk' })
  await makeRelationship(portal.databases, pounds, { user: other })
  await makeRelationship(portal.databases, dollars, { user: other })
  await makeRelationship(portal.databases, pounds, { user, role: 'joint_donor' })
  await makeRelationship(portal.databases, dollars, { user, role: 'joint_donor', contact: 'waiting' })
  const session = await portal.sessionFor(user, { client })

  expect(await toDecide(pounds.fundId, 'GBP', session)).toBe(1)
  expect(await toDecide(dollars.fundId, 'USD', session)).toBe(1)
  expect(await toDecide(pounds.fundId, 'GBP', await portal.sessionFor(other, { client }))).toBe(0)
  const atOneBook = await portal.sessionFor(user, { client: 'nptuk' })
  expect(await toDecide(pounds.fundId, 'GBP', atOneBook, 'nptuk')).toBe(0)

  const inPounds = { as: session, client, headers: { 'x-currency': 'GBP' } }
  const { reply } = await portal.call(listOwnRelationships, {}, inPounds)
  const waiting = reply.data.filter(({ contact }) => contact === 'waiting')
  expect(waiting.map(({ currency }) => currency)).toEqual(['USD'])
  const decided = await portal.call(
    decideContactSharing,
    {
      params: { relationshipId: waiting[0]?.relationshipId ?? '' },
      body: { data: { type: 'command', attributes: { shares: true } } },
    },
    inPounds,
  )
  expect(decided.status).toBe(200)
  expect(await toDecide(pounds.fundId, 'GBP', session)).toBe(0)
})
