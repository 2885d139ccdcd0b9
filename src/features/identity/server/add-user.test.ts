import { userInfo } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { realms } from '../../../clients/clients.ts'
import { getSession } from '../../../contract/session.contract.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { runCommand } from '../../../testing/run-command.ts'
import { setPasswordByLink } from '../passwords/password.contract.ts'

let portal: TestApp

beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

const addUser = (...args: string[]) => runCommand(portal.database, 'tools/add-user.ts', args)

const ann = ['--realm', 'npt', '--user-id', 'Ann@npt.example', '--first-name', 'Ann', '--last-name', 'Lee']

const byAnn = ['--by', 'ann@npt.example']

test('a command creates the first super user, who sets a password by the printed link and logs in', async () => {
  const made = addUser(...ann, '--role', 'super_user')
  expect(made.stderr).toBe('')
  // Someone else has to be able to do each step, too.
  expect(made.stdout).toContain('Only 1 person can pay grants; there should be at least 2.')
  const [, host, token = ''] = /https:\/\/(\S+)\/password-setup#(\S+)/.exec(made.stdout) ?? []
  expect(host).toBe('npt.example.org')
  const password = 'a kettle of grey herons'
  const set = await portal.call(setPasswordByLink, { body: { token, password } })
  expect(set.status).toBe(200)
  const session = await portal.signInAs({ realm: 'npt', ssoId: 'ann@npt.example' }, password)
  const { reply } = await portal.call(getSession, {}, { as: session })
  expect(reply.scope).toEqual(['api_access', 'cms_access'])
  expect((await portal.call(setPasswordByLink, { body: { token, password } })).status).toBe(409)
  const { rows } = await portal.database.admin.query(
    `select e.user_id is not null as has_user, e.detail from audit_event e where e.kind = 'user-added'`,
  )
  expect(rows).toEqual([
    {
      has_user: true,
      detail: { client: 'npt', role: 'super_user', by: 'npm run add-user', operator: userInfo().username },
    },
  ])
})

test('rejects a user id that is taken and explains invalid input', () => {
  expect(addUser(...ann, '--role', 'super_user', ...byAnn)).toMatchObject({
    status: 1,
    stderr: 'A user with this ID already exists.\n',
  })
  expect(addUser(...ann, '--role', 'emperor').stderr).toBe(
    '--role must be one of super_user, auditor, content_editor, service_team.\n',
  )
  expect(addUser('--realm', 'elsewhere').stderr).toBe(`--realm must be one of ${realms.join(', ')}.\n`)
})

test('creates someone of the service team, who has no role on the realm', async () => {
  const bo = ['--realm', 'npt', '--user-id', 'bo@npt.example', '--first-name', 'Bo', '--last-name', 'Rook']
  const made = addUser(...bo, '--role', 'service_team', ...byAnn)
  expect([made.stderr, made.stdout]).toEqual(['', expect.stringContaining('Relationships page')])
  const { rows } = await portal.database.admin.query(
    "select u.has_access, r.role_code from app_user u left join user_role r using (realm, user_id) where u.sso_id = 'bo@npt.example'",
  )
  expect(rows).toEqual([{ has_access: true, role_code: null }])
})

test('once somebody manages users, the person who adds a user is recorded, and nobody adds one without', async () => {
  const cy = ['--realm', 'npt', '--user-id', 'cy@npt.example', '--first-name', 'Cy', '--last-name', 'Finch']
  const auditor = [...cy, '--role', 'auditor']
  expect(addUser(...auditor).stderr).toMatch(/^--by must be the user ID of the person who adds the user/)
  expect(addUser(...auditor, '--by', 'bo@npt.example').stderr).toContain('may not manage users')
  const stored = () =>
    portal.database.admin.query(
      `select e.detail, o.sso_id from audit_event e join app_user u using (realm, user_id)
        join app_user o on o.realm = e.realm and o.user_id = e.actor_user_id
        where e.kind = 'user-added' and u.sso_id = 'cy@npt.example'`,
    )
  expect((await stored()).rows).toEqual([])
  expect(addUser(...auditor, ...byAnn).stderr).toBe('')
  expect((await stored()).rows).toEqual([
    {
      detail: { client: 'npt', role: 'auditor', by: 'npm run add-user', operator: 'Ann Lee' },
      sso_id: 'ann@npt.example',
    },
  ])
})

test('says whether a second person has to confirm the role, and what too few people can do until then', () => {
  const add = (name: string, role: string) =>
    addUser(
      ...['--realm', 'npt', '--user-id', `${name}@npt.example`, '--first-name', name, '--last-name', 'Marsh'],
      ...['--role', role, ...byAnn],
    ).stdout
  const tooFew = 'Only 1 person can pay grants; there should be at least 2.'
  const alone = add('Di', 'super_user')
  expect(alone).toContain('No one else could confirm the role')
  expect(alone).not.toContain(tooFew)
  const third = add('Ed', 'super_user')
  expect(third).toContain('will be super_user at the clients of npt. The role waits for a second person')
  expect(third).not.toContain(tooFew)
  expect(add('Flo', 'auditor')).not.toContain('should be at least')
})
