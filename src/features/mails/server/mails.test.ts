import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tasks } from '../../../app/server/jobs.ts'
import { npt } from '../../../clients/configuration/npt.ts'
import { startJobWorker } from '../../../server/jobs/worker.ts'
import type { Mail, Mailer } from '../../../server/mail/mailer.ts'
import { writePersonMail } from '../../../server/mail/person-mail.ts'
import { hostOf, originOf, startTestApp, type TestApp } from '../../../testing/app.ts'
import { testSecret } from '../../../testing/database/database-server.ts'
import { makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { makeMail } from '../../../testing/factories/make-mail.ts'
import { jobSettings } from '../../../testing/jobs.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import { listMails, type MailState, resendMail } from '../mails.contract.ts'

let portal: TestApp
let staff: Person
beforeAll(async () => {
  portal = await startTestApp()
  staff = await makeStaff(portal)
})
afterAll(() => portal.close())

const book = () => portal.databases.book('npt')
const list = async (state: MailState, as = staff.session) =>
  (await portal.call(listMails, { query: { state, first: 500 } }, { as })).reply
const resend = (mailId: string, as = staff.session) =>
  portal.call(resendMail, { params: { mailId }, body: { data: { type: 'command', attributes: {} } } }, { as })

async function withMailer(send: Mailer['send'], run: () => Promise<void>): Promise<void> {
  const mailer = { send, close: () => {} }
  const worker = await startJobWorker({
    databases: portal.databases,
    tasks,
    ...jobSettings,
    mailer,
    log: { warn: () => {}, error: () => {} },
  })
  try {
    await run()
  } finally {
    await worker.stop()
  }
}

test('shows staff a mail that failed with its error, and sends it again once', async () => {
  const fund = await makeFund(portal)
  const mailId = await makeMail(book(), { accountId: fund.accountId, failure: '550 No such mailbox' })
  const shown = (await list('failed')).data.find(mail => mail.mailId === mailId)
  expect(shown).toMatchObject({
    state: 'failed',
    kind: 'A grant was paid',
    attempts: 1,
    isRetried: true,
    failure: '550 No such mailbox',
    fundId: fund.fundId,
    mayResend: true,
  })
  expect(shown).not.toHaveProperty('body')
  const sent: Mail[] = []
  await withMailer(
    async mail => {
      sent.push(mail)
    },
    async () => {
      await Promise.all([resend(mailId), resend(mailId)])
      await jobsDone(portal)
      expect((await resend(mailId)).status).toBe(409)
    },
  )
  expect(sent).toMatchObject([{ messageId: mailId }])
  expect((await list('sent')).data.map(mail => mail.mailId)).toContain(mailId)
  const { rows } = await portal.database.admin.query(
    `select user_id from audit_event where kind = 'mail-resent' and detail ->> 'mail' = $1`,
    [mailId],
  )
  expect(rows.map(row => row.user_id)).toContain(staff.user.userId)
})

test('shows a mail that the mail server refuses, and the reason without line breaks', async () => {
  const mailId = await makeMail(book())
  await withMailer(
    async () => {
      throw new Error(`550 refused\r\nBcc: other@npt.example ${'x'.repeat(400)}`)
    },
    async () => {
      await resend(mailId)
      await expect
        .poll(async () => (await list('failed')).data.find(mail => mail.mailId === mailId)?.attempts)
        .toBe(1)
    },
  )
  const { failure } = (await list('failed')).data.find(mail => mail.mailId === mailId) ?? {}
  expect(failure).toMatch(/^550 refused Bcc: other@npt\.example x+$/)
  expect(failure).toHaveLength(300)
})

test('does not send an expired link again', async () => {
  const cause = randomUUID()
  await writePersonMail(portal.databases.realm('npt'), testSecret, {
    client: npt,
    kind: 'password-link',
    cause,
    to: 'late@npt.example',
    letter: { subject: 'Set your password', name: 'Ada', blocks: [{ secret: 'link' }] },
    secret: { value: 'https://npt.example/password-setup#late', expiresAt: new Date(Date.now() - 1000) },
  })
  const shown = (await list('failed')).data.find(mail => mail.to === 'late@npt.example')
  expect(shown).toMatchObject({ state: 'expired', mayResend: false })
  expect((await resend(shown?.mailId ?? '')).status).toBe(409)
  expect(JSON.stringify(await list('failed'))).not.toContain('password-setup#late')
})

test('shows no mail of another book, nor of another client of the realm (§14)', async () => {
  const elsewhere = await makeStaff(portal, { realm: 'rathbones' })
  const mailId = await makeMail(book(), { failure: 'refused', subject: 'Of npt alone' })
  const call = (path: string, method: 'GET' | 'POST') =>
    portal.app.inject({
      method,
      url: path,
      headers: { host: hostOf('rathbones'), origin: originOf('rathbones'), ...elsewhere.session.headers },
      ...(method === 'POST' ? { payload: { data: { type: 'command', attributes: {} } } } : {}),
    })
  expect((await call('/api/mails', 'GET')).body).not.toContain('Of npt alone')
  expect((await call(`/api/mails/${mailId}/resend`, 'POST')).statusCode).toBe(404)
})

test('lets an auditor read but not send again', async () => {
  const auditor = await makeStaff(portal, { roles: [{ role: 'auditor', actions: null }] })
  const mailId = await makeMail(book(), { failure: 'refused' })
  const shown = (await list('failed', auditor.session)).data.find(mail => mail.mailId === mailId)
  expect(shown?.mayResend).toBe(false)
  expect((await resend(mailId, auditor.session)).problem.title).toBe('Access denied.')
})

describe('the list of messages', () => {
  const marked = randomUUID().slice(0, 8)
  const subjects = Array.from({ length: 5 }, (_, index) => `Message ${marked} ${index}`)
  beforeAll(async () => {
    for (const [index, subject] of subjects.entries())
      if (index % 2 === 0) await makeMail(book(), { subject, failure: 'refused' })
      else {
        await writePersonMail(portal.databases.realm('npt'), testSecret, {
          client: npt,
          kind: 'password-changed',
          cause: randomUUID(),
          to: `reader${index}@npt.example`,
          letter: { subject, name: 'Ada', blocks: ['Your password was changed.'] },
        })
        await portal.database.admin.query(
          `update person_mail set attempts = 1, failure = 'refused', failed_at = now() where subject like '%' || $1`,
          [subject],
        )
      }
  })
  const page = async (query: { first: number; keywords?: string; sort?: string; after?: string }) =>
    await portal.call(listMails, { query: { state: 'failed', ...query } }, { as: staff.session })
  const numbers = (rows: readonly { subject: string }[]) => rows.map(row => Number(row.subject.at(-1)))

  test.each([
    ['-createdAt', [4, 3, 2, 1, 0]],
    ['createdAt', [0, 1, 2, 3, 4]],
  ])('pages through mails of accounts and of people in one order, sorted by %s', async (sort, expected) => {
    const found: number[] = []
    let after: string | undefined
    do {
      const { reply } = await page({
        first: 2,
        keywords: marked.toUpperCase(),
        sort,
        ...(after === undefined ? {} : { after }),
      })
      expect(reply.meta).toMatchObject({ total: 5, isTotalExact: true })
      found.push(...numbers(reply.data))
      after = reply.meta.next ?? undefined
    } while (after !== undefined)
    expect(found).toEqual(expected)
  })

  test('counts as many as a screen shows at once, so that a list of thousands can be shown and printed whole', async () => {
    const word = randomUUID()
    await portal.database.admin.query(
      `insert into outgoing_mail (book, client, kind, cause, from_address, to_address, subject, body, html)
       select 'npt', 'npt', 'grant-paid', $1 || n, 'from@npt.example', 'many@npt.example', $1 || ' ' || n, '', ''
       from generate_series(1, 2500) n`,
      [word],
    )
    const { reply } = await portal.call(
      listMails,
      { query: { state: 'waiting', keywords: word, first: 2 } },
      { as: staff.session },
    )
    expect(reply.meta).toMatchObject({ total: 2500, isTotalExact: true })
  })

  test('finds a message by its recipient, and treats wildcards as text', async () => {
    expect(numbers((await page({ first: 10, keywords: 'READER3@npt' })).reply.data)).toEqual([3])
    for (const keywords of ['%', '_', "' or true --"])
      expect((await page({ first: 10, keywords: `${marked}${keywords}` })).reply.data).toEqual([])
  })

  test.each([
    ['an unknown order', { sort: 'body' }],
    [
      'a cursor of another order',
      { after: Buffer.from('{"s":"to","k":["x"],"n":1,"t":1}').toString('base64url') },
    ],
    ['a cursor that is none', { after: 'x' }],
  ])('refuses %s', async (_what, query) => {
    expect((await page({ first: 2, ...query })).status).toBe(400)
  })

  test('is exported as it is filtered, without the text of the messages', async () => {
    const { statusCode, body, headers } = await portal.app.inject({
      method: 'GET',
      url: `/api/mails/export?format=csv&state=failed&keywords=${marked}&sort=createdAt`,
      headers: { host: hostOf('npt'), ...staff.session.headers },
    })
    expect([statusCode, headers['content-disposition']]).toEqual([
      200,
      expect.stringContaining('messages.csv'),
    ])
    const lines = body.trim().split(/\r?\n/)
    expect(lines).toHaveLength(6)
    expect(lines[0]).toContain(
      'Written (America/New_York),Message,Kind,To,Account ID,Status,Sent (America/New_York)',
    )
    expect(lines[1]).toContain(`Message ${marked} 0`)
    expect(body).not.toContain('Your password was changed.')
  })
})
