import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tasks } from '../../../app/server/jobs.ts'
import { clients } from '../../../clients/clients.ts'
import { getAccountOverview } from '../../../contract/account-overview.contract.ts'
import { type JobWorker, startJobWorker } from '../../../server/jobs/worker.ts'
import { hostOf, originOf, startTestApp, type TestApp } from '../../../testing/app.ts'
import { setStatusOf } from '../../../testing/factories/change-account.ts'
import {
  type MadeFund,
  makeFund,
  makePersonOf,
  makeStaff,
  type Person,
} from '../../../testing/factories/make-fund.ts'
import { makeRelationship } from '../../../testing/factories/make-relationship.ts'
import { makeUser } from '../../../testing/factories/make-user.ts'
import { jobSettings } from '../../../testing/jobs.ts'
import { jobsDone, mailsTo, newestLink } from '../../../testing/mailbox.ts'
import { peopleCalls, somebody } from '../../../testing/people-calls.ts'
import { listOwnRelationships } from '../own-relationships.contract.ts'
import { getRelationship, inviteRelationship } from '../relationships.contract.ts'

let portal: TestApp
let worker: JobWorker
let calls: ReturnType<typeof peopleCalls>
let staff: Person

beforeAll(async () => {
  portal = await startTestApp()
  worker = await startJobWorker({ databases: portal.databases, tasks, ...jobSettings })
  calls = peopleCalls(portal)
  staff = await makeStaff(portal)
})
afterAll(async () => {
  await worker.stop()
  await portal.close()
})

describe('adding an interested party (§17)', () => {
  test('without a login creates one, invites by a one-time link, records it and mails the donors once', async () => {
    const fund = await makeFund(portal, { accountName: 'Heron Fund' })
    const person = somebody()
    const answers = await Promise.all([calls.add(fund, 'viewer', person), calls.add(fund, 'viewer', person)])
    expect(answers.map(({ reply }) => reply)).toEqual([{ outcome: 'added' }, { outcome: 'added' }])
    expect((await calls.people(fund)).filter(row => row.accountRoleCode === 'viewer')).toMatchObject([
      { name: 'Ada Finch', accessDescription: 'View only', removal: 'at-once' },
    ])
    const [invitation, ...others] = await mailsTo(portal, person.email)
    expect(others).toEqual([])
    expect(invitation?.body).toContain('You can now see Heron Fund online at NPT Giving.')
    expect(invitation?.body).toContain(`Your user ID is ${person.email}.`)
    expect((await newestLink(portal, person.email)).address).toContain('/password-setup#')
    expect((await calls.mailsTo(fund.donor.user.email)).map(mail => mail.subject)).toEqual([
      'NPT Giving: A person was added to your account',
    ])
    const { rows } = await portal.database.admin.query(
      'select kind, after_change, actor_user_id from change_record where account_id = $1',
      [fund.accountId],
    )
    expect(rows).toEqual([
      {
        kind: 'relationship-added',
        after_change: { name: 'Ada Finch', accountRoleCode: 'viewer', requestedBy: null },
        actor_user_id: fund.donor.user.userId,
      },
    ])
  })

  test('with a login under this name and address gives access at once and sends no invitation', async () => {
    const fund = await makeFund(portal)
    const user = await makeUser(portal.databases, { firstName: 'Zoë', lastName: 'Hale' })
    const session = await portal.sessionFor(user)
    await calls.add(fund, 'viewer', { firstName: 'ZOE', lastName: 'Hale', email: user.email.toUpperCase() })
    const seen = await portal.call(getAccountOverview, { params: { fundId: fund.fundId } }, { as: session })
    expect(seen.status).toBe(200)
    expect(await mailsTo(portal, user.email)).toEqual([])
    expect((await calls.mailsTo(user.email)).map(mail => mail.subject)).toEqual([
      'NPT Giving: You were added to an account',
    ])
  })

  test('under another name than the login of this address creates a person of their own, and replies alike', async () => {
    const fund = await makeFund(portal)
    const user = await makeUser(portal.databases)
    const { reply } = await calls.add(fund, 'viewer', { ...somebody(), email: user.email })
    expect(reply).toEqual({ outcome: 'added' })
    const session = await portal.sessionFor(user)
    const seen = await portal.call(getAccountOverview, { params: { fundId: fund.fundId } }, { as: session })
    expect(seen.status).toBe(404)
  })

  test('is mailed by the schedule if the program died before the invitation', async () => {
    const fund = await makeFund(portal)
    const person = somebody()
    // The state after a crash between realm and book, and then after the book.
    const { user_id: userId } = await portal.databases
      .realm('npt')
      .insertInto('app_user')
      .values({
        sso_id: person.email,
        email: person.email,
        first_name: person.firstName,
        last_name: person.lastName,
        has_access: true,
      })
      .returning('user_id')
      .executeTakeFirstOrThrow()
    await portal.databases
      .realm('npt')
      .insertInto('invitation')
      .values({ user_id: userId, client: 'npt', invited_at: new Date() })
      .execute()
    const schedule = () => runForRealm('invite-people')
    await schedule()
    expect(await mailsTo(portal, person.email)).toEqual([])
    await makeRelationship(portal.databases, fund, {
      user: { ...person, userId, realm: 'npt', ssoId: person.email },
      role: 'viewer',
    })
    await schedule()
    await schedule()
    expect(await mailsTo(portal, person.email)).toHaveLength(1)
  })
})

