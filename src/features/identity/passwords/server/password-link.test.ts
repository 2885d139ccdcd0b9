import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tasks } from '../../../../app/server/jobs.ts'
import { getSession } from '../../../../contract/session.contract.ts'
import { linkLifetimeMs } from '../../../../server/auth/one-time-link.ts'
import { countAttempt, rateLimitRules } from '../../../../server/auth/rate-limit.ts'
import { type JobWorker, startJobWorker } from '../../../../server/jobs/worker.ts'
import { hostOf, originOf, startTestApp, type TestApp } from '../../../../testing/app.ts'
import { testClock } from '../../../../testing/clock.ts'
import { testSecret } from '../../../../testing/database/database-server.ts'
import { makeAccount } from '../../../../testing/factories/make-account.ts'
import { makeRelationship } from '../../../../testing/factories/make-relationship.ts'
import { type MadeUser, makeUser } from '../../../../testing/factories/make-user.ts'
import { jobSettings } from '../../../../testing/jobs.ts'
import { jobsDone, mailsTo, newestLink } from '../../../../testing/mailbox.ts'
import { checkPasswordLink, requestPasswordLink, setPasswordByLink } from '../password.contract.ts'
import { mailPasswordLink } from './mail-password-link.ts'

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

const ask = (userId: string, client = 'npt') =>
  portal.call(requestPasswordLink, { body: { userId } }, { client })
const check = (token: string, client = 'npt') =>
  portal.call(checkPasswordLink, { body: { token } }, { client })
const set = (token: string, password = good, client = 'npt') =>
  portal.call(setPasswordByLink, { body: { token, password } }, { client })

async function linkOf(user: MadeUser): Promise<string> {
  await ask(user.ssoId, user.realm)
  return (await newestLink(portal, user.email)).token
}

