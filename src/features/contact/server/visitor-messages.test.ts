import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tasks } from '../../../app/server/jobs.ts'
import type { Sent } from '../../../contract/endpoint.ts'
import { type JobWorker, startJobWorker } from '../../../server/jobs/worker.ts'
import { hostOf, originOf, startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { jobSettings } from '../../../testing/jobs.ts'
import { jobsDone, mailsTo } from '../../../testing/mailbox.ts'
import { solvedBotCheck } from '../../../testing/solve-challenge.ts'
import { getBotCheck, sendVisitorMessage } from '../contact.contract.ts'

let portal: TestApp
let worker: JobWorker
const clock = testClock(new Date())

beforeAll(async () => {
  portal = await startTestApp({ clock })
  worker = await startJobWorker({ databases: portal.databases, tasks, ...jobSettings })
})
afterAll(async () => {
  await worker.stop()
  await portal.close()
})
// Each test starts with empty rate-limit counters.
beforeEach(async () => {
  await portal.database.admin.query('delete from sign_in_rate_limit')
})

type Attributes = Sent<typeof sendVisitorMessage>['body']['data']['attributes']
type SendOptions = { client?: string; key?: string; headers?: Record<string, string> }

const solveBotCheck = async (client = 'npt') =>
  solvedBotCheck((await portal.call(getBotCheck, {}, { client })).reply)
const address = () => `${randomUUID().slice(0, 13)}@reader.example`

const validMessage = () => ({
  topic: 'grant' as const,
  message: 'Does the harbour school qualify?',
  name: 'Ada Winslow',
  phone: '',
  replyTo: address(),
})

/** Sends without the checks of the contact page. */
const sendUnchecked = (attributes: object, key: string) =>
  portal.app.inject({
    method: 'POST',
    url: '/api/contact-messages',
    headers: { host: hostOf('npt'), origin: originOf('npt'), 'idempotency-key': key },
    payload: { data: { type: 'command', attributes } },
  })

async function send(attributes: Partial<Attributes> = {}, { client, key, headers }: SendOptions = {}) {
  return await portal.call(
    sendVisitorMessage,
    {
      body: {
        data: {
          type: 'command',
          attributes: {
            ...validMessage(),
            botCheck: attributes.botCheck ?? (await solveBotCheck(client)),
            ...attributes,
          },
        },
      },
    },
    {
      idempotencyKey: key ?? randomUUID(),
      ...(client ? { client } : {}),
      ...(headers ? { headers } : {}),
    },
  )
}
const messages = async (where: string, value: unknown) =>
  (await portal.database.admin.query(`select * from contact_message where ${where} = $1`, [value])).rows

describe('message of a visitor (§17)', () => {
  test('is stored with an eight-digit number, mailed to the client’s support and confirmed to the sender', async () => {
    const replyTo = address()
    const { reply } = await send(
      { replyTo, phone: '+44 20 7946 0000', message: 'First line\r\nsecond line' },
      { client: 'rathbones' },
    )
    expect(String(reply.number)).toMatch(/^\d{8}$/)
    expect(await messages('number', reply.number)).toMatchObject([
      {
        realm: 'rathbones',
        client: 'rathbones',
        topic: 'grant',
        message: 'First line\nsecond line',
        user_id: null,
        sender_name: 'Ada Winslow',
        sender_phone: '+44 20 7946 0000',
        reply_to: replyTo,
        fund_id: null,
        state: 'new',
      },
    ])
    const spoken = String(reply.number).replace(/^(....)/, '$1 ')
    const [confirmation, ...more] = await mailsTo(portal, replyTo)
    expect(more).toEqual([])
    expect(confirmation).toMatchObject({
      from: 'giving@rathbones.example',
      subject: `Rathbones Giving: We have received your message ${spoken}`,
    })
    const { rows } = await portal.database.admin.query('select * from person_mail where reply_to = $1', [
      replyTo,
    ])
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      to_address: 'giving@rathbones.example',
      from_address: 'giving@rathbones.example',
    })
    expect(rows[0].subject).toBe(`Rathbones Giving: Message ${spoken}, A grant`)
    expect(rows[0].body).toContain('First line\nsecond line')
    expect(rows[0].body).toContain('not verified')
  })

  test('repeats none of the input in the confirmation', async () => {
    const replyTo = address()
    await send({
      replyTo,
      name: 'Visit evil.example',
      message: 'Buy at https://evil.example',
      phone: '555 0199 01',
    })
    const [confirmation] = await mailsTo(portal, replyTo)
    expect(confirmation?.body).not.toMatch(/evil|0199/)
    expect(confirmation?.subject).not.toMatch(/evil/)
  })

  test('may contain a placeholder of other mails', async () => {
    const replyTo = address()
    await send({ replyTo, message: 'What does {secret} mean?' })
    await jobsDone(portal)
    const { rows } = await portal.database.admin.query('select body from person_mail where reply_to = $1', [
      replyTo,
    ])
    expect(rows[0].body).toContain('What does {secret} mean?')
    expect(await mailsTo(portal, replyTo)).toHaveLength(1)
  })

  test('is stored once for a repeated key, and refused with 409 for the same key with another text', async () => {
    const key = randomUUID()
    const same = { replyTo: address(), botCheck: await solveBotCheck() }
    const [one, other] = await Promise.all([send(same, { key }), send(same, { key })])
    expect(one.reply.number).toBe(other.reply.number)
    expect((await send(same, { key })).reply.number).toBe(one.reply.number)
    expect(await messages('draft_key', key)).toHaveLength(1)
    expect(await mailsTo(portal, same.replyTo)).toHaveLength(1)
    const changed = await send({ ...same, message: 'Something else' }, { key })
    expect([changed.status, changed.problem.detail]).toEqual([
      409,
      'This message was already sent. Reload the page to send another.',
    ])
  })

  test.each<[string, Partial<Attributes>, string]>([
    ['no message', { message: '  ' }, 'message'],
    ['a message over the limit', { message: 'x'.repeat(4001) }, 'message'],
    ['no name', { name: '' }, 'name'],
    ['a name on two lines', { name: 'Ada\r\nBcc: all@world.example' }, 'name'],
    ['a name with a Unicode line separator', { name: 'Ada\u2028Reply to: all@world.example' }, 'name'],
    ['a name with a bidirectional control character', { name: 'Ada \u202eswonk ydobon' }, 'name'],
    ['no address', { replyTo: '' }, 'replyTo'],
    [
      'an address followed by a mail header',
      { replyTo: 'ada@reader.example\r\nBcc: all@world.example' },
      'replyTo',
    ],
    ['two addresses', { replyTo: 'ada@reader.example,bob@reader.example' }, 'replyTo'],
    ['an address with a name', { replyTo: 'Ada <ada@reader.example>' }, 'replyTo'],
    ['an invalid phone number', { phone: 'call me' }, 'phone'],
    ['an unknown topic', { topic: 'spam' as never }, 'topic'],
  ])('is refused with %s at its field and not stored', async (_case, attributes, field) => {
    const botCheck = await solveBotCheck()
    const key = randomUUID()
    const response = await sendUnchecked({ ...validMessage(), botCheck, ...attributes }, key)
    expect(response.statusCode).toBe(400)
    expect(Object.keys(response.json().errors)).toEqual([field])
    expect(await messages('draft_key', key)).toEqual([])
    // The refused request did not use up the bot check.
    expect((await send({ botCheck }, { key })).status).toBe(200)
  })

  test('is refused from another origin', async () => {
    const { status, problem } = await send({}, { headers: { origin: 'https://evil.example' } })
    expect([status, problem.title]).toEqual([400, 'Access denied.'])
  })

  test('is limited by reply address', async () => {
    const reader = address()
    const statuses: number[] = []
    for (let count = 0; count < 6; count++) statuses.push((await send({ replyTo: reader })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    expect((await send()).status).toBe(200)
    clock.advance(3_000)
    expect((await send({ replyTo: reader })).status).toBe(200)
  })
})

describe('bot check (§17)', () => {
  const refused = 'We couldn’t confirm that you’re not a robot. Please send your message again.'
  const expectRefused = async (botCheck: Attributes['botCheck'], client = 'npt') => {
    const { status, problem } = await send({ botCheck }, { client })
    expect([status, problem.errors]).toEqual([400, { botCheck: [refused] }])
  }

  test('is accepted for one message only', async () => {
    const botCheck = await solveBotCheck()
    expect((await send({ botCheck })).status).toBe(200)
    await expectRefused(botCheck)
  })

  test('is accepted once when several requests use it at the same time', async () => {
    const botCheck = await solveBotCheck()
    const responses = await Promise.all([send({ botCheck }), send({ botCheck }), send({ botCheck })])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  })

  test('expires after twenty minutes', async () => {
    const botCheck = await solveBotCheck()
    clock.advance(20 * 60_000 + 1000)
    await expectRefused(botCheck)
    clock.advance(-(20 * 60_000 + 1000))
  })

  test('is refused at another client of the same realm', async () => {
    await expectRefused(await solveBotCheck('nptuk'), 'npttransatlantic')
  })

  test('is refused when the solution, challenge, expiry, signature or service is forged', async () => {
    const { answer } = await solveBotCheck()
    const { challenge, solution } = answer
    const altcha = (forged: typeof answer) => ({ service: 'altcha' as const, answer: forged })
    await expectRefused(altcha({ challenge, solution: { ...solution, derivedKey: '00'.repeat(32) } }))
    const eased = { ...challenge, parameters: { ...challenge.parameters, cost: 1, keyPrefix: '0' } }
    await expectRefused(altcha({ challenge: eased, solution }))
    const later = {
      ...challenge,
      parameters: { ...challenge.parameters, expiresAt: challenge.parameters.expiresAt + 3600 },
    }
    await expectRefused(altcha({ challenge: later, solution }))
    await expectRefused(altcha({ challenge: { ...challenge, signature: 'ab'.repeat(32) }, solution }))
    await expectRefused({ service: 'hcaptcha', token: 'token-of-another-service' })
  })
})
