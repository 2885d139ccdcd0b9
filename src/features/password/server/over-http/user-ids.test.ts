import { afterAll, beforeAll, expect, test } from 'vitest'
import { tasks } from '../../../../server/jobs/tasks.ts'
import { type JobWorker, startJobWorker } from '../../../../server/jobs/worker.ts'
import { hostOf, originOf, startTestApp, type TestApp } from '../../../../testing/app.ts'
import { makeUser } from '../../../../testing/factories/make-user.ts'
import { jobSettings } from '../../../../testing/jobs.ts'
import { jobsDone, mailsTo } from '../../../../testing/mailbox.ts'
import { askUserIds } from '../../password.contract.ts'

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

const ask = (email: string, client = 'npt') => portal.call(askUserIds, { body: { email } }, { client })

test('§2.12 a forgotten user id is mailed to the e-mail that it belongs to, in whatever case that is typed', async () => {
  const email = 'ada@winslow.example'
  await makeUser(portal.databases, { ssoId: 'ada.w', email, firstName: 'Ada', lastName: 'Winslow' })
  expect((await ask(' ADA@Winslow.example ')).status).toBe(200)
  const mails = await mailsTo(portal, email)
  expect(mails).toMatchObject([{ from: 'support@npt.example', subject: 'NPT Giving: Your user ID' }])
  expect(mails[0]?.body).toContain('Dear Ada Winslow,')
  expect(mails[0]?.body).toContain('ada.w (Ada Winslow)')
  expect(mails[0]?.body).not.toContain('{secret}')
})

test('§2.12 an e-mail that a household shares is told all its user ids, and none of who has no access', async () => {
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

test('architecture 4 an e-mail of another realm is nobody’s here', async () => {
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
])('refuses what is no e-mail address: %j', async typed => {
  // Past the contract, which would not let it out of a browser of ours.
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

test('takes an e-mail address with spaces around it and in capitals', async () => {
  const email = 'spaces@winslow.example'
  await makeUser(portal.databases, { ssoId: 'spaces.w', email })
  expect((await ask(` ${email.toUpperCase()} `)).status).toBe(200)
  expect(await mailsTo(portal, email)).toHaveLength(1)
})
