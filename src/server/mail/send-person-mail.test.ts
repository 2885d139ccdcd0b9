import { afterAll, beforeAll, expect, test } from 'vitest'
import { npt } from '../../clients/configuration/npt.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database/database.ts'
import { jobSettings } from '../../testing/jobs.ts'
import type { Mail } from './mailer.ts'
import { writePersonMail } from './person-mail.ts'
import { sendPersonMail } from './send-person-mail.ts'

let database: TestDatabase
const sent: Mail[] = []
let isAway = false
const mailer = {
  send: async (mail: Mail) => {
    if (isAway) throw new Error('come back later')
    sent.push(mail)
  },
  close: () => {},
}

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const realmDb = () => database.databases.realm('npt')

async function written(cause: string, staleInMs: number): Promise<string> {
  await writePersonMail(realmDb(), jobSettings.secret, {
    client: npt,
    cause,
    to: 'ada@winslow.example',
    subject: 'Set your password',
    body: 'Open this page:\n\n{secret}',
    secret: { value: 'https://npt.example/password-setup#token', expiresAt: new Date(Date.now() + staleInMs) },
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
      mailer,
      signal: new AbortController().signal,
    },
  )

const kept = (mailId: string) =>
  realmDb()
    .selectFrom('person_mail')
    .select(['sent_at', 'encrypted_secret'])
    .where('mail_id', '=', mailId)
    .executeTakeFirstOrThrow()

test('issue 3 a mail goes out with its link, once, and the link leaves the database with it', async () => {
  const mailId = await written('a', 60_000)
  expect((await kept(mailId)).encrypted_secret).not.toContain('password-setup')
  await send(mailId)
  await send(mailId)
  expect(sent).toMatchObject([
    { to: 'ada@winslow.example', body: 'Open this page:\n\nhttps://npt.example/password-setup#token' },
  ])
  expect(await kept(mailId)).toMatchObject({ encrypted_secret: null, sent_at: expect.any(Date) })
})

test('issue 3 while the mail server is away the mail waits, and a link that has gone stale is not sent', async () => {
  sent.length = 0
  isAway = true
  const waiting = await written('b', 60_000)
  await expect(send(waiting)).rejects.toThrow('come back later')
  isAway = false
  await send(waiting)
  await send(await written('c', -1000))
  expect(sent).toHaveLength(1)
})

test('issue 3 under another secret nothing is sent that could not be read', async () => {
  sent.length = 0
  await expect(send(await written('d', 60_000), 'another secret, of 32 characters or more')).rejects.toThrow(
    'APP_SECRET has changed',
  )
  expect(sent).toEqual([])
})
