import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tasks } from '../../../../app/server/jobs.ts'
import { routes } from '../../../../app/server/routes.ts'
import type { Client } from '../../../../clients/client.ts'
import { clients } from '../../../../clients/clients.ts'
import { npt } from '../../../../clients/configuration/npt.ts'
import { getSession } from '../../../../contract/session.contract.ts'
import { codeLifetimeMs } from '../../../../server/auth/one-time-link.ts'
import { stepUpLifetimeMs } from '../../../../server/auth/step-up.ts'
import { type JobWorker, startJobWorker } from '../../../../server/jobs/worker.ts'
import { hostOf, originOf, startTestApp, type TestApp, type TestSession } from '../../../../testing/app.ts'
import { testClock } from '../../../../testing/clock.ts'
import { makeAccount } from '../../../../testing/factories/make-account.ts'
import { makeRelationship } from '../../../../testing/factories/make-relationship.ts'
import { type MadeUser, makeUser } from '../../../../testing/factories/make-user.ts'
import { jobSettings } from '../../../../testing/jobs.ts'
import { mailsTo, newestLink } from '../../../../testing/mailbox.ts'
import { checkPasswordLink, requestPasswordLink } from '../../../identity/passwords/password.contract.ts'
import { confirmEmailChange, requestEmailChange } from '../email.contract.ts'

const clock = testClock()
let portal: TestApp
let worker: JobWorker
let addressCount = 0

beforeAll(async () => {
  portal = await startTestApp({ clock })
  worker = await startJobWorker({ databases: portal.databases, tasks, ...jobSettings })
})
afterAll(async () => {
  await worker.stop()
  await portal.close()
})

const freshAddress = () => `new-address-${addressCount++}@elsewhere.example`
const ask = (as: TestSession, email: string) => portal.call(requestEmailChange, { body: { email } }, { as })
const confirm = (as: TestSession, code: string) => portal.call(confirmEmailChange, { body: { code } }, { as })
const factsOf = async (as: TestSession) => (await portal.call(getSession, {}, { as })).reply

async function codeSentTo(email: string): Promise<string> {
  const code = (await mailsTo(portal, email)).flatMap(({ body }) => body.match(/^\d{4} \d{4}$/m) ?? []).at(-1)
  if (!code) throw new Error(`${email} was sent no code`)
  return code
}

async function signedIn(
  about: Parameters<typeof makeUser>[1] = {},
): Promise<{ user: MadeUser; as: TestSession }> {
  const user = await makeUser(portal.databases, about)
  const account = await makeAccount(portal.databases, { book: user.realm })
  await makeRelationship(portal.databases, account, { user })
  return { user, as: await portal.sessionFor(user) }
}

