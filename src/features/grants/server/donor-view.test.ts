import { afterAll, beforeAll, expect, test } from 'vitest'
import { npt } from '../../../clients/configuration/npt.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import {
  type MadeFund,
  makeFund,
  makePersonOf,
  makeStaff,
  type Person,
} from '../../../testing/factories/make-fund.ts'
import { makeGrant, recommend, recommendation } from '../../../testing/factories/make-grant.ts'
import { makeRelationship } from '../../../testing/factories/make-relationship.ts'
import { makeUser } from '../../../testing/factories/make-user.ts'
import { donorAdvice } from '../../../testing/grants/donor-advice.ts'
import { grantCalls } from '../../../testing/grants/grant-calls.ts'
import { getGrant } from '../grants.contract.ts'
import { getStaffGrant } from '../review/staff-grants.contract.ts'

const note = 'Compliance: donor is a cousin of the chair'
const message = 'The charity told us that the appeal has ended.'
let portal: TestApp
let fund: MadeFund
let staff: Person
let calls: ReturnType<typeof grantCalls>

beforeAll(async () => {
  portal = await startTestApp()
  calls = grantCalls(portal)
  fund = await makeFund(portal)
  staff = await makeStaff(portal, { firstName: 'Tabitha', lastName: 'Underhill' })
})
afterAll(() => portal.close())

/** The raw response body. */
async function wire(grantId: string, as: Person): Promise<string> {
  const url = `/api/accounts/${fund.fundId}/grants/${grantId}`
  const answer = await portal.app.inject({
    url,
    headers: { host: 'npt.localhost:3000', ...as.session.headers },
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.body
}

test.each(['donor', 'joint_donor', 'viewer', 'primary_advisor', 'banker', 'service_team'] as const)(
  'sends a %s the message, but neither the internal note nor the names of staff (§13)',
  async role => {
    const person = await makePersonOf(portal, fund, role)
    const rejected = await makeGrant(portal, fund)
    expect((await calls.reject(rejected, staff.session, message, note)).status).toBe(200)
    const approved = await makeGrant(portal, fund)
    expect((await calls.approve(approved, staff.session, note)).status).toBe(200)
    for (const grantId of [rejected, approved]) {
      const body = await wire(grantId, person)
      for (const secret of [note, 'Tabitha', 'Underhill', staff.user.userId])
        expect(body).not.toContain(secret)
      expect(body).toContain(npt.displayName)
    }
    expect(await wire(rejected, person)).toContain(message)
  },
)

test('shows staff and auditors the note, the message and the name (§13)', async () => {
  const grantId = await makeGrant(portal, fund)
  await calls.reject(grantId, staff.session, message, note)
  const auditor = await makeStaff(portal, { roles: [{ role: 'auditor', actions: null }] })
  for (const { session } of [staff, auditor]) {
    const { reply } = await portal.call(getStaffGrant, { params: { grantId } }, { as: session })
    expect(reply.steps.at(-1)).toMatchObject({ actorName: 'Tabitha Underhill', reason: note, message })
  }
})

test('names a staff member who recommended as the sponsor to donors, and by name to staff', async () => {
  const service = await makeUser(portal.databases, { firstName: 'Wilfred', lastName: 'Ashgrove' })
  await makeRelationship(portal.databases, fund, { user: service, role: 'service_team' })
  const superUser = await makeStaff(portal, { firstName: 'Wilfred', lastName: 'Ashgrove' })
  for (const session of [await portal.sessionFor(service), superUser.session]) {
    const { charityId } = await makeCharity(portal.databases)
    const advised = recommendation(charityId, await donorAdvice(portal, fund))
    const { reply } = await recommend(portal, fund, advised, { as: session })
    const { grantId } = reply
    expect(JSON.stringify({ ...reply, amountMinor: '', returnedMinor: '' })).not.toContain('Ashgrove')
    const body = await wire(grantId, fund.donor)
    expect(body).not.toContain('Ashgrove')
    expect(JSON.parse(body).recommendedByName).toBeNull()
    expect(JSON.parse(body).advice).toEqual({
      donorName: 'Margaret Ellison',
      channel: 'phone',
      advisedOn: advised.advice?.advisedOn,
    })
    const seen = await portal.call(getStaffGrant, { params: { grantId } }, { as: staff.session })
    expect(seen.reply.recommendedByName).toBe('Wilfred Ashgrove')
  }
})

test('shows the other donors who recommended and cancelled', async () => {
  const grantId = await makeGrant(portal, fund)
  await calls.cancel(grantId, fund)
  const { reply } = await portal.call(
    getGrant,
    { params: { fundId: fund.fundId, grantId } },
    { as: (await makePersonOf(portal, fund, 'joint_donor')).session },
  )
  expect(reply.steps.map(({ actorName }) => actorName)).toEqual(['Margaret Ellison', 'Margaret Ellison'])
})

test('requires a message to reject, not just a note (§13)', async () => {
  const grantId = await makeGrant(portal, fund)
  for (const blank of [null, '', '  ', '\u00a0', '\u200b\u200b']) {
    const refused = await calls.reject(grantId, staff.session, blank, note)
    expect([refused.status, Object.keys(refused.problem.errors ?? {})]).toEqual([400, ['message']])
  }
})

test('the database refuses these transitions without a message', async () => {
  const grantId = await makeGrant(portal, fund)
  for (const transition of ['reject', 'ask-information', 'void', 'void-payment', 'return'])
    await expect(
      portal.database.admin.query(
        `insert into grant_history_entry (book, grant_id, step, transition, to_status_code, actor_user_id, actor_name, actor_side)
         values ('npt', $1, 900, $2, 7, $3, 'x', 'sponsor')`,
        [grantId, transition, staff.user.userId],
      ),
    ).rejects.toMatchObject({ constraint: 'message_required' })
})