const runForRealm = async (task: string) => {
  await portal.database.admin.query(`select graphile_worker.add_job($1, $2::json)`, [
    task,
    JSON.stringify({ origin: { realm: 'npt' }, payload: {} }),
  ])
  await jobsDone(portal)
}

describe('roles (§17)', () => {
  test.each([
    ['a donor', 'donor', ['donor', 'joint_donor', 'primary_advisor'], ['viewer']],
    [
      'the service team',
      'service_team',
      ['donor', 'joint_donor', 'primary_advisor'],
      ['viewer', 'banker', 'service_team'],
    ],
    ['a joint donor', 'joint_donor', [], []],
  ] as const)('that %s may give', async (_who, role, byRequest, atOnce) => {
    const fund = await makeFund(portal)
    const { session } = await makePersonOf(portal, fund, role)
    const { addable } = await calls.changesOf(fund, session)
    const rolesBy = (needsConfirmation: boolean) =>
      addable.filter(row => row.needsConfirmation === needsConfirmation).map(row => row.accountRoleCode)
    expect([rolesBy(true), rolesBy(false)]).toEqual([byRequest, atOnce])
  })

  test.each(['banker', 'service_team'] as const)('a donor cannot add a %s', async role => {
    const fund = await makeFund(portal)
    const { status, problem } = await calls.add(fund, role, somebody())
    expect([status, problem.title]).toEqual([400, 'Access denied.'])
  })

  test('change without confirmation where the client’s setting says so', async () => {
    const { npt } = clients
    if (!npt) throw new Error('no client npt')
    const atOnce = await startTestApp({ clients: { npt: { ...npt, relationshipChanges: 'at-once' } } })
    const fund = await makeFund(atOnce)
    const { reply } = await peopleCalls(atOnce).add(fund, 'joint_donor', somebody())
    expect(reply.outcome).toBe('added')
    await atOnce.close()
  })

  test('a change of role ends the former relationship, keeps it as history, and is harmless twice', async () => {
    const fund = await makeFund(portal)
    await makePersonOf(portal, fund, 'viewer')
    const former = await calls.idOf(fund, 'viewer')
    const answers = await Promise.all(
      [1, 2].map(() => calls.changeRole(fund, former, 'banker', staff.session)),
    )
    const [first, second] = answers.map(({ reply }) => reply)
    expect(first).toMatchObject({ accountRoleName: 'Banker/Analyst', endedDate: null })
    expect(second?.relationshipId).toBe(first?.relationshipId)
    const params = { fundId: fund.fundId, relationshipId: former }
    const read = await portal.call(getRelationship, { params }, { as: staff.session })
    expect(read.reply).toMatchObject({
      accountRoleName: 'Interested Party',
      endedDate: expect.any(String),
    })
  })

  test('a donor becomes a joint donor although no other donor stays', async () => {
    const fund = await makeFund(portal)
    const changed = await calls.changeRole(fund, await calls.idOf(fund, 'donor'), 'joint_donor')
    expect(changed.reply.pendingRequest).toBe('Change Margaret Ellison from Donor to Joint Donor')
    expect((await calls.confirm(await calls.onlyRequest(fund), staff.session)).status).toBe(200)
    expect((await calls.people(fund)).map(row => row.accountRoleCode)).toEqual(['joint_donor'])
  })
})