test('resets a forgotten password by a mailed link (§2.12)', async () => {
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

test('one person who sends many passwords at once is refused, and keeps nobody else from a new one', async () => {
  const [many, other] = [await linkOf(await makeDonor()), await linkOf(await makeDonor())]
  const weak = Array.from({ length: 16 }, (_none, index) => `correct horse battery ${index}`)
  const sent = weak.map(password => set(many, password))
  expect((await set(other)).status).toBe(200)
  const statuses = (await Promise.all(sent)).map(({ status }) => status)
  expect(statuses.filter(status => status === 429).length).toBeGreaterThan(0)
  expect(statuses.filter(status => ![200, 400, 409, 429].includes(status))).toEqual([])
})

test('a reset ends the wait after wrong passwords, not the wait after wrong codes', async () => {
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
  for (let failure = 0; failure <= rateLimitRules.user.freeAttempts; failure++)
    expect(await logIn('wrong')).toBe(400)
  expect(await logIn(former)).toBe(429)
  const realmDb = portal.databases.realm('npt')
  const codes = () => countAttempt(realmDb, testSecret, { factor: donor.userId }, clock.now())
  for (let failure = 0; failure <= rateLimitRules.factor.freeAttempts; failure++) await codes()
  expect((await set(await linkOf(donor))).status).toBe(200)
  expect(await logIn(good)).toBe(200)
  await expect(codes()).rejects.toMatchObject({ code: 'too-many-requests' })
})

test('rejects the current password at a reset and keeps the link valid', async () => {
  const donor = await makeUser(portal.databases, { password: good })
  const token = await linkOf(donor)
  const refused = await set(token, good)
  expect(refused.status).toBe(400)
  expect(refused.problem.errors).toEqual({
    password: ['This is your current password. Choose another one.'],
  })
  expect((await set(token, 'seven grey herons wait')).status).toBe(200)
})

test('creates a first password by a mailed link (§2.12)', async () => {
  const user = await makeUser(portal.databases)
  expect((await set(await linkOf(user))).status).toBe(200)
  const { rows } = await portal.database.admin.query(
    'select password_hash from password_credential where user_id = $1',
    [user.userId],
  )
  expect(rows[0].password_hash).toMatch(/^\$argon2id\$/)
})

test('a link works once, and checking it does not consume it', async () => {
  const token = await linkOf(await makeDonor())
  for (let looks = 0; looks < 3; looks++) expect((await check(token)).status).toBe(200)
  expect((await set(token)).status).toBe(200)
  expect((await set(token, 'another four words here')).problem).toMatchObject({
    status: 409,
    detail: 'This link no longer works. Please request a new one.',
  })
  expect((await check(token)).status).toBe(409)
})

test('accepts one of two concurrent uses of a link', async () => {
  const token = await linkOf(await makeDonor())
  const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => set(token, `${good} no ${at}`)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
})

test('a link expires 45 minutes after the request', async () => {
  const token = await linkOf(await makeDonor())
  clock.advance(linkLifetimeMs - 1000)
  expect((await check(token)).status).toBe(200)
  clock.advance(1000)
  expect((await check(token)).status).toBe(409)
  expect((await set(token)).status).toBe(409)
})

test('a newer link invalidates the older one', async () => {
  const donor = await makeDonor()
  const older = await linkOf(donor)
  const newer = await linkOf(donor)
  expect(newer).not.toBe(older)
  expect((await set(older)).status).toBe(409)
  expect((await set(newer)).status).toBe(200)
})

test('rejects a link of another realm and sets only its own person’s password', async () => {
  const [donor, other] = [await makeDonor(), await makeDonor('rathbones')]
  const token = await linkOf(donor)
  expect((await check(token, 'rathbones')).status).toBe(409)
  expect((await set(token, good, 'rathbones')).status).toBe(409)
  expect((await set(token)).status).toBe(200)
  await portal.signInAs(other, former)
})

test('rejects the link of a person without access and sends none', async () => {
  const donor = await makeDonor()
  const token = await linkOf(donor)
  await portal.databases
    .accessAdmin('npt')
    .updateTable('app_user')
    .set({ has_access: false })
    .where('user_id', '=', donor.userId)
    .execute()
  expect((await set(token)).status).toBe(409)
  await ask(donor.ssoId)
  expect(await mailsTo(portal, donor.email)).toHaveLength(1)
})

test('explains a rejected password and keeps the link valid', async () => {
  const donor = await makeDonor()
  const token = await linkOf(donor)
  const { problem } = await set(token, 'Margaret2026!')
  expect(problem.errors).toEqual({ password: [expect.stringContaining('your name or ours')] })
  expect((await set(token, 'short')).problem.errors).toEqual({
    password: [expect.stringContaining('12 characters or more')],
  })
  expect((await set(token)).status).toBe(200)
})

test('a new password ends all sessions, sends a mail and is recorded', async () => {
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

test('builds the link from the configuration, not from the request’s headers', async () => {
  const donor = await makeDonor()
  const poisoned = [
    { host: 'npt.localhost:3000', 'x-forwarded-host': 'evil.example' },
    { host: 'localhost:3000', origin: 'http://localhost:3000', forwarded: 'host=evil.example' },
  ]
  for (const headers of poisoned) {
    const { status } = await portal.call(requestPasswordLink, { body: { userId: donor.ssoId } }, { headers })
    expect(status).toBe(200)
  }
  const links = (await mailsTo(portal, donor.email)).map(({ body }) => body.match(/https?:\/\/\S+/)?.[0])
  expect(links).toHaveLength(2)
  for (const link of links) expect(link).toMatch(/^http:\/\/npt\.localhost:3000\/password-setup#[\w-]{43}$/)
  for (const host of ['evil.example', 'npt.localhost:9999']) {
    const headers = { host, origin: `http://${host}` }
    const sent = { body: { userId: donor.ssoId } }
    expect((await portal.call(requestPasswordLink, sent, { headers })).status).toBe(404)
  }
})

test('rejects a request from another site', async () => {
  const { status } = await portal.call(
    requestPasswordLink,
    { body: { userId: 'anybody' } },
    { headers: { origin: 'http://evil.example' } },
  )
  expect(status).toBe(400)
})

test('a GET of the link does not consume it', async () => {
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

test('stores neither the link nor its token in plain text', async () => {
  const donor = await makeDonor()
  const token = await linkOf(donor)
  for (const table of ['one_time_link', 'person_mail', 'audit_event', 'graphile_worker._private_jobs']) {
    const { rows } = await portal.database.admin.query<{ text: string }>(
      `select t::text as text from ${table} t`,
    )
    for (const { text } of rows) expect(text, table).not.toContain(token)
  }
})

test('a book’s connection cannot read links or their mails', async () => {
  for (const table of ['one_time_link', 'person_mail'] as const)
    await expect(portal.databases.book('npt').selectFrom(table).selectAll().execute()).rejects.toMatchObject({
      code: '42501',
    })
})

test('a job that runs twice sends one mail and keeps its link valid', async () => {
  const donor = await makeDonor()
  await ask(donor.ssoId)
  const { token } = await newestLink(portal, donor.email)
  const { rows } = await portal.database.admin.query<{ cause: string }>(
    'select cause from person_mail where to_address = $1',
    [donor.email],
  )
  const payload = {
    client: 'npt',
    requestId: rows[0]?.cause.split(':')[1] ?? randomUUID(),
    requestedAt: clock.now().toISOString(),
    address: '192.0.2.1',
    userId: donor.ssoId,
  }
  await mailPasswordLink.run(payload, {
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
