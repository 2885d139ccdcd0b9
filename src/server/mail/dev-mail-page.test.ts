import { afterAll, beforeAll, expect, test } from 'vitest'
import { npt } from '../../clients/configuration/npt.ts'
import { hostOf, startTestApp, type TestApp } from '../../testing/app.ts'
import { testSecret } from '../../testing/database/database-server.ts'
import { type MailToMake, makeMail } from '../../testing/factories/make-mail.ts'
import { writePersonMail } from './person-mail.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

async function storeMail(book: string, about: MailToMake) {
  return { mail_id: await makeMail(portal.databases.book(book), about) }
}

const open = (url: string, client: string, app = portal.app) =>
  app.inject({ url, headers: { host: hostOf(client), accept: 'text/html' } })

test("lists the mails of the host's client only, newest first", async () => {
  await storeMail('npt', { subject: 'The older one', createdAt: '2026-11-01T10:00:00Z' })
  const newer = await storeMail('npt', { subject: 'The newer one', createdAt: '2026-11-02T10:00:00Z' })
  const other = await storeMail('rathbones', { subject: 'Of another client' })

  const list = await open('/dev/mail', 'npt')
  expect(list.statusCode).toBe(200)
  expect(list.body.indexOf('The newer one')).toBeGreaterThan(0)
  expect(list.body.indexOf('The newer one')).toBeLessThan(list.body.indexOf('The older one'))
  expect(list.body).not.toContain('Of another client')
  expect((await open('/dev/mail', 'rathbones')).body).toContain('Of another client')

  expect((await open(`/dev/mail/${newer.mail_id}`, 'npt')).body).toContain('The newer one')
  expect((await open(`/dev/mail/${other.mail_id}`, 'npt')).statusCode).toBe(404)
  expect((await open('/dev/mail/no-such-mail', 'npt')).statusCode).toBe(404)
})

test('shows a mail as text with links, under a policy that allows no scripts', async () => {
  const { mail_id } = await storeMail('npt', {
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

test('shows mails about signing in with their decrypted link, at their own client only', async () => {
  await writePersonMail(portal.databases.realm('npt'), testSecret, {
    client: npt,
    kind: 'password-link',
    cause: 'a link',
    to: 'margaret@ellison.example',
    letter: {
      subject: 'Set your password',
      name: 'Margaret Ellison',
      blocks: ['Open this page:', { secret: 'link' }],
    },
    secret: { value: 'http://npt.localhost:3000/password-setup#token', expiresAt: new Date() },
  })
  const list = await open('/dev/mail', 'npt')
  const address =
    /href="(\/dev\/mail\/[0-9a-f-]{36})">NPT Giving: Set your password/.exec(list.body)?.[1] ?? ''
  expect((await open(address, 'npt')).body).toContain(
    '<a href="http://npt.localhost:3000/password-setup#token">',
  )
  const asHtml = await open(`${address}/html`, 'npt')
  expect(asHtml.body).toContain('<a class="brand" href="http://npt.localhost:3000/password-setup#token"')
  expect(asHtml.headers['content-security-policy']).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  )
  expect((await open(`${address}/html`, 'rathbones')).statusCode).toBe(404)
  expect((await open('/dev/mail', 'rathbones')).body).not.toContain('Set your password')
  expect((await open(address, 'rathbones')).statusCode).toBe(404)
})

test('returns 404 for an unknown host', async () => {
  const response = await portal.app.inject({ url: '/dev/mail', headers: { host: 'elsewhere.example' } })
  expect(response.statusCode).toBe(404)
})

test('returns 404 in production', async () => {
  const production = await startTestApp({ settings: { mode: 'production' } })
  try {
    expect((await open('/dev/mail', 'npt', production.app)).statusCode).toBe(404)
    expect((await open('/dev/mail/style.css', 'npt', production.app)).statusCode).toBe(404)
  } finally {
    await production.close()
  }
})