describe('inviting a person who has no login (§17)', () => {
  const invite = (fund: MadeFund, relationshipId: string) =>
    portal.call(
      inviteRelationship,
      {
        params: { fundId: fund.fundId, relationshipId },
        body: { data: { type: 'command', attributes: {} } },
      },
      { as: fund.donor.session },
    )

  test('gives them a login under the name and address on file, once', async () => {
    const fund = await makeFund(portal, { accountName: 'Dove Fund' })
    await makeRelationship(portal.databases, fund, { role: 'joint_donor' })
    const relationshipId = await calls.idOf(fund, 'joint_donor')
    const answers = await Promise.all([invite(fund, relationshipId), invite(fund, relationshipId)])
    for (const { reply } of answers)
      expect(reply).toMatchObject({
        mayInvite: false,
        accessDescription: 'Full access, no changes to the legacy plan',
      })
    const mails = await mailsTo(portal, 'harold.whitcombe@people.example')
    expect(mails.map(({ subject }) => subject)).toEqual(['NPT Giving: Your access to a donor-advised fund'])
    expect((await calls.mailsTo(fund.donor.user.email)).map(({ body }) => body)).toEqual([
      expect.stringContaining('Harold Whitcombe, Joint Donor of Dove Fund, was invited to see it online.'),
    ])
  })

  test('replies alike if they have a login and other accounts in the book, and moves only this relationship', async () => {
    const elsewhere = await makeFund(portal)
    const user = await makeUser(portal.databases, { firstName: 'Harold', lastName: 'Whitcombe' })
    await makeRelationship(portal.databases, elsewhere, { user, role: 'viewer' })
    const of = async (email: string) => {
      const fund = await makeFund(portal)
      const partyId = await makeRelationship(portal.databases, fund, { role: 'viewer', email })
      const other = await makeFund(portal)
      await portal.databases
        .book('npt')
        .insertInto('account_relationship')
        .values({ account_id: other.accountId, party_id: partyId, account_role_code: 'viewer' })
        .execute()
      const { status, reply } = await invite(fund, await calls.idOf(fund, 'viewer'))
      const [there] = (await calls.people(other)).filter(row => row.accountRoleCode === 'viewer')
      const { relationshipId: _own, email: shown, since: _since, ...rest } = reply
      return { status, rest, shown: shown?.slice(-15), there: there?.accessDescription }
    }
    const [known, unknown] = [await of(user.email), await of(`${randomUUID()}@npt.example`)]
    expect(known).toEqual(unknown)
    expect(known).toMatchObject({ status: 200, there: 'No online access', rest: { partyId: null } })
    const session = await portal.sessionFor(user)
    const { reply } = await portal.call(listOwnRelationships, {}, { as: session })
    expect(reply.data.map(({ contact }) => contact)).toEqual(['waiting', 'shared'])
  })

  test('is not offered for people with a login, and refused for successors', async () => {
    const fund = await makeFund(portal, { book: 'rathbones' })
    await makeRelationship(portal.databases, fund, { role: 'successor' })
    const rows = await calls.people(fund)
    const successor = rows.find(row => row.accountRoleCode === 'successor')?.relationshipId ?? ''
    expect((await invite(fund, successor)).problem.title).toBe('Access denied.')
    const own = await invite(fund, await calls.idOf(fund, 'donor'))
    expect(own.reply.mayInvite).toBe(false)
  })
})

test.each([
  ['Immobile', 400],
  ['Closed', 400],
] as const)('a donor cannot add a person to an account that is %s (§16)', async (status, expected) => {
  const fund = await makeFund(portal, { balanceMinor: 0n })
  await setStatusOf(portal.database.admin, fund.accountId, status)
  expect((await calls.add(fund, 'viewer', somebody())).status).toBe(expected)
})

test('the service team edits the people of an immobile account (§14)', async () => {
  const fund = await makeFund(portal)
  const { session } = await makePersonOf(portal, fund, 'service_team')
  await setStatusOf(portal.database.admin, fund.accountId, 'Immobile')
  expect((await calls.add(fund, 'viewer', somebody(), session)).reply.outcome).toBe('added')
})

test.each([
  ['an empty name', { firstName: ' ' }, 'firstName'],
  ['a name on two lines', { lastName: 'Finch\nBcc: all@example.org' }, 'lastName'],
  ['a name that reverses the text', { lastName: '\u202eFinch' }, 'lastName'],
  ['a name of symbols', { firstName: '<>' }, 'firstName'],
  ['no address', { email: 'ada' }, 'email'],
  ['two addresses', { email: 'ada@people.example,eve@people.example' }, 'email'],
])('rejects %s', async (_what, wrong, field) => {
  const fund = await makeFund(portal)
  // Sent as it is, because `call` would refuse it before the server does.
  const { statusCode, json } = await portal.app.inject({
    method: 'POST',
    url: `/api/accounts/${fund.fundId}/relationships`,
    headers: { host: hostOf('npt'), origin: originOf('npt'), ...fund.donor.session.headers },
    payload: {
      data: { type: 'command', attributes: { accountRoleCode: 'viewer', ...somebody(), ...wrong } },
    },
  })
  expect([statusCode, Object.keys(json().errors ?? {})]).toEqual([400, [field]])
})
