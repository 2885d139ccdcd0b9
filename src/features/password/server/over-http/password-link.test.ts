import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { linkLifetimeMs } from '../../../../server/identity/one-time/one-time-link.ts'
import { countAttempt, throttleRules } from '../../../../server/identity/throttle.ts'
import { tasks } from '../../../../server/jobs/tasks.ts'
import { type JobWorker, startJobWorker } from '../../../../server/jobs/worker.ts'
import { hostOf, originOf, startTestApp, type TestApp } from '../../../../testing/app.ts'
import { testClock } from '../../../../testing/clock.ts'
import { testSecret } from '../../../../testing/database/database-server.ts'
import { makeAccount } from '../../../../testing/factories/make-account.ts'
import { makeRelationship } from '../../../../testing/factories/make-relationship.ts'
import { type MadeUser, makeUser } from '../../../../testing/factories/make-user.ts'
import { jobSettings } from '../../../../testing/jobs.ts'
import { jobsDone, mailsTo, newestLink } from '../../../../testing/mailbox.ts'
import { getSession } from '../../../sign-in/sign-in.contract.ts'
import { askPasswordLink, checkPasswordLink, setPasswordByLink } from '../../password.contract.ts'

const clock = testClock()
const good = 'quiet otters read maps'
let portal: TestApp
let worker: JobWorker

beforeAll(async () => {
  portal = await startTestApp({ clock })
  worker = await startJobWorker({ databases: portal.databases, tasks, ...jobSettings })
})
afterAll(async () => {
  await worker.stop()
  await portal.close()
})

const former = 'the former password of all'

async function makeDonor(realm = 'npt'): Promise<MadeUser> {
  const user = await makeUser(portal.databases, { realm, password: former })
  const account = await makeAccount(portal.databases, { book: realm })
  await makeRelationship(portal.databases, account, { user })
  return user
}

const ask = (userId: string, client = 'npt') => portal.call(askPasswordLink, { body: { userId } }, { client })
const check = (token: string, client = 'npt') =>
  portal.call(checkPasswordLink, { body: { token } }, { client })
const set = (token: string, password = good, client = 'npt') =>
  portal.call(setPasswordByLink, { body: { token, password } }, { client })

async function linkOf(user: MadeUser): Promise<string> {
  await ask(user.ssoId, user.realm)
  return (await newestLink(portal, user.email)).token
}

test('§2.12 a forgotten password is set anew by the link of a mail, and the new one signs in', async () => {
  const donor = await makeDonor()
  expect((await ask(donor.ssoId.toUpperCase())).status).toBe(200)
  const [mail] = await mailsTo(portal, donor.email)
  expect(mail).toMatchObject({ from: 'support@npt.example', subject: 'NPT Giving: Set your password' })
  expect(mail?.body).toContain('Dear Margaret Ellison,')
  expect(mail?.body).toContain(donor.ssoId)

  const { token } = await newestLink(portal, donor.email)
  expect((await check(token)).reply).toEqual({ userId: donor.ssoId })
  expect((await set(token)).status).toBe(200)
  const as = await portal.signInAs(donor, good)
  expect((await portal.call(getSession, {}, { as })).status).toBe(200)
  await expect(portal.signInAs(donor, former)).rejects.toThrow('Invalid Username or Password')
})

test('ends the wait after wrong passwords when the password is reset, and not the wait after wrong codes', async () => {
  const donor = await makeDonor()
  const logIn = async (typed: string) =>
    (
      await portal.app.inject({
        method: 'POST',
        url: '/api/Authentication/Login',
        remoteAddress: '198.51.100.7',
        headers: { host: hostOf('npt'), origin: originOf('npt') },
        payload: { userId: donor.ssoId, password: typed, direct: true },
      })
    ).statusCode
  for (let failure = 0; failure <= throttleRules.user.free; failure++) expect(await logIn('wrong')).toBe(400)
  expect(await logIn(former)).toBe(429)
  const realmDb = portal.databases.realm('npt')
  const codes = () => countAttempt(realmDb, testSecret, { factor: donor.userId }, clock.now())
  for (let failure = 0; failure <= throttleRules.factor.free; failure++) await codes()
  expect((await set(await linkOf(donor))).status).toBe(200)
  expect(await logIn(good)).toBe(200)
  await expect(codes()).rejects.toMatchObject({ code: 'too-many-requests' })
})

