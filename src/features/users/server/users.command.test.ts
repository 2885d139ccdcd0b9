import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getAccountOverview } from '../../../contract/account-overview.contract.ts'
import { getSession } from '../../../contract/session.contract.ts'
import { savePasswordLink } from '../../../server/auth/one-time-link.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { testSecret } from '../../../testing/database/database-server.ts'
import { makeAccount } from '../../../testing/factories/make-account.ts'
import { type MadeFund, makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { makeRelationship } from '../../../testing/factories/make-relationship.ts'
import { makeUser } from '../../../testing/factories/make-user.ts'
import { runCommand } from '../../../testing/run-command.ts'
import { commandOf } from '../../../testing/signing.ts'
import {
  addRelationship,
  listRelationshipRequests,
} from '../../account-details/relationship-requests.contract.ts'
import { setPasswordByLink } from '../../identity/passwords/password.contract.ts'
import { changeRealmRole, type RoleChange } from './change-realm-role.ts'
import { endAccess } from './end-access.ts'
import { Refused } from './operator.ts'

const password = 'violet harbour lantern 42'
let portal: TestApp
let operator: Person
let fund: MadeFund

beforeAll(async () => {
  portal = await startTestApp()
  operator = await makeStaff(portal, { firstName: 'Basil', lastName: 'Thorne' })
})
afterAll(() => portal.close())
beforeEach(async () => {
  fund = await makeFund(portal)
})

type About = { user: { ssoId: string }; by?: Person; reason?: string }
const run = (
  tool: 'end-access' | 'change-role',
  { user, by = operator, reason = 'left' }: About,
  ...more: string[]
) =>
  runCommand(portal.database, `tools/${tool}.ts`, [
    ...['--realm', 'npt', '--user-id', user.ssoId, '--by', by.user.ssoId, '--reason', reason, ...more],
  ])
/** The same without a process of its own. Returns the refusal, or what the command did. */
const end = async ({ user, by = operator, reason = 'left' }: About) => {
  const books = [{ name: 'npt', db: portal.databases.book('npt') }]
  const about = { userId: user.ssoId, by: by.user.ssoId, reason, smallestTeam: {}, now: new Date() }
  return await endAccess({ realmDb: portal.databases.accessAdmin('npt'), books }, about).catch(refusalOf)
}
const change = async (
  { user, by = operator, reason = 'moved' }: About,
  about: Pick<RoleChange, 'role' | 'actions'> &
    Partial<Pick<RoleChange, 'force' | 'smallestTeam'>> & { realm?: string },
) => {
  const { force = false, realm = 'npt', smallestTeam = {}, ...change } = about
  const names = { userId: user.ssoId, by: by.user.ssoId }
  return await changeRealmRole(portal.databases.accessAdmin(realm), {
    ...{ ...names, ...change, reason, force, smallestTeam, now: new Date() },
  }).catch(refusalOf)
}
const refusalOf = (error: unknown): string => {
  if (error instanceof Refused) return error.message
  throw error
}
const query = async (text: string, values: unknown[] = []) =>
  (await portal.database.admin.query(text, values)).rows as Record<string, unknown>[]
const events = (userId: string, kind: string) =>
  query('select actor_user_id, detail from audit_event where user_id = $1 and kind = $2 order by seq', [
    userId,
    kind,
  ])
const actionsFor = async (as: Person) =>
  (await portal.call(getSession, {}, { as: as.session })).reply.actions as readonly string[]

describe('npm run end-access', () => {
  test('ends roles, relationships, sessions, devices, factors and links at once, records it, and repeats harmlessly', async () => {
    const user = await makeUser(portal.databases, {
      password,
      roles: [{ role: 'super_user', actions: ['SUPER_DASHBOARD_VIEW'] }],
    })
    const elsewhere = await makeAccount(portal.databases, { book: 'npt' })
    await makeRelationship(portal.databases, fund, { user, role: 'joint_donor' })
    await makeRelationship(portal.databases, elsewhere, { user, role: 'service_team' })
    await makeRelationship(portal.databases, elsewhere, { user, role: 'successor' })
    const session = await portal.sessionFor(user)
    const realmDb = portal.databases.realm('npt')
    const token = 'T'.repeat(43)
    await savePasswordLink(realmDb, testSecret, { userId: user.userId, token, createdAt: new Date() })
    await query(
      `insert into remembered_device (realm, user_id, secret_hash, name, registered_at, last_used_at, expires_at)
        values ('npt', $1, sha256('device'), 'Firefox', now(), now(), now() + interval '1 day')`,
      [user.userId],
    )
    const requested = await portal.call(
      addRelationship,
      {
        params: { fundId: fund.fundId },
        body: commandOf({
          ...{
            accountRoleCode: 'joint_donor' as const,
            firstName: 'Cy',
            lastName: 'Finch',
            email: 'cy@people.example',
          },
        }),
      },
      { as: fund.donor.session },
    )
    expect(requested.status).toBe(200)
    await query('update relationship_request set requested_by = $1 where account_id = $2', [
      user.userId,
      fund.accountId,
    ])
    const overview = () =>
      portal.call(getAccountOverview, { params: { fundId: fund.fundId } }, { as: session })
    expect((await overview()).status).toBe(200)

    const ended = run('end-access', { user: { ssoId: user.ssoId.toUpperCase() }, reason: 'left the trust' })
    expect([ended.status, ended.stderr]).toEqual([0, ''])
    expect(ended.stdout).toContain('Ended: sessions 1, relationships 2.')
    expect(ended.stdout).toContain('requests to change people of an account (npt): 1')
    const queue = await portal.call(listRelationshipRequests, {}, { as: operator.session })
    expect(queue.reply.data.map(({ requestedBy }) => requestedBy)).toEqual([
      expect.stringMatching(/ \(no longer has access\)$/),
    ])
    expect((await overview()).status).toBe(401)
    await expect(portal.signInAs({ realm: 'npt', ssoId: user.ssoId }, password)).rejects.toThrow()
    const used = await portal.call(setPasswordByLink, {
      body: { token, password: 'a kettle of grey herons' },
    })
    expect(used.status).toBe(409)
    const left = await query(
      `select (select count(*) from user_role where user_id = $1 and ended_at is null)::int as roles,
        (select count(*) from remembered_device where user_id = $1)::int as devices,
        (select string_agg(r.account_role_code, ',') from account_relationship r join party p using (book, party_id)
          where p.user_id = $1 and r.ended_at is null) as relationships`,
      [user.userId],
    )
    expect(left).toEqual([{ roles: 0, devices: 0, relationships: 'successor' }])

    expect(await end({ user })).toMatchObject({ sessions: 0, relationships: 0 })
    expect(await events(user.userId, 'access-ended')).toEqual([
      {
        actor_user_id: operator.user.userId,
        detail: {
          ...{
            by: 'npm run end-access',
            operator: 'Basil Thorne',
            reason: 'left the trust',
            roles: 'super_user',
            before: 'super_user: SUPER_DASHBOARD_VIEW',
            after: 'none',
          },
        },
      },
    ])
    const changes = await query(
      `select kind, actor_name, actor_side from change_record where kind = 'relationship-ended' and account_id = any($1)`,
      [[fund.accountId, elsewhere.accountId]],
    )
    expect(changes).toHaveLength(2)
    expect(changes[0]).toMatchObject({ actor_name: 'Basil Thorne', actor_side: 'sponsor' })
  })

  test('refuses the last donor of an account and says who must act; nothing changes', async () => {
    const refused = run('end-access', { user: fund.donor.user })
    expect(refused.status).toBe(1)
    expect(refused.stderr).toContain(`npt ${fund.fundId}`)
    expect(refused.stderr).toContain('ESTATE_MANAGE')
    expect((await portal.call(getSession, {}, { as: fund.donor.session })).status).toBe(200)
    expect(await events(fund.donor.user.userId, 'access-ended')).toEqual([])
    await query(
      "set session_replication_role = replica; update fund_account set account_status = 'Closed', closed_on = current_date where account_id = '" +
        fund.accountId +
        "'; set session_replication_role = default",
    )
    expect(await end({ user: fund.donor.user })).toMatchObject({ sessions: 1, relationships: 0 })
    expect((await portal.call(getSession, {}, { as: fund.donor.session })).status).toBe(401)
  })

  test('refuses people who may not end access, one’s own, unknown and foreign users, and bad input', async () => {
    const auditor = await makeStaff(portal, { roles: [{ role: 'auditor', actions: null }] })
    const foreign = await makeUser(portal.databases, { realm: 'rathbones' })
    const staff = await makeStaff(portal)
    expect(await end({ user: staff.user, by: auditor })).toContain('may not manage users')
    expect(await end({ user: staff.user, by: staff })).toContain('No one ends their own access')
    expect(await end({ user: foreign })).toBe('There is no user with this ID.')
    expect(await end({ user: { ssoId: "x' or true --" } })).toBe('There is no user with this ID.')
    expect(run('end-access', { user: staff.user, reason: 'x'.repeat(121) }).stderr).toMatch(
      /^--reason .* 120/,
    )
    expect((await portal.call(getSession, {}, { as: staff.session })).status).toBe(200)
  })
})

describe('npm run change-role', () => {
  test('gives a part of a role, then all of it, then takes it away: at the next request, recorded with the reason', async () => {
    const user = await makeUser(portal.databases)
    const person: Person = { user, session: await portal.sessionFor(user) }
    const part = ['--role', 'super_user', '--actions', 'GRANT_APPROVE, SUPER_DASHBOARD_VIEW']
    expect(run('change-role', { user }, ...part)).toMatchObject({
      stderr: '',
      stdout: 'The role was changed.\n',
    })
    expect((await actionsFor(person)).toSorted()).toEqual(['GRANT_APPROVE', 'SUPER_DASHBOARD_VIEW'])
    const role = 'super_user' as const
    const actions = ['SUPER_DASHBOARD_VIEW', 'GRANT_APPROVE']
    expect(await change({ user }, { role, actions })).toBe('nothing')
    expect(await change({ user }, { role, actions: ['GRANT_APPROVE'] })).toBe('changed')
    expect(await actionsFor(person)).toEqual(['GRANT_APPROVE'])
    expect(await change({ user }, { role, actions: 'none' })).toBe('changed')
    expect(await actionsFor(person)).toEqual([])
    const kinds = ['right-given', 'right-ended'].map(kind => events(user.userId, kind))
    const [given, ended] = (await Promise.all(kinds)).map(rows => rows.map(({ detail }) => detail))
    expect(given).toEqual([
      expect.objectContaining({
        ...{ by: 'npm run change-role', operator: 'Basil Thorne', reason: 'left', before: 'none' },
        after: 'super_user: GRANT_APPROVE SUPER_DASHBOARD_VIEW',
      }),
      expect.objectContaining({ reason: 'moved' }),
    ])
    expect(ended?.at(-1)).toMatchObject({ before: 'super_user: GRANT_APPROVE', after: 'none' })
  })

  test('leaves the whole role to a second person, and takes a part of it away alone', async () => {
    await makeStaff(portal)
    const user = await makeUser(portal.databases)
    const person: Person = { user, session: await portal.sessionFor(user) }
    const role = 'super_user' as const
    expect(run('change-role', { user }, '--role', role).stdout).toContain('waits for a second person')
    expect(await actionsFor(person)).toEqual([])
    expect(await change({ user }, { role, actions: null, force: true })).toBe('changed')
    expect(await actionsFor(person)).toContain('USER_MANAGE')
    expect(await change({ user }, { role, actions: ['GRANT_PAY'] })).toBe('changed')
    expect(await actionsFor(person)).toEqual(['GRANT_PAY'])
  })

  test('refuses what a role does not have, one’s own role, and the last person who manages users without --force', async () => {
    const user = await makeUser(portal.databases)
    const role = 'content_editor' as const
    expect(await change({ user }, { role, actions: ['GRANT_PAY'] })).toContain('does not have GRANT_PAY')
    expect(await change({ user }, { role, actions: ['__proto__'] })).toContain('does not have __proto__')
    expect(run('change-role', { user }, '--role', 'service_team').stderr).toMatch(/^--role must be one of/)
    const realm = 'glenmede'
    const [only, second, third] = [
      await makeStaff(portal, { realm }),
      await makeStaff(portal, { realm }),
      await makeStaff(portal, { realm }),
    ]
    const less = (of: Person, by: Person, force = false) =>
      change({ user: of.user, by }, { role: 'super_user', actions: ['GRANT_PAY'], force, realm })
    // Two at once, of which each takes the other's right.
    const both = await Promise.all([less(second, third), less(third, second)])
    expect(both).toContain('changed')
    expect(both).toContainEqual(expect.stringContaining('may not manage users'))
    const rest = both[0] === 'changed' ? third : second
    expect(await less(rest, only)).toBe('changed')
    expect(await less(only, rest)).toContain('may not manage users')
    expect(await less(only, only)).toContain('No one changes their own role')
    expect(await less(only, only, true)).toBe('changed')
    expect((await events(only.user.userId, 'right-ended'))[0]?.detail).toMatchObject({ forced: 'yes' })
  })
})
