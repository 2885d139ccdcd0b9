import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database/database.ts'
import { makeMail } from '../../testing/factories/make-mail.ts'
import { jobSettings } from '../../testing/jobs.ts'
import { type MailServer, startMailServer } from '../../testing/mails/mail-server.ts'
import type { Mailer } from './mailer.ts'
import { sendMail } from './send-mail.ts'

let database: TestDatabase
let server: MailServer

beforeAll(async () => {
  database = await createTestDatabase()
  server = await startMailServer()
})
afterAll(async () => {
  await server.close()
  await database.drop()
})
beforeEach(() => {
  server.isUnavailable = false
  server.received.length = 0
})

async function storeMail(cause: string): Promise<string> {
  return await makeMail(database.databases.book('npt'), {
    cause,
    to: 'donor@npt.example',
    subject: 'Your grant was paid',
  })
}

const run = (mailId: string, mailer: Mailer | null) =>
  sendMail.run(
    { mailId },
    {
      db: database.databases.book('npt'),
      origin: { book: 'npt' },
      books: [],
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
  await run(mailId, server.mailer)
  await run(mailId, server.mailer)
  expect(server.received).toHaveLength(1)
  expect(server.received[0]).toContain('To: donor@npt.example')
  expect(server.received[0]).toContain('Subject: Your grant was paid')
  expect(server.received[0]).toContain(`<${mailId}@almoner>`)
  expect(await sentAt(mailId)).not.toBeNull()
})

test('fails and leaves the mail unsent if the mail server rejects it, so that the job is retried', async () => {
  const mailId = await storeMail('refused')
  server.isUnavailable = true
  await expect(run(mailId, server.mailer)).rejects.toThrow()
  expect(await sentAt(mailId)).toBeNull()
  const failed = await database.databases
    .book('npt')
    .selectFrom('outgoing_mail')
    .select(['attempts', 'failure', 'failed_at'])
    .where('mail_id', '=', mailId)
    .executeTakeFirstOrThrow()
  expect(failed).toEqual({
    attempts: 1,
    failure: expect.stringContaining('try again later'),
    failed_at: expect.any(Date),
  })
  server.isUnavailable = false
  await run(mailId, server.mailer)
  expect(server.received).toHaveLength(1)
})

test('sends a mail once when two jobs send it at the same time', async () => {
  const mailId = await storeMail('two jobs')
  await Promise.all([run(mailId, server.mailer), run(mailId, server.mailer)])
  expect(server.received).toHaveLength(1)
  await run(mailId, server.mailer)
  expect(server.received).toHaveLength(1)
})

test('looks again later at a mail that another job is sending, which may be killed before the mail is out', async () => {
  const mailId = await storeMail('busy')
  const waiting = async () => {
    const { rows } = await database.admin.query<{ key: string; attempts: number; is_later: boolean }>(
      `select key, attempts, run_at > now() as is_later from graphile_worker.jobs where key like '%:' || $1`,
      [mailId],
    )
    return rows
  }
  const failing: Mailer = {
    send: async () => {
      await run(mailId, server.mailer)
      expect(server.received).toHaveLength(0)
      throw new Error('the connection was lost')
    },
    close: () => {},
  }
  await expect(run(mailId, failing)).rejects.toThrow('the connection was lost')
  expect(await waiting()).toMatchObject([{ attempts: 0, is_later: true }])
  await run(mailId, server.mailer)
  expect(server.received).toHaveLength(1)
})

test('sends a letter as text and as HTML in one mail', async () => {
  await run(await storeMail('both'), server.mailer)
  expect(server.received[0]).toContain('Content-Type: multipart/alternative')
  expect(server.received[0]).toContain('Content-Type: text/plain')
  expect(server.received[0]).toContain('Content-Type: text/html')
})

test('sends the attachment of a mail, and deletes it then', async () => {
  const mailId = await storeMail('with a letter')
  const db = database.databases.book('npt')
  await database.admin.query(
    `update outgoing_mail set attachment_name = 'GRANT-1.pdf', attachment = '%PDF-1' where mail_id = $1`,
    [mailId],
  )
  await run(mailId, server.mailer)
  expect(server.received[0]).toContain('filename=GRANT-1.pdf')
  expect(server.received[0]).toContain(Buffer.from('%PDF-1').toString('base64'))
  const sent = await db
    .selectFrom('outgoing_mail')
    .select(['attachment', 'attachment_name'])
    .where('mail_id', '=', mailId)
    .executeTakeFirstOrThrow()
  expect(sent).toEqual({ attachment: null, attachment_name: 'GRANT-1.pdf' })
})

test('leaves the mail unsent without a mail server', async () => {
  const mailId = await storeMail('no server')
  await run(mailId, null)
  expect(await sentAt(mailId)).toBeNull()
})
