import { afterAll, beforeAll, expect, test } from 'vitest'
import { getSession } from '../../contract/session.contract.ts'
import { originOf, startTestApp, type TestApp, type TestSession } from '../../testing/app.ts'
import { makeUser } from '../../testing/factories/make-user.ts'
import { runCommand } from '../../testing/run-command.ts'
import { locationOf, startSignIn, testBrowser } from '../../testing/sign-in/sign-in.ts'

let portal: TestApp

beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

const endSessions = (...args: string[]) => runCommand(portal.database, 'tools/end-sessions.ts', args)

const statusOf = async (as: TestSession) => (await portal.call(getSession, {}, { as })).status

test('a command ends the sessions of a person, or of everyone in a realm, and records them', async () => {
  const [ann, ben] = [await makeUser(portal.databases), await makeUser(portal.databases)]
  const elsewhere = await portal.sessionFor(await makeUser(portal.databases, { realm: 'rathbones' }))
  const [first, second, other] = [
    await portal.sessionFor(ann),
    await portal.sessionFor(ann),
    await portal.sessionFor(ben),
  ]
  const left = endSessions('--realm', 'npt', '--user-id', ann.ssoId.toUpperCase(), '--reason', 'left')
  expect(left).toMatchObject({ stderr: '', stdout: 'Sessions ended: 2.\n' })
  expect([await statusOf(first), await statusOf(second), await statusOf(other)]).toEqual([401, 401, 200])

  expect(endSessions('--realm', 'npt', '--everyone', '--reason', 'theft').stdout).toBe('Sessions ended: 1.\n')
  expect([await statusOf(other), await statusOf(elsewhere)]).toEqual([401, 200])
  const recorded = await portal.databases
    .realm('npt')
    .selectFrom('audit_event')
    .select(['kind', 'detail'])
    .where('kind', '=', 'session-ended')
    .execute()
  expect(recorded).toHaveLength(3)
  expect(JSON.stringify(recorded)).toContain('by command: theft')
})

test('the command also ends pending logins of the person or of everyone', async () => {
  const password = 'an orchard in the rain'
  const [ann, ben] = [
    await makeUser(portal.databases, { password }),
    await makeUser(portal.databases, { password }),
  ]
  const [first, second] = await Promise.all(
    [ann, ben].map(async ({ ssoId: userId }) => {
      const browser = testBrowser(portal.app, originOf('npt'))
      await startSignIn(browser)
      const answer = await browser.post('/api/Authentication/Login', { userId, password })
      const { redirectTo } = answer.json<{ redirectTo: string }>()
      return async () => locationOf(await browser.get(redirectTo))
    }),
  )
  endSessions('--realm', 'npt', '--user-id', ann.ssoId, '--reason', 'left')
  expect(await first?.()).toContain('/sso?error=')
  expect(await second?.()).toContain('/sso?code=')
  const code = 'select from oidc_payload where model = $1 and consumed_at is null'
  expect((await portal.database.admin.query(code, ['AuthorizationCode'])).rowCount).toBe(1)
  endSessions('--realm', 'npt', '--everyone', '--reason', 'theft')
  expect((await portal.database.admin.query(code, ['AuthorizationCode'])).rowCount).toBe(0)
})

test('the command names a missing option or an unknown user', () => {
  expect(endSessions('--realm', 'npt', '--reason', 'x').stderr).toBe(
    'Specify either --user-id or --everyone.\n',
  )
  expect(endSessions('--realm', 'npt', '--everyone').stderr).toMatch(/^--reason is required/)
  expect(endSessions('--realm', 'npt', '--user-id', 'nobody', '--reason', 'x').stderr).toBe(
    'There is no user with this ID.\n',
  )
})