test('refuses the current password at a reset, and leaves the link good', async () => {
  const donor = await makeUser(portal.databases, { password: good })
  const token = await linkOf(donor)
  const refused = await set(token, good)
  expect(refused.status).toBe(400)
  expect(refused.problem.errors).toEqual({
    password: ['This is your current password. Choose another one.'],
  })
  expect((await set(token, 'seven grey herons wait')).status).toBe(200)
})

test('§2.12 whoever has no password yet creates the first one the same way', async () => {
  const user = await makeUser(portal.databases)
  expect((await set(await linkOf(user))).status).toBe(200)
  const { rows } = await portal.database.admin.query(
    'select password_hash from password_credential where user_id = $1',
    [user.userId],
  )
  expect(rows[0].password_hash).toMatch(/^\$argon2id\$/)
})

test('issue 3 a link is good once, and looking at it does not use it up', async () => {
  const token = await linkOf(await makeDonor())
  for (let looks = 0; looks < 3; looks++) expect((await check(token)).status).toBe(200)
  expect((await set(token)).status).toBe(200)
  expect((await set(token, 'another four words here')).problem).toMatchObject({
    status: 409,
    detail: 'This link is not good any more. Please ask for a new one.',
  })
  expect((await check(token)).status).toBe(409)
})

test('issue 3 of two who use one link at the same moment one gets through', async () => {
  const token = await linkOf(await makeDonor())
  const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => set(token, `${good} no ${at}`)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
})

test('issue 3 a link is good for 45 minutes from when it was asked for', async () => {
  const token = await linkOf(await makeDonor())
  clock.advance(linkLifetimeMs - 1000)
  expect((await check(token)).status).toBe(200)
  clock.advance(1000)
  expect((await check(token)).status).toBe(409)
  expect((await set(token)).status).toBe(409)
})

test('issue 3 the newest link makes the older one worthless', async () => {
  const donor = await makeDonor()
  const older = await linkOf(donor)
  const newer = await linkOf(donor)
  expect(newer).not.toBe(older)
  expect((await set(older)).status).toBe(409)
  expect((await set(newer)).status).toBe(200)
})

test('architecture 4 a link of one realm is none in another, and sets its own person’s password alone', async () => {
  const [donor, other] = [await makeDonor(), await makeDonor('rathbones')]
  const token = await linkOf(donor)
  expect((await check(token, 'rathbones')).status).toBe(409)
  expect((await set(token, good, 'rathbones')).status).toBe(409)
  expect((await set(token)).status).toBe(200)
  await portal.signInAs(other, former)
})

test('issue 3 whose access was withdrawn after the link was sent cannot use it, and is sent none', async () => {
  const donor = await makeDonor()
  const token = await linkOf(donor)
  await portal.databases
    .realm('npt')
    .updateTable('app_user')
    .set({ has_access: false })
    .where('user_id', '=', donor.userId)
    .execute()
  expect((await set(token)).status).toBe(409)
  await ask(donor.ssoId)
  expect(await mailsTo(portal, donor.email)).toHaveLength(1)
})

test('issue 3 a password that is refused says why and leaves the link good', async () => {
  const donor = await makeDonor()
  const token = await linkOf(donor)
  const { problem } = await set(token, 'Margaret2026!')
  expect(problem.errors).toEqual({ password: [expect.stringContaining('your name or ours')] })
  expect((await set(token, 'short')).problem.errors).toEqual({
    password: [expect.stringContaining('12 characters or more')],
  })
  expect((await set(token)).status).toBe(200)
})

test('issue 3 a new password ends every session of its person, tells them by mail and is recorded', async () => {
  const [donor, other] = [await makeDonor(), await makeDonor()]
  const [as, others] = [await portal.sessionFor(donor), await portal.sessionFor(other)]
  expect((await set(await linkOf(donor))).status).toBe(200)
  expect((await portal.call(getSession, {}, { as })).status).toBe(401)
  expect((await portal.call(getSession, {}, { as: others })).status).toBe(200)
  const mails = await mailsTo(portal, donor.email)
  expect(mails.at(-1)).toMatchObject({ subject: 'NPT Giving: Your password was changed' })
  const { rows } = await portal.database.admin.query(
    'select kind, detail from audit_event where user_id = $1 order by seq',
    [donor.userId],
  )
  expect(rows.map(({ kind }) => kind)).toEqual(['password-link-sent', 'session-ended', 'password-changed'])
  expect(rows[2].detail).toMatchObject({ how: 'link', sessionsEnded: '1' })
})

