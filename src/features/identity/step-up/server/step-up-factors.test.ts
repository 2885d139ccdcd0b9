import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { rateLimitRules } from '../../../../server/auth/rate-limit.ts'
import { stepUpLifetimeMs } from '../../../../server/auth/step-up.ts'
import { afterReply, startTestApp, type TestApp, type TestSession } from '../../../../testing/app.ts'
import { testClock } from '../../../../testing/clock.ts'
import { type MadeUser, makeUser } from '../../../../testing/factories/make-user.ts'
import { addCodesFor, addPasskeyFor, backupCodesFor, codeAt } from '../../../../testing/sign-in/factors.ts'
import { removeFactor, startOneTimeCode } from '../../factors/factors.contract.ts'
import { getStepUpOptions, type StepUpMethod, stepUp } from '../step-up.contract.ts'

const password = 'correct horse battery staple'
const clock = testClock()
let portal: TestApp
let person: MadeUser
let session: TestSession

beforeAll(async () => {
  portal = await startTestApp({ clock })
})
afterAll(() => portal.close())

beforeEach(async () => {
  person = await makeUser(portal.databases, { password })
  session = await portal.sessionFor(person)
})

/** The browser then has the session's new cookie and token. */
async function confirm(method: StepUpMethod, as = session) {
  const body = { data: { type: 'command' as const, attributes: method } }
  const answer = await portal.call(stepUp, { body }, { as })
  Object.assign(as.headers, afterReply(as, answer.headers).headers)
  return answer
}
const offer = async (as = session) => (await portal.call(getStepUpOptions, {}, { as })).reply
const expireStepUp = () => clock.advance(stepUpLifetimeMs + 1)
/** Whether an endpoint with `stepUp: true` rejects the session. */
const requiresStepUp = async (as = session) =>
  (await portal.call(startOneTimeCode, {}, { as })).status === 403

test('a factor change requires a step-up after five minutes and accepts a one-time code once', async () => {
  const { secret } = await addCodesFor(portal, session, clock.now())
  expect(await requiresStepUp()).toBe(false)
  expireStepUp()
  expect(await requiresStepUp()).toBe(true)
  expect(await offer()).toEqual({ kinds: ['code'], passkeyRequest: null })
  const code = await codeAt(secret, clock.now())
  expect((await confirm({ kind: 'code', code })).status).toBe(200)
  expect(await requiresStepUp()).toBe(false)
  const again = await confirm({ kind: 'code', code })
  expect(again.problem.errors?.code?.join()).toMatch(/used before/)
})

test('accepts a passkey for its own session’s challenge once', async () => {
  const passkey = await addPasskeyFor(portal, session)
  const other = await portal.sessionFor(person)
  expireStepUp()
  const { passkeyRequest } = await offer()
  if (!passkeyRequest) throw new Error('no passkey was requested')
  const answer = passkey.answer(passkeyRequest)
  expect((await confirm({ kind: 'passkey', answer }, other)).status).toBe(400)
  const mine = await offer()
  if (!mine.passkeyRequest) throw new Error('no passkey was requested')
  const valid = passkey.answer(mine.passkeyRequest)
  expect((await confirm({ kind: 'passkey', answer: valid })).status).toBe(200)
  expect([await requiresStepUp(), await requiresStepUp(other)]).toEqual([false, true])
  expect((await confirm({ kind: 'passkey', answer: valid })).status).toBe(400)
})

test('accepts a backup code once', async () => {
  await addCodesFor(portal, session, clock.now())
  const [code = ''] = await backupCodesFor(portal, session)
  expireStepUp()
  expect((await offer()).kinds).toEqual(['code', 'backup-code'])
  expect((await confirm({ kind: 'backup-code', code })).status).toBe(200)
  expect((await confirm({ kind: 'backup-code', code })).status).toBe(400)
})

test('does not accept the password of a person with a second factor', async () => {
  await addCodesFor(portal, session, clock.now())
  expireStepUp()
  const refused = await confirm({ kind: 'password', password })
  expect([refused.status, refused.problem.title]).toEqual([400, 'Access denied.'])
  expect(await requiresStepUp()).toBe(true)
})

test('does not accept the password if the client requires a second factor', async () => {
  const strict = await startTestApp({ clock, settings: { enforcesSecondFactor: true } })
  try {
    const as = await strict.sessionFor(await makeUser(strict.databases, { password }))
    expect((await strict.call(getStepUpOptions, {}, { as })).reply.kinds).toEqual([])
    const body = { data: { type: 'command' as const, attributes: { kind: 'password' as const, password } } }
    expect((await strict.call(stepUp, { body }, { as })).status).toBe(400)
  } finally {
    await strict.close()
  }
})

test('delays the right code after wrong ones', async () => {
  const { secret } = await addCodesFor(portal, session, clock.now())
  expireStepUp()
  const code = await codeAt(secret, clock.now())
  const wrong = code === '000000' ? '000001' : '000000'
  for (let failure = 0; failure <= rateLimitRules.factor.freeAttempts; failure++)
    expect((await confirm({ kind: 'code', code: wrong })).status).toBe(400)
  expect((await confirm({ kind: 'code', code })).status).toBe(429)
  clock.advance(rateLimitRules.factor.initialWaitMs)
  expect((await confirm({ kind: 'code', code })).status).toBe(200)
})

test('notifies each factor change by mail without user-supplied text', async () => {
  await addPasskeyFor(portal, session)
  await addCodesFor(portal, session, clock.now())
  await backupCodesFor(portal, session)
  for (const attributes of [{ kind: 'backup-code' }, { kind: 'code' }] as const)
    await portal.call(removeFactor, { body: { data: { type: 'command', attributes } } }, { as: session })
  const { rows } = await portal.database.admin.query(
    'select subject, body from person_mail where to_address = $1 order by mail_id',
    [person.email],
  )
  expect(rows.map(({ subject }) => subject)).toEqual([
    'NPT Giving: A passkey was added',
    'NPT Giving: One-time codes were set up',
    'NPT Giving: New backup codes were created',
    'NPT Giving: Backup codes were removed',
    'NPT Giving: One-time codes were removed',
  ])
  expect(rows[0]?.body).toContain(`for the user ID ${person.ssoId}`)
})
