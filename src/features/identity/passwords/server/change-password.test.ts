import { afterAll, beforeAll, expect, test } from 'vitest'
import { tasks } from '../../../../app/server/jobs.ts'
import { clients } from '../../../../clients/clients.ts'
import { npt } from '../../../../clients/configuration/npt.ts'
import { getSession } from '../../../../contract/session.contract.ts'
import { stepUpLifetimeMs } from '../../../../server/auth/step-up.ts'
import { type JobWorker, startJobWorker } from '../../../../server/jobs/worker.ts'
import { startTestApp, type TestApp, type TestSession } from '../../../../testing/app.ts'
import { testClock } from '../../../../testing/clock.ts'
import { type MadeUser, makeUser } from '../../../../testing/factories/make-user.ts'
import { jobSettings } from '../../../../testing/jobs.ts'
import { mailsTo, newestLink } from '../../../../testing/mailbox.ts'
import { addCodesFor } from '../../../../testing/sign-in/factors.ts'
import { changePassword, checkPasswordLink, requestPasswordLink } from '../password.contract.ts'

const clock = testClock()
const former = 'the former password of all'
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

const makePerson = () => makeUser(portal.databases, { password: former })
const change = (as: TestSession, currentPassword: string, newPassword = good) =>
  portal.call(changePassword, { body: { currentPassword, newPassword } }, { as })

async function isPassword(user: MadeUser, password: string): Promise<boolean> {
  return portal.signInAs(user, password).then(
    () => true,
    (error: Error) => {
      if (error.message.includes('Invalid Username or Password')) return false
      throw error
    },
  )
}

test('changes the password, keeps this session, ends the others and sends a mail (§2.1)', async () => {
  const person = await makePerson()
  const [here, there, elsewhere] = await Promise.all([1, 2, 3].map(() => portal.sessionFor(person)))
  if (!here || !there || !elsewhere) throw new Error('fewer than three sessions were created')
  await portal.call(requestPasswordLink, { body: { userId: person.ssoId } })
  const { token } = await newestLink(portal, person.email)

  expect((await change(here, former)).reply).toEqual({ sessionsEnded: 2 })
  expect((await portal.call(getSession, {}, { as: here })).status).toBe(200)
  for (const as of [there, elsewhere]) expect((await portal.call(getSession, {}, { as })).status).toBe(401)
  expect((await portal.call(checkPasswordLink, { body: { token } })).status).toBe(409)
  const mails = await mailsTo(portal, person.email)
  expect(mails.at(-1)).toMatchObject({ subject: 'NPT Giving: Your password was changed' })
  expect(await isPassword(person, good)).toBe(true)
  expect(await isPassword(person, former)).toBe(false)
})

test('rejects, records and limits wrong current passwords', async () => {
  const person = await makePerson()
  const as = await portal.sessionFor(person)
  const { problem } = await change(as, 'not my password')
  expect(problem.errors).toEqual({ currentPassword: ['This isn’t your current password'] })
  const statuses = []
  for (let guess = 0; guess < 6; guess++) statuses.push((await change(as, `guess ${guess}`)).status)
  expect(statuses.at(-1)).toBe(429)
  const { rows } = await portal.database.admin.query(
    `select from audit_event where user_id = $1 and kind = 'password-refused'`,
    [person.userId],
  )
  expect(rows.length).toBeGreaterThan(1)
  // Guesses at an open session do not block the owner's login elsewhere.
  expect(await isPassword(person, former)).toBe(true)
})

test('applies the password rules and rejects the current password', async () => {
  const as = await portal.sessionFor(await makePerson())
  const violation = async (newPassword: string) =>
    (await change(as, former, newPassword)).problem.errors?.newPassword?.[0]
  expect(await violation('')).toContain('Enter a password')
  expect(await violation('1qaz2wsx3edc')).toContain('stolen passwords')
  expect(await violation(former)).toContain('This is your current password')
})

test('asks a person without a factor for the current password alone, and others for a step-up before it', async () => {
  const [plain, protectedPerson] = [await makePerson(), await makePerson()]
  const as = await portal.sessionFor(plain)
  const withFactor = await portal.sessionFor(protectedPerson)
  await addCodesFor(portal, withFactor, clock.now())
  clock.advance(stepUpLifetimeMs + 1000)
  for (const password of [former, 'not my password'])
    expect((await change(withFactor, password)).problem).toMatchObject({
      status: 403,
      type: 'urn:almoner:problem:step-up-needed',
    })
  expect(await isPassword(protectedPerson, good)).toBe(false)
  expect((await change(as, 'not my password')).status).toBe(400)
  expect((await change(as, former)).status).toBe(200)
  expect(await isPassword(plain, good)).toBe(true)
})

test('rejects a visitor and a person who must change their e-mail first', async () => {
  const person = await makeUser(portal.databases, { password: former, forceEmailChange: true })
  expect((await change(await portal.sessionFor(person), former)).problem.title).toBe('Access denied.')
  const visitor = await portal.call(changePassword, {
    body: { currentPassword: former, newPassword: good },
  })
  expect(visitor.status).toBe(401)
})

test('rejects a change if the client disables profile updates', async () => {
  const bank = await startTestApp({
    clock,
    clients: { ...clients, npt: { ...npt, profileUpdates: false } },
  })
  try {
    const person = await makeUser(bank.databases, { password: former })
    const { problem } = await bank.call(
      changePassword,
      { body: { currentPassword: former, newPassword: good } },
      { as: await bank.sessionFor(person) },
    )
    expect(problem.title).toBe('Access denied.')
  } finally {
    await bank.close()
  }
})
