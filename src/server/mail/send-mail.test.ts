import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database/database.ts'
import { jobSettings } from '../../testing/jobs.ts'
import { type Mailer, smtpMailer } from './mailer.ts'
import { sendMail } from './send-mail.ts'

let database: TestDatabase
let server: SMTPServer
let mailer: Mailer
let isUnavailable = false
const received: string[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => done(isUnavailable ? new Error('try again later') : null),
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', chunk => chunks.push(chunk))
      stream.on('end', () => {
        received.push(Buffer.concat(chunks).toString('utf8'))
        done()
      })
    },
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  mailer = smtpMailer(`smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`)
})
afterAll(async () => {
  mailer.close()
  await new Promise<void>(resolve => server.close(resolve))
  await database.drop()
})
beforeEach(() => {
  isUnavailable = false
  received.length = 0
})

async function storeMail(cause: string): Promise<string> {
  const mail = await database.databases
    .book('npt')
    .insertInto('outgoing_mail')
    .values({
      cause,
      from_address: 'support@npt.example',
      to_address: 'donor@npt.example',
      subject: 'Your grant was paid',
      body: 'Dear Eleanor,\n\n£500 went to the charity.',
    })
    .returning('mail_id')
    .executeTakeFirstOrThrow()
  return mail.mail_id
}

const run = (mailId: string, mailer: Mailer | null) =>
  sendMail.run(
    { mailId },
    {
      db: database.databases.book('npt'),
      origin: { book: 'npt' },
      mailer,
      ...jobSettings,
      signal: new AbortController().signal,
    },
  )

async function sentAt(mailId: string): Promise<Date | null> {
  const mail = await database.databases
    .book('npt')
    .selectFrom('outgoing_mail')
    .select('sent_at')
    .where('mail_id', '=', mailId)
    .executeTakeFirstOrThrow()
  return mail.sent_at
}

test('sends a stored mail once, even if its job runs twice', async () => {
  const mailId = await storeMail('once')
  await run(mailId, mailer)
  await run(mailId, mailer)
  expect(received).toHaveLength(1)
  expect(received[0]).toContain('To: donor@npt.example')
  expect(received[0]).toContain('Subject: Your grant was paid')
  expect(received[0]).toContain(`<${mailId}@almoner>`)
  expect(await sentAt(mailId)).not.toBeNull()
})

test('fails and leaves the mail unsent if the mail server rejects it, so that the job is retried', async () => {
  const mailId = await storeMail('refused')
  isUnavailable = true
  await expect(run(mailId, mailer)).rejects.toThrow()
  expect(await sentAt(mailId)).toBeNull()
  isUnavailable = false
  await run(mailId, mailer)
  expect(received).toHaveLength(1)
})

test('leaves the mail unsent without a mail server', async () => {
  const mailId = await storeMail('no server')
  await run(mailId, null)
  expect(await sentAt(mailId)).toBeNull()
})
