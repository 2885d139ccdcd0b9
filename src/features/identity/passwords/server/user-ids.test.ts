import { afterAll, beforeAll, expect, test } from 'vitest'
import { tasks } from '../../../../app/server/jobs.ts'
import { type JobWorker, startJobWorker } from '../../../../server/jobs/worker.ts'
import { hostOf, originOf, startTestApp, type TestApp } from '../../../../testing/app.ts'
import { makeUser } from '../../../../testing/factories/make-user.ts'
import { jobSettings } from '../../../../testing/jobs.ts'
import { jobsDone, mailsTo } from '../../../../testing/mailbox.ts'
import { requestUserIds } from '../password.contract.ts'

let portal: TestApp
let worker: JobWorker
beforeAll(async () => {
  portal = await startTestApp()
  worker = await startJobWorker({ databases: portal.databases, tasks, ...jobSettings })
})
afterAll(async () => {
  await worker.stop()
  await portal.close()
})

const ask = (email: string, client = 'npt') => portal.call(requestUserIds, { body: { email } }, { client })

test('mails a forgotten user id to its e-mail address, ignoring case (§2.12)', async () => {
  const email = 'ada@winslow.example'
  await makeUser(portal.databases, { ssoId: 'ada.w', email, firstName: 'Ada', lastName: 'Winslow' })
  expect((await ask(' ADA@Winslow.example ')).status).toBe(200)
  const mails = await mailsTo(portal, email)
  expect(mails).toMatchObject([{ from: 'support@npt.example', subject: 'NPT Giving: Your user ID' }])
  expect(mails[0]?.body).toContain('Dear Ada Winslow,')
  expect(mails[0]?.body).toContain('ada.w (Ada Winslow)')
  expect(mails[0]?.body).not.toContain('{secret}')
})

test('mails all user ids of a shared address, without those of people without access (§2.12)', async () => {
  const email = 'house@winslow.example'
  await makeUser(portal.databases, { ssoId: 'ben.w', email, firstName: 'Ben', lastName: 'Winslow' })
  await makeUser(portal.databases, { ssoId: 'cat.w', email, firstName: 'Cat', lastName: 'Winslow' })
  await makeUser(portal.databases, { ssoId: 'gone.w', email, hasAccess: false })
  await ask(email)
  const [mail, ...more] = await mailsTo(portal, email)
  expect(more).toEqual([])
  expect(mail?.subject).toBe('NPT Giving: Your user IDs')
  expect(mail?.body).toContain('ben.w (Ben Winslow)\ncat.w (Cat Winslow)')
  expect(mail?.body).not.toContain('gone.w')
})

test('sends nothing to an e-mail of another realm', async () => {
  const email = 'only@rathbones.example'
  await makeUser(portal.databases, { realm: 'rathbones', ssoId: 'only.r', email })
  await ask(email)
  expect(await mailsTo(portal, email)).toEqual([])
  await ask(email, 'rathbones')
  expect(await mailsTo(portal, email)).toMatchObject([{ subject: 'Rathbones Giving: Your user ID' }])
})

test.each([
  'not an address',
  'ada.w',
  'ada@',
  '@winslow.example',
  'ada@winslow.example, ben@winslow.example',
  'ada@winslow.example\r\nBcc: all@winslow.example',
  `${'a'.repeat(250)}@winslow.example`,
])('rejects an invalid e-mail address: %j', async typed => {
  // Injected directly, because the client's contract would reject it.
  const answer = await portal.app.inject({
    method: 'POST',
    url: '/api/user-id-reminders',
    headers: { host: hostOf('npt'), origin: originOf('npt') },
    payload: { email: typed },
  })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ errors: { email: [expect.any(String)] } })
  await jobsDone(portal)
  expect(await mailsTo(portal, 'all@winslow.example')).toEqual([])
})

test('accepts an e-mail address with surrounding spaces and capitals', async () => {
  const email = 'spaces@winslow.example'
  await makeUser(portal.databases, { ssoId: 'spaces.w', email })
  expect((await ask(` ${email.toUpperCase()} `)).status).toBe(200)
  expect(await mailsTo(portal, email)).toHaveLength(1)
})