test('issue 3 the address of the link comes from the configuration, whatever host and headers the request bore', async () => {
  const donor = await makeDonor()
  const poisoned = [
    { host: 'npt.localhost:3000', 'x-forwarded-host': 'evil.example' },
    { host: 'localhost:3000', origin: 'http://localhost:3000', forwarded: 'host=evil.example' },
  ]
  for (const headers of poisoned) {
    const { status } = await portal.call(askPasswordLink, { body: { userId: donor.ssoId } }, { headers })
    expect(status).toBe(200)
  }
  const links = (await mailsTo(portal, donor.email)).map(({ body }) => body.match(/https?:\/\/\S+/)?.[0])
  expect(links).toHaveLength(2)
  for (const link of links) expect(link).toMatch(/^http:\/\/npt\.localhost:3000\/password-setup#[\w-]{43}$/)
  for (const host of ['evil.example', 'npt.localhost:9999']) {
    const headers = { host, origin: `http://${host}` }
    const sent = { body: { userId: donor.ssoId } }
    expect((await portal.call(askPasswordLink, sent, { headers })).status).toBe(404)
  }
})

test('issue 3 a page of another site cannot ask', async () => {
  const { status } = await portal.call(
    askPasswordLink,
    { body: { userId: 'anybody' } },
    { headers: { origin: 'http://evil.example' } },
  )
  expect(status).toBe(400)
})

test('issue 3 a link opened by whatever reads mails, by GET, uses nothing up', async () => {
  const donor = await makeDonor()
  await ask(donor.ssoId)
  const { address, token } = await newestLink(portal, donor.email)
  const { pathname } = new URL(address)
  expect(pathname).toBe('/password-setup')
  for (const method of ['GET', 'HEAD'] as const)
    await portal.app.inject({ method, url: pathname, headers: { host: 'npt.localhost:3000' } })
  expect((await portal.app.inject({ url: '/api/password-links/use' })).statusCode).toBe(404)
  expect((await set(token)).status).toBe(200)
})

test('issue 3 neither the link nor its token lies in the database as it was sent', async () => {
  const donor = await makeDonor()
  const token = await linkOf(donor)
  for (const table of ['one_time_link', 'person_mail', 'audit_event', 'graphile_worker._private_jobs']) {
    const { rows } = await portal.database.admin.query<{ text: string }>(
      `select t::text as text from ${table} t`,
    )
    for (const { text } of rows) expect(text, table).not.toContain(token)
  }
})

test('architecture 4 a book’s connection reads neither links nor the mails that carry them', async () => {
  for (const table of ['one_time_link', 'person_mail'] as const)
    await expect(portal.databases.book('npt').selectFrom(table).selectAll().execute()).rejects.toMatchObject({
      code: '42501',
    })
})

test('issue 3 a question that is taken from the queue twice writes one mail and leaves its link good', async () => {
  const donor = await makeDonor()
  await ask(donor.ssoId)
  const { token } = await newestLink(portal, donor.email)
  const { rows } = await portal.database.admin.query<{ cause: string }>(
    'select cause from person_mail where to_address = $1',
    [donor.email],
  )
  const payload = {
    client: 'npt',
    askId: rows[0]?.cause.split(':')[1] ?? randomUUID(),
    askedAt: clock.now().toISOString(),
    address: '192.0.2.1',
    userId: donor.ssoId,
  }
  await tasks['mail-password-link'].run(payload, {
    db: portal.databases.realm('npt'),
    origin: { realm: 'npt' },
    mailer: null,
    signal: new AbortController().signal,
    ...jobSettings,
  })
  await jobsDone(portal)
  expect(await mailsTo(portal, donor.email)).toHaveLength(1)
  expect((await set(token)).status).toBe(200)
})
