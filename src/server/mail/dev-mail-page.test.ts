import { afterAll, beforeAll, expect, test } from 'vitest'
import { npt } from '../../clients/configuration/npt.ts'
import { hostOf, startTestApp, type TestApp } from '../../testing/app.ts'
import { testSecret } from '../../testing/database/database-server.ts'
import { writePersonMail } from './person-mail.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

async function keepMail(book: string, about: { subject: string; body?: string; madeAt?: string }) {
  return await portal.databases
    .book(book)
    .insertInto('outgoing_mail')
    .values({
      cause: about.subject,
      from_address: `support@${book}.example`,
      to_address: 'margaret@ellison.example',
      subject: about.subject,
      body: about.body ?? 'Thank you.',
      ...(about.madeAt === undefined ? {} : { created_at: about.madeAt }),
    })
    .returning('mail_id')
    .executeTakeFirstOrThrow()
}

const open = (url: string, client: string, app = portal.app) =>
  app.inject({ url, headers: { host: hostOf(client), accept: 'text/html' } })

test("issue 2 the mails of the host's client are listed, newest first, and of no other client", async () => {
  await keepMail('npt', { subject: 'The older one', madeAt: '2026-11-01T10:00:00Z' })
  const newer = await keepMail('npt', { subject: 'The newer one', madeAt: '2026-11-02T10:00:00Z' })
  const other = await keepMail('rathbones', { subject: 'Of another house' })

  const list = await open('/dev/mail', 'npt')
  expect(list.statusCode).toBe(200)
  expect(list.body.indexOf('The newer one')).toBeGreaterThan(0)
  expect(list.body.indexOf('The newer one')).toBeLessThan(list.body.indexOf('The older one'))
  expect(list.body).not.toContain('Of another house')
  expect((await open('/dev/mail', 'rathbones')).body).toContain('Of another house')

  expect((await open(`/dev/mail/${newer.mail_id}`, 'npt')).body).toContain('The newer one')
  expect((await open(`/dev/mail/${other.mail_id}`, 'npt')).statusCode).toBe(404)
  expect((await open('/dev/mail/no-such-mail', 'npt')).statusCode).toBe(404)
})

test('issue 2 a mail is shown as text, its addresses as links, under a policy that runs no script', async () => {
  const { mail_id } = await keepMail('npt', {
    subject: 'Hello <script>alert(1)</script>',
    body: 'Go to https://npt.example/grants/1?a=1&b="2". <img src=x>',
  })
  const { body, headers } = await open(`/dev/mail/${mail_id}`, 'npt')
  expect(body).toContain('Hello &lt;script&gt;')
  expect(body).toContain('<a href="https://npt.example/grants/1?a=1&amp;b=">')
  expect(body).toContain('&lt;img src=x&gt;')
  expect(body).not.toContain('<script')
  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  )
})

test('issue 3 mails about signing in stand among them, with the link that lies sealed in the database, at their own client alone', async () => {
  await writePersonMail(portal.databases.realm('npt'), testSecret, {
    client: npt,
    cause: 'a link',
    to: 'margaret@ellison.example',
    subject: 'Set your password',
    body: 'Open this page:\n\n{secret}',
    secret: { value: 'http://npt.localhost:3000/password-setup#token', expiresAt: new Date() },
  })
  const list = await open('/dev/mail', 'npt')
  const address =
    /href="(\/dev\/mail\/[0-9a-f-]{36})">NPT Giving: Set your password/.exec(list.body)?.[1] ?? ''
  expect((await open(address, 'npt')).body).toContain(
    '<a href="http://npt.localhost:3000/password-setup#token">',
  )
  expect((await open('/dev/mail', 'rathbones')).body).not.toContain('Set your password')
  expect((await open(address, 'rathbones')).statusCode).toBe(404)
})

test('issue 2 a host that is not of the portal shows no mails', async () => {
  const answer = await portal.app.inject({ url: '/dev/mail', headers: { host: 'elsewhere.example' } })
  expect(answer.statusCode).toBe(404)
})

test('issue 2 in production there is no page of mails', async () => {
  const production = await startTestApp({ settings: { mode: 'production' } })
  try {
    expect((await open('/dev/mail', 'npt', production.app)).statusCode).toBe(404)
    expect((await open('/dev/mail/style.css', 'npt', production.app)).statusCode).toBe(404)
  } finally {
    await production.close()
  }
})