describe('change of e-mail with verification of the new one', () => {
  test('sends the code to the new address and a notice to the former one, then changes it', async () => {
    const { user, as } = await signedIn()
    const email = freshAddress()
    expect((await ask(as, email)).status).toBe(200)
    expect((await factsOf(as)).email).toBe(user.email)
    expect(await mailsTo(portal, user.email)).toEqual([])

    const code = await codeSentTo(email)
    expect((await confirm(as, code)).reply).toEqual({ email, userId: user.ssoId })
    expect((await factsOf(as)).email).toBe(email)
    const [notice, ...more] = await mailsTo(portal, user.email)
    expect(notice).toMatchObject({ subject: 'NPT Giving: Your e-mail address was changed' })
    // The former mailbox may belong to someone else, so the notice does not name the new address.
    expect(notice?.body).not.toContain(email)
    expect(more).toEqual([])
    const { rows } = await portal.database.admin.query(
      'select kind from audit_event where user_id = $1 order by seq',
      [user.userId],
    )
    expect(rows.map(({ kind }) => kind)).toEqual(['email-code-sent', 'email-changed'])
  })

  test('accepts only the newest code, once, within 30 minutes', async () => {
    const { as } = await signedIn()
    const [first, second] = [freshAddress(), freshAddress()]
    await ask(as, first)
    const older = await codeSentTo(first)
    await ask(as, second)
    const newer = await codeSentTo(second)
    if (older !== newer) expect((await confirm(as, older)).status).toBe(400)
    expect((await confirm(as, newer)).reply.email).toBe(second)
    expect((await confirm(as, newer)).status).toBe(409)

    const late = await signedIn()
    const email = freshAddress()
    await ask(late.as, email)
    const code = await codeSentTo(email)
    clock.advance(codeLifetimeMs)
    expect((await confirm(await portal.sessionFor(late.user), code)).status).toBe(409)
  })

  test('rejects the right code after five wrong ones', async () => {
    const { as } = await signedIn()
    const email = freshAddress()
    await ask(as, email)
    const code = await codeSentTo(email)
    const wrong = code.startsWith('0') ? '1111 1111' : '0000 0000'
    for (let guess = 0; guess < 5; guess++)
      expect((await confirm(as, wrong)).problem.errors).toEqual({
        code: ['This isn’t the code from our latest message'],
      })
    expect((await confirm(as, code)).problem).toMatchObject({
      status: 409,
      detail: 'This code no longer works. Please request a new one.',
    })
  })

  test('counts concurrent guesses like sequential ones', async () => {
    const { as } = await signedIn()
    const email = freshAddress()
    await ask(as, email)
    const code = await codeSentTo(email)
    const guesses = Array.from({ length: 20 }, (_, at) => `9${String(at).padStart(7, '0')}`)
    const answers = await Promise.all(
      guesses.filter(guess => guess !== code).map(guess => confirm(as, guess)),
    )
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5)
    expect((await confirm(as, code)).status).toBe(409)
  })

  test('rejects a code of another person or realm', async () => {
    const [{ as }, { as: other }] = [await signedIn(), await signedIn({ realm: 'rathbones' })]
    const { as: third } = await signedIn()
    const email = freshAddress()
    await ask(as, email)
    const code = await codeSentTo(email)
    expect((await confirm(other, code)).status).toBe(409)
    expect((await confirm(third, code)).status).toBe(409)
    expect((await confirm(as, code)).status).toBe(200)
  })

  test('gives an address to one of two people and tells the other only after the code', async () => {
    const [one, other] = [await signedIn(), await signedIn()]
    const email = freshAddress()
    for (const { as } of [one, other]) expect((await ask(as, email)).status).toBe(200)
    const codes = (await mailsTo(portal, email)).map(({ body }) => body.match(/^\d{4} \d{4}$/m)?.[0] ?? '')
    const answers = await Promise.all([confirm(one.as, codes[0] ?? ''), confirm(other.as, codes[1] ?? '')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    const refused = answers.find(({ status }) => status === 400)
    expect(refused?.problem.errors?.['']?.[0]).toContain('Another user ID already uses this e-mail address')
  })

  test('rejects an invalid or unchanged address at the field', async () => {
    const { user, as } = await signedIn()
    for (const email of ['nobody', 'a@b.example\r\nBcc: c@d.example', `${'x'.repeat(250)}@b.example`]) {
      const answer = await portal.app.inject({
        method: 'POST',
        url: requestEmailChange.path,
        headers: { host: hostOf('npt'), origin: originOf('npt'), ...as.headers },
        payload: { email },
      })
      expect(answer.statusCode).toBe(400)
      expect(answer.json().errors).toHaveProperty('email')
    }
    expect((await ask(as, user.email.toUpperCase())).problem.errors?.email?.[0]).toContain('already')
    expect((await confirm(as, '12345')).problem.errors).toHaveProperty('code')
  })

  test('limits repeated requests for codes', async () => {
    const { as } = await signedIn()
    const statuses = []
    for (let times = 0; times < 6; times++) statuses.push((await ask(as, freshAddress())).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  test('a change of e-mail requires a step-up of the last five minutes', async () => {
    const { as } = await signedIn()
    clock.advance(stepUpLifetimeMs + 1000)
    expect((await ask(as, freshAddress())).status).toBe(403)
  })

  test('invalidates password links sent to the former address', async () => {
    const { user, as } = await signedIn()
    await portal.call(requestPasswordLink, { body: { userId: user.ssoId } })
    const { token } = await newestLink(portal, user.email)
    const email = freshAddress()
    await ask(as, email)
    await confirm(as, await codeSentTo(email))
    expect((await portal.call(checkPasswordLink, { body: { token } })).status).toBe(409)
  })
})

describe('forced change of e-mail (§4)', () => {
  test('rejects every endpoint except session and e-mail change until it is done (§4)', async () => {
    const { as } = await signedIn({ forceEmailChange: true })
    expect(await factsOf(as)).toMatchObject({ hasAccess: false, forceEmailChange: true })
    const closed = routes.filter(
      ({ endpoint }) => endpoint.access !== 'public' && endpoint.access !== 'session',
    )
    expect(closed.length).toBeGreaterThan(20)
    for (const { endpoint } of closed) {
      const answer = await portal.app.inject({
        method: endpoint.method,
        url: endpoint.path.replaceAll(/\{fundId\}/g, '204318').replaceAll(/\{\w+\}/g, 'x'),
        headers: { host: hostOf('npt'), origin: originOf('npt'), ...as.headers },
      })
      expect(answer.statusCode, endpoint.path).toBe(400)
      expect(answer.json().title, endpoint.path).toBe('Access denied.')
    }
    const left = routes
      .filter(({ endpoint }) => endpoint.access === 'session')
      .map(({ endpoint }) => endpoint.path)
    expect(left.toSorted()).toEqual([
      '/api/Authentication/SsoVerify',
      // Its handler decides, because a person without access may write (§4, tests of /contact).
      '/api/my-contact-messages',
      '/api/my-profile/email',
      '/api/my-profile/email/confirm',
      '/api/security/step-up',
      '/api/security/step-up/options',
      '/api/session',
      // A key of the person alone, with which their browser keeps what they type.
      '/api/session/backup-key',
      '/api/session/end',
      '/api/session/refresh',
    ])
  })

  test('allows every endpoint once the new address is confirmed (§4)', async () => {
    const { as } = await signedIn({ forceEmailChange: true })
    const email = freshAddress()
    await ask(as, email)
    await confirm(as, await codeSentTo(email))
    expect(await factsOf(as)).toMatchObject({ email, hasAccess: true, forceEmailChange: false })
    expect((await factsOf(as)).actions).toContain('FUND_ACTIVITY_VIEW')
  })

  test('rejects a person whose access was withdrawn in the meantime (§4)', async () => {
    const { user, as } = await signedIn({ forceEmailChange: true })
    const email = freshAddress()
    await ask(as, email)
    const code = await codeSentTo(email)
    await portal.databases
      .accessAdmin('npt')
      .updateTable('app_user')
      .set({ has_access: false })
      .where('user_id', '=', user.userId)
      .execute()
    expect((await confirm(as, code)).status).toBe(400)
    expect((await factsOf(as)).email).toBe(user.email)
  })
})

describe('client settings', () => {
  async function at(settings: Partial<Client>, run: (bank: TestApp) => Promise<void>) {
    const bank = await startTestApp({ clock, clients: { ...clients, npt: { ...npt, ...settings } } })
    const itsWorker = await startJobWorker({ databases: bank.databases, tasks, ...jobSettings })
    try {
      await run(bank)
    } finally {
      await itsWorker.stop()
      await bank.close()
    }
  }

  async function change(bank: TestApp, user: MadeUser, email: string) {
    const as = await bank.sessionFor(user)
    const requested = await bank.call(requestEmailChange, { body: { email } }, { as })
    if (requested.status !== 200) return requested
    const code = (await mailsTo(bank, email)).at(-1)?.body.match(/^\d{4} \d{4}$/m)?.[0] ?? ''
    return await bank.call(confirmEmailChange, { body: { code } }, { as })
  }

  test('rejects a change with profile updates off, except a forced one', async () => {
    await at({ profileUpdates: false }, async bank => {
      const free = await makeUser(bank.databases)
      expect((await change(bank, free, 'free@elsewhere.example')).problem.title).toBe('Access denied.')
      const forced = await makeUser(bank.databases, { forceEmailChange: true })
      expect((await change(bank, forced, 'forced@elsewhere.example')).status).toBe(200)
    })
  })

  test('changes the user id if the client maps e-mail to SSO id, and rejects one that is taken (§5)', async () => {
    await at({ mapsEmailToSsoId: true }, async bank => {
      const user = await makeUser(bank.databases)
      const { reply } = await change(bank, user, 'Ada.New@Elsewhere.example')
      expect(reply).toEqual({ email: 'Ada.New@Elsewhere.example', userId: 'ada.new@elsewhere.example' })
      await makeUser(bank.databases, { ssoId: 'taken@elsewhere.example', email: 'other@elsewhere.example' })
      const { problem } = await change(bank, user, 'taken@elsewhere.example')
      expect(problem.errors?.['']?.[0]).toContain('Another user ID')
    })
  })
})
