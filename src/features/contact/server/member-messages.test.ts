import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tasks } from '../../../app/server/jobs.ts'
import type { Sent } from '../../../contract/endpoint.ts'
import { type JobWorker, startJobWorker } from '../../../server/jobs/worker.ts'
import { type CallAs, startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { type MadeFund, makeFund, makePersonOf, makeStaff } from '../../../testing/factories/make-fund.ts'
import { makeUser } from '../../../testing/factories/make-user.ts'
import { jobSettings } from '../../../testing/jobs.ts'
import { mailsTo } from '../../../testing/mailbox.ts'
import { settingCalls } from '../../../testing/setting-calls.ts'
import { sendMessage } from '../contact.contract.ts'

let portal: TestApp
let worker: JobWorker
let fund: MadeFund
let otherFund: MadeFund

beforeAll(async () => {
  // The clock is fixed, so that the rate limit does not depend on the speed of the machine.
  portal = await startTestApp({ clock: testClock(new Date()) })
  worker = await startJobWorker({ databases: portal.databases, tasks, ...jobSettings })
  fund = await makeFund(portal)
  otherFund = await makeFund(portal)
})
afterAll(async () => {
  await worker.stop()
  await portal.close()
})
beforeEach(async () => {
  await portal.database.admin.query('delete from sign_in_rate_limit')
})

type Attributes = Sent<typeof sendMessage>['body']['data']['attributes']

async function send(attributes: Partial<Attributes> = {}, options: CallAs = {}) {
  return await portal.call(
    sendMessage,
    {
      body: {
        data: {
          type: 'command',
          attributes: {
            topic: 'fund',
            message: 'Where is my statement?',
            replyTo: fund.donor.user.email,
            aboutFund: false,
            ...attributes,
          },
        },
      },
    },
    { as: fund.donor.session, idempotencyKey: randomUUID(), ...options },
  )
}

const storedMessage = async (number: number) =>
  (await portal.database.admin.query('select * from contact_message where number = $1', [number])).rows[0]

describe('message of a signed-in person (§17)', () => {
  test('is refused while a change of e-mail is required (§4)', async () => {
    const { user, session } = await makePersonOf(portal, fund, 'donor')
    await portal.database.admin.query('update app_user set force_email_change = true where user_id = $1', [
      user.userId,
    ])
    const { status, problem } = await send({}, { as: session })
    expect([status, problem?.title]).toEqual([400, 'Access denied.'])
  })

  test('stores the name and the fund account without a bot check', async () => {
    const { reply } = await send({ aboutFund: true }, { fundId: fund.fundId })
    expect(await storedMessage(reply.number)).toMatchObject({
      realm: 'npt',
      user_id: fund.donor.user.userId,
      sender_name: 'Margaret Ellison',
      fund_book: 'npt',
      fund_id: String(fund.fundId),
    })
    const mails = await mailsTo(portal, fund.donor.user.email)
    expect(mails.at(-1)?.body).toMatch(/^Dear Margaret Ellison,/)
    const toSupport = (await mailsTo(portal, 'support@npt.example')).at(-1)
    expect(toSupport?.body).toContain(`Account ID: ${fund.fundId} (book npt)`)
    expect(toSupport?.body).toContain('From: Margaret Ellison, logged in')
  })

  test('accepts no fund account and another reply address', async () => {
    const { reply } = await send({ replyTo: 'office@ellison.example' }, { fundId: fund.fundId })
    expect(await storedMessage(reply.number)).toMatchObject({
      fund_id: null,
      reply_to: 'office@ellison.example',
    })
    expect(await mailsTo(portal, 'office@ellison.example')).toHaveLength(1)
  })

  test('is confirmed with the support hours that staff set on screen', async () => {
    const staff = await makeStaff(portal)
    expect((await settingCalls(portal).setHours(staff, 'Mornings')).status).toBe(200)
    await send({ replyTo: 'hours@ellison.example' })
    expect((await mailsTo(portal, 'hours@ellison.example')).at(-1)?.body).toContain('(Mornings)')
  })

  test('returns 404 for another person’s fund account, exactly as for an unknown one', async () => {
    for (const fundId of [otherFund.fundId, 99_999_998, 0]) {
      const { status, problem } = await send({ aboutFund: true }, { fundId })
      expect([fundId, status, problem.title]).toEqual([
        fundId,
        404,
        'We couldn’t find what you’re looking for.',
      ])
    }
  })

  test('accepts a message from a viewer', async () => {
    const viewer = await makePersonOf(portal, fund, 'viewer')
    const { status } = await send({ aboutFund: true }, { as: viewer.session, fundId: fund.fundId })
    expect(status).toBe(200)
  })

  test('accepts a message without a fund account from a person without access', async () => {
    const user = await makeUser(portal.databases)
    const session = await portal.sessionFor(user)
    await portal.database.admin.query('update app_user set has_access = false where user_id = $1', [
      user.userId,
    ])
    expect((await send({}, { as: session })).status).toBe(200)
    expect((await send({ aboutFund: true }, { as: session, fundId: fund.fundId })).status).toBe(404)
  })

  test('limits the messages of one person', async () => {
    const statuses: number[] = []
    for (let count = 0; count < 6; count++) statuses.push((await send()).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  test('returns 401 without a session', async () => {
    const { status } = await portal.call(
      sendMessage,
      {
        body: {
          data: {
            type: 'command',
            attributes: { topic: 'fund', message: 'Hello', replyTo: 'a@b.example', aboutFund: false },
          },
        },
      },
      { idempotencyKey: randomUUID() },
    )
    expect(status).toBe(401)
  })
})

describe('access to stored messages (§17)', () => {
  test('denies the connections of books and of other realms', async () => {
    const { reply } = await send()
    const count = (db: ReturnType<TestApp['databases']['realm']>) =>
      db.selectFrom('contact_message').select('number').where('number', '=', reply.number).execute()
    await expect(count(portal.databases.book('npt'))).rejects.toThrow('permission denied')
    expect(await count(portal.databases.realm('rathbones'))).toEqual([])
    expect(await count(portal.databases.realm('npt'))).toHaveLength(1)
  })

  test('allows updates of the state but not of the message', async () => {
    const { reply } = await send()
    const message = portal.databases
      .realm('npt')
      .updateTable('contact_message')
      .where('number', '=', reply.number)
    await expect(message.set({ message: 'Nothing' }).execute()).rejects.toThrow('permission denied')
    const handledBy = fund.donor.user.userId
    await message
      .set({ state: 'in-progress', state_changed_at: new Date(Date.now() + 60_000), handled_by: handledBy })
      .execute()
    expect(await storedMessage(reply.number)).toMatchObject({
      state: 'in-progress',
      message: 'Where is my statement?',
    })
  })
})
