import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
  (await portal.call(listMails, { query: { state } }, { as })).reply
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
