import { afterAll, beforeAll, expect, test } from 'vitest'
import { getSession } from '../../contract/session.contract.ts'
import { originOf, startTestApp, type TestApp, type TestSession } from '../../testing/app.ts'
import { makeStaff, type Person } from '../../testing/factories/make-fund.ts'
import { makeUser } from '../../testing/factories/make-user.ts'
import { runCommand } from '../../testing/run-command.ts'
import { locationOf, startSignIn, testBrowser } from '../../testing/sign-in/sign-in.ts'

let portal: TestApp
let operator: Person

beforeAll(async () => {
  portal = await startTestApp()
  operator = await makeStaff(portal)
})
afterAll(() => portal.close())

const endSessions = (...args: string[]) => runCommand(portal.database, 'tools/end-sessions.ts', args)
const npt = () => ['--realm', 'npt', '--by', operator.user.ssoId]

const statusOf = async (as: TestSession) => (await portal.call(getSession, {}, { as })).status

test('a command ends the sessions of a person, or of everyone in a realm, and records them', async () => {
  const [ann, ben] = [await makeUser(portal.databases), await makeUser(portal.databases)]
  const elsewhere = await portal.sessionFor(await makeUser(portal.databases, { realm: 'rathbones' }))
  const [first, second, other] = [
    await portal.sessionFor(ann),
    await portal.sessionFor(ann),
    await portal.sessionFor(ben),
  ]
  const left = endSessions(...npt(), '--user-id', ann.ssoId.toUpperCase(), '--reason', 'left')
  expect(left).toMatchObject({ stderr: '', stdout: 'Sessions ended: 2.\n' })
  expect([await statusOf(first), await statusOf(second), await statusOf(other)]).toEqual([401, 401, 200])

  expect(endSessions(...npt(), '--everyone', '--reason', 'theft').stdout).toBe('Sessions ended: 2.\n')
  expect([await statusOf(other), await statusOf(elsewhere)]).toEqual([401, 200])
  const recorded = await portal.databases
    .realm('npt')
    .selectFrom('audit_event')
    .select(['kind', 'actor_user_id', 'detail'])
    .where('kind', '=', 'session-ended')
    .execute()
  expect(recorded).toHaveLength(4)
  expect(new Set(recorded.map(({ actor_user_id }) => actor_user_id))).toEqual(new Set([operator.user.userId]))
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
  endSessions(...npt(), '--user-id', ann.ssoId, '--reason', 'left')
  expect(await first?.()).toContain('/sso?error=')
  expect(await second?.()).toContain('/sso?code=')
  const code = 'select from oidc_payload where model = $1 and consumed_at is null'
  expect((await portal.database.admin.query(code, ['AuthorizationCode'])).rowCount).toBe(1)
  endSessions(...npt(), '--everyone', '--reason', 'theft')
  expect((await portal.database.admin.query(code, ['AuthorizationCode'])).rowCount).toBe(0)
})

test('the command names a missing option, an unknown user, and an operator who may not; no session ends', async () => {
  expect(endSessions('--realm', 'npt', '--reason', 'x').stderr).toBe(
    'Specify either --user-id or --everyone.\n',
  )
  expect(endSessions('--realm', 'npt', '--everyone', '--reason', 'x').stderr).toBe(
    '--by must be the user ID of the person who ends the sessions.\n',
  )
  const user = await makeUser(portal.databases)
  const session = await portal.sessionFor(user)
  const refused = endSessions('--realm', 'npt', '--by', user.ssoId, '--everyone', '--reason', 'x')
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('may not manage users')])
  expect(await statusOf(session)).toBe(200)
  expect(endSessions(...npt(), '--everyone').stderr).toMatch(/^--reason is required/)
  expect(endSessions(...npt(), '--user-id', 'nobody', '--reason', 'x').stderr).toBe(
    'There is no user with this ID.\n',
  )
})
