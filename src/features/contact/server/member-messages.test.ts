import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tasks } from '../../../app/server/jobs.ts'
import type { Sent } from '../../../contract/endpoint.ts'
import { type JobWorker, startJobWorker } from '../../../server/jobs/worker.ts'
import { type CallAs, startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { type MadeFund, makeFund, makePersonOf } from '../../../testing/factories/make-fund.ts'
import { makeUser } from '../../../testing/factories/make-user.ts'
import { jobSettings } from '../../../testing/jobs.ts'
import { mailsTo } from '../../../testing/mailbox.ts'
import { sendMessage } from '../contact.contract.ts'

let portal: TestApp
let worker: JobWorker
let fund: MadeFund
let anothers: MadeFund

beforeAll(async () => {
  // A clock that stands still: what has to wait two seconds waits, however slow the machine.
  portal = await startTestApp({ clock: testClock(new Date()) })
  worker = await startJobWorker({ databases: portal.databases, tasks, ...jobSettings })
  fund = await makeFund(portal)
  anothers = await makeFund(portal)
})
afterAll(async () => {
  await worker.stop()
  await portal.close()
})
beforeEach(async () => {
  await portal.database.admin.query('delete from sign_in_rate_limit')
})

type Attributes = Sent<typeof sendMessage>['body']['data']['attributes']

async function send(attributes: Partial<Attributes> = {}, about: CallAs = {}) {
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
    { as: fund.donor.session, idempotencyKey: randomUUID(), ...about },
  )
}

const kept = async (number: number) =>
  (await portal.database.admin.query('select * from contact_message where number = $1', [number])).rows[0]

describe('open-points 7 a message of whoever is signed in', () => {
  test('§4 whoever is forced to change their e-mail does that before anything else', async () => {
    const { user, session } = await makePersonOf(portal, fund, 'donor')
    await portal.database.admin.query('update app_user set force_email_change = true where user_id = $1', [
      user.userId,
    ])
    const { status, problem } = await send({}, { as: session })
    expect([status, problem?.title]).toEqual([400, 'Access denied.'])
  })

  test('bears their name and the fund account that it is about, and asks for no bot check', async () => {
    const { reply } = await send({ aboutFund: true }, { fundId: fund.fundId })
    expect(await kept(reply.number)).toMatchObject({
      realm: 'npt',
      user_id: fund.donor.user.userId,
      sender_name: 'Margaret Ellison',
      fund_book: 'npt',
      fund_id: String(fund.fundId),
    })
    const mails = await mailsTo(portal, fund.donor.user.email)
    expect(mails.at(-1)?.body).toMatch(/^Dear Margaret Ellison,/)
    const toSupport = (await mailsTo(portal, 'support@npt.example')).at(-1)
    expect(toSupport?.body).toContain(`Fund account: ${fund.fundId} (book npt)`)
    expect(toSupport?.body).toContain('From: Margaret Ellison, signed in')
  })

  test('may be about no fund account, and answered at another address', async () => {
    const { reply } = await send({ replyTo: 'office@ellison.example' }, { fundId: fund.fundId })
    expect(await kept(reply.number)).toMatchObject({ fund_id: null, reply_to: 'office@ellison.example' })
    expect(await mailsTo(portal, 'office@ellison.example')).toHaveLength(1)
  })

  test('is not taken about a fund account of somebody else’s, which answers as one that there is not', async () => {
    for (const fundId of [anothers.fundId, 99_999_998, 0]) {
      const { status, problem } = await send({ aboutFund: true }, { fundId })
      expect([fundId, status, problem.title]).toEqual([
        fundId,
        404,
        'We couldn’t find what you’re looking for.',
      ])
    }
  })

  test('may be sent by a viewer, who changes nothing else', async () => {
    const viewer = await makePersonOf(portal, fund, 'viewer')
    const { status } = await send({ aboutFund: true }, { as: viewer.session, fundId: fund.fundId })
    expect(status).toBe(200)
  })

  test('may be sent by whoever has no access at the moment, about no fund account', async () => {
    const user = await makeUser(portal.databases)
    const session = await portal.sessionFor(user)
    await portal.database.admin.query('update app_user set has_access = false where user_id = $1', [
      user.userId,
    ])
    expect((await send({}, { as: session })).status).toBe(200)
    expect((await send({ aboutFund: true }, { as: session, fundId: fund.fundId })).status).toBe(404)
  })

  test('is not taken from one person without end, wherever they sit', async () => {
    const statuses: number[] = []
    for (let count = 0; count < 6; count++) statuses.push((await send()).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  test('is asked for by whoever is signed in alone', async () => {
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

describe('open-points 7 messages are the realm’s', () => {
  test('no book’s connection reads them, and no other realm’s', async () => {
    const { reply } = await send()
    const count = (db: ReturnType<TestApp['databases']['realm']>) =>
      db.selectFrom('contact_message').select('number').where('number', '=', reply.number).execute()
    await expect(count(portal.databases.book('npt'))).rejects.toThrow('permission denied')
    expect(await count(portal.databases.realm('rathbones'))).toEqual([])
    expect(await count(portal.databases.realm('npt'))).toHaveLength(1)
  })

  test('what was sent is changed by nobody: only what has become of it', async () => {
    const { reply } = await send()
    const message = portal.databases
      .realm('npt')
      .updateTable('contact_message')
      .where('number', '=', reply.number)
    await expect(message.set({ message: 'Nothing' }).execute()).rejects.toThrow('permission denied')
    const handledBy = fund.donor.user.userId
    await message
      .set({ state: 'in-progress', state_since: new Date(Date.now() + 60_000), handled_by: handledBy })
      .execute()
    expect(await kept(reply.number)).toMatchObject({
      state: 'in-progress',
      message: 'Where is my statement?',
    })
  })
})
