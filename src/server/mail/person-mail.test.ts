import { afterAll, beforeAll, expect, test } from 'vitest'
import { npt } from '../../clients/configuration/npt.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database/database.ts'
import { jobSettings } from '../../testing/jobs.ts'
import type { Mail } from './mailer.ts'
import { writePersonMail } from './person-mail.ts'
import { sendPersonMail } from './send-mail.ts'

let database: TestDatabase
const sent: Mail[] = []
let isUnavailable = false
const mailer = {
  send: async (mail: Mail) => {
    if (isUnavailable) throw new Error('try again later')
    sent.push(mail)
  },
  close: () => {},
}

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const realmDb = () => database.databases.realm('npt')

async function writeMail(cause: string, expiresInMs: number): Promise<string> {
  await writePersonMail(realmDb(), jobSettings.secret, {
    client: npt,
    kind: 'password-link',
    cause,
    to: 'ada@winslow.example',
    letter: {
      subject: 'Set your password',
      name: 'Ada Winslow',
      blocks: ['Open this page:', { secret: 'link' }],
    },
    secret: {
      value: 'https://npt.example/password-setup#token',
      expiresAt: new Date(Date.now() + expiresInMs),
    },
  })
  const { mail_id } = await realmDb()
    .selectFrom('person_mail')
    .select('mail_id')
    .where('cause', '=', cause)
    .executeTakeFirstOrThrow()
  return mail_id
}

const send = (mailId: string, secret = jobSettings.secret) =>
  sendPersonMail.run(
    { mailId },
    {
      ...jobSettings,
      secret,
      db: realmDb(),
      origin: { realm: 'npt' },
      books: [],
      mailer,
      signal: new AbortController().signal,
    },
  )

const findMail = (mailId: string) =>
  realmDb()
    .selectFrom('person_mail')
    .select(['sent_at', 'encrypted_secret'])
    .where('mail_id', '=', mailId)
    .executeTakeFirstOrThrow()

test('sends a mail with its link once and deletes the link from the database', async () => {
  const mailId = await writeMail('a', 60_000)
  expect((await findMail(mailId)).encrypted_secret).not.toContain('password-setup')
  await send(mailId)
  await send(mailId)
  expect(sent).toMatchObject([
    {
      to: 'ada@winslow.example',
      body: expect.stringContaining('Open this page:\n\nhttps://npt.example/password-setup#token\n\n'),
      html: expect.stringContaining('<a class="brand" href="https://npt.example/password-setup#token"'),
    },
  ])
  expect(await findMail(mailId)).toMatchObject({ encrypted_secret: null, sent_at: expect.any(Date) })
})

test('retries while the mail server is unavailable, and does not send an expired link', async () => {
  sent.length = 0
  isUnavailable = true
  const waiting = await writeMail('b', 60_000)
  await expect(send(waiting)).rejects.toThrow('try again later')
  isUnavailable = false
  await send(waiting)
  await send(await writeMail('c', -1000))
  expect(sent).toHaveLength(1)
})

test('sends nothing if the link cannot be decrypted', async () => {
  sent.length = 0
  await expect(
    send(await writeMail('d', 60_000), 'another secret, of 32 characters or more'),
  ).rejects.toThrow('APP_SECRET has changed')
  expect(sent).toEqual([])
})
