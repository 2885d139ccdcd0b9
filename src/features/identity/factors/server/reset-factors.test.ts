import { afterAll, beforeAll, expect, test } from 'vitest'
import { getSession } from '../../../../contract/session.contract.ts'
import { originOf, startTestApp, type TestApp } from '../../../../testing/app.ts'
import { makeStaff, type Person } from '../../../../testing/factories/make-fund.ts'
import { makeUser } from '../../../../testing/factories/make-user.ts'
import { runCommand } from '../../../../testing/run-command.ts'
import { addCodesFor, addPasskeyFor, backupCodesFor } from '../../../../testing/sign-in/factors.ts'
import { startSignIn, testBrowser } from '../../../../testing/sign-in/sign-in.ts'

const password = 'correct horse battery staple'
let portal: TestApp
let operator: Person
beforeAll(async () => {
  portal = await startTestApp({ settings: { enforcesSecondFactor: true } })
  operator = await makeStaff(portal, { firstName: 'Basil', lastName: 'Thorne' })
})
afterAll(() => portal.close())

const resetFactors = (...args: string[]) => runCommand(portal.database, 'tools/reset-factors.ts', args)
const npt = (user: { ssoId: string }, by: { ssoId: string } = operator.user) => [
  ...['--realm', 'npt', '--user-id', user.ssoId, '--by', by.ssoId],
]

test('a command resets a person’s factors, records it and notifies them, and they set up new ones', async () => {
  const user = await makeUser(portal.databases, { password })
  const as = await portal.sessionFor(user)
  await addCodesFor(portal, as, new Date())
  await addPasskeyFor(portal, as)
  await backupCodesFor(portal, as)
  const done = resetFactors(...npt(user), '--reason', 'lost in the river')
  expect(done.stderr).toBe('')
  expect(done.stdout).toContain('Removed: 2.')

  expect((await portal.call(getSession, {}, { as })).status).toBe(401)
  const { rows } = await portal.database.admin.query(
    `select kind, actor_user_id, detail from audit_event where user_id = $1 and kind in ('factor-removed', 'session-ended') order by seq`,
    [user.userId],
  )
  expect(rows).toEqual([
    expect.objectContaining({ kind: 'session-ended', actor_user_id: operator.user.userId }),
    {
      ...{ kind: 'factor-removed', actor_user_id: operator.user.userId },
      detail: {
        ...{ factor: 'all', by: 'npm run reset-factors', operator: 'Basil Thorne' },
        reason: 'lost in the river',
      },
    },
  ])
  const browser = testBrowser(portal.app, originOf('npt'))
  await startSignIn(browser)
  const next = await browser.post('/api/Authentication/Login', { userId: user.ssoId, password })
  expect(next.json()).toEqual({ step: 'set-up' })
})

test('rejects a reset without a reason, for an unknown user or oneself, and by someone who may not', async () => {
  const nobody = { ssoId: 'nobody@npt.example' }
  expect(resetFactors(...npt(nobody)).stderr).toContain('--reason')
  expect(resetFactors('--realm', 'npt', '--user-id', 'nobody@npt.example').stderr).toMatch(/^--by must be/)
  expect(resetFactors(...npt(operator.user), '--reason', 'by phone').stderr).toContain(
    'Nobody resets their own',
  )
  const user = await makeUser(portal.databases, { password })
  const as = await portal.sessionFor(user)
  const refused = resetFactors(...npt(operator.user, user), '--reason', 'by phone')
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('may not manage users')])
  expect((await portal.call(getSession, {}, { as })).status).toBe(200)
  const unknown = resetFactors(...npt(nobody), '--reason', 'by phone')
  expect(unknown.stderr.trim()).toBe('There is no user with this ID.')
  expect(unknown.status).toBe(1)
})
