import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tasks } from '../../../app/server/jobs.ts'
import { clients } from '../../../clients/clients.ts'
import { getAccountOverview } from '../../../contract/account-overview.contract.ts'
import { type JobWorker, startJobWorker } from '../../../server/jobs/worker.ts'
import { hostOf, originOf, startTestApp, type TestApp, type TestSession } from '../../../testing/app.ts'
import {
  type MadeFund,
  makeFund,
  makePersonOf,
  makeStaff,
  type Person,
} from '../../../testing/factories/make-fund.ts'
import { makeRelationship } from '../../../testing/factories/make-relationship.ts'
import { makeUser } from '../../../testing/factories/make-user.ts'
import { setStatusOf } from '../../../testing/factories/set-status.ts'
import { jobSettings } from '../../../testing/jobs.ts'
import { jobsDone, mailsTo, newestLink } from '../../../testing/mailbox.ts'
import type { GivenRole } from '../domain/relationship-changes.ts'
import {
  addRelationship,
  changeRole,
  confirmRequest,
  declineRequest,
  getPeopleChanges,
  listRelationshipRequests,
} from '../relationship-requests.contract.ts'
import { endRelationship, getRelationship, listRelationships } from '../relationships.contract.ts'

let portal: TestApp
let worker: JobWorker
let staff: Person
let colleague: Person

beforeAll(async () => {
  portal = await startTestApp()
  worker = await startJobWorker({ databases: portal.databases, tasks, ...jobSettings })
  staff = await makeStaff(portal)
  colleague = await makeStaff(portal)
})
afterAll(async () => {
  await worker.stop()
  await portal.close()
})

const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })
const somebody = () => ({
  firstName: 'Ada',
  lastName: 'Finch',
  email: `ada.${randomUUID().slice(0, 8)}@people.example`,
})
const add = (
  fund: MadeFund,
  accountRoleCode: GivenRole,
  person: ReturnType<typeof somebody>,
  as: TestSession = fund.donor.session,
) =>
  portal.call(
    addRelationship,
    { params: { fundId: fund.fundId }, body: command({ accountRoleCode, ...person }) },
    { as },
  )
const changesOf = async (fund: MadeFund, as: TestSession = fund.donor.session) =>
  (await portal.call(getPeopleChanges, { params: { fundId: fund.fundId } }, { as })).reply
const people = async (fund: MadeFund) =>
  (
    await portal.call(
      listRelationships,
      { params: { fundId: fund.fundId }, query: { first: 100 } },
      { as: fund.donor.session },
    )
  ).reply.data
const idOf = async (fund: MadeFund, role: string) =>
  (await people(fund)).find(row => row.accountRoleCode === role)?.relationshipId ?? ''
const confirm = (requestId: string, as: TestSession = staff.session) =>
  portal.call(confirmRequest, { params: { requestId }, body: command({}) }, { as })
const decline = (requestId: string, message: string, as: TestSession = staff.session) =>
  portal.call(declineRequest, { params: { requestId }, body: command({ message }) }, { as })
const onlyRequest = async (fund: MadeFund) => (await changesOf(fund)).requests[0]?.requestId ?? ''
const of = (fund: MadeFund, relationshipId: string) => ({ params: { fundId: fund.fundId, relationshipId } })
const end = async (fund: MadeFund, relationshipId: string, as: TestSession = fund.donor.session) =>
  await portal.call(endRelationship, { ...of(fund, relationshipId), body: command({}) }, { as })
const accountMails = async (address: string) => {
  await jobsDone(portal)
  const { rows } = await portal.database.admin.query<{ subject: string; body: string }>(
    'select subject, body from outgoing_mail where to_address = $1 order by created_at, mail_id',
    [address],
  )
  return rows
}

describe('adding an interested party (§17)', () => {
  test('without a login creates one, invites by a one-time link, records it and mails the donors once', async () => {
    const fund = await makeFund(portal, { accountName: 'Heron Fund' })
    const person = somebody()
    const answers = await Promise.all([add(fund, 'viewer', person), add(fund, 'viewer', person)])
    expect(answers.map(({ reply }) => reply)).toEqual([{ outcome: 'added' }, { outcome: 'added' }])
    expect((await people(fund)).filter(row => row.accountRoleCode === 'viewer')).toMatchObject([
      { name: 'Ada Finch', accessDescription: 'View only', removal: 'at-once' },
    ])
    const [invitation, ...others] = await mailsTo(portal, person.email)
    expect(others).toEqual([])
    expect(invitation?.body).toContain('You can now see Heron Fund online at NPT Giving.')
    expect(invitation?.body).toContain(`Your user ID is ${person.email}.`)
    expect((await newestLink(portal, person.email)).address).toContain('/password-setup#')
    expect((await accountMails(fund.donor.user.email)).map(mail => mail.subject)).toEqual([
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
    await add(fund, 'viewer', { firstName: 'ZOE', lastName: 'Hale', email: user.email.toUpperCase() })
    const seen = await portal.call(getAccountOverview, { params: { fundId: fund.fundId } }, { as: session })
    expect(seen.status).toBe(200)
    expect(await mailsTo(portal, user.email)).toEqual([])
    expect((await accountMails(user.email))[0]?.body).toContain('You were added to')
  })

  test('under another name than the login of this address creates a person of their own, and replies alike', async () => {
    const fund = await makeFund(portal)
    const user = await makeUser(portal.databases)
    const { reply } = await add(fund, 'viewer', { ...somebody(), email: user.email })
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

describe('a request about a donor, joint donor or advisor (§17)', () => {
  test('takes effect once staff confirm it, names both people, and mails the donors each time', async () => {
    const fund = await makeFund(portal, { accountName: 'Wren Fund' })
    const person = somebody()
    const answers = [await add(fund, 'joint_donor', person), await add(fund, 'joint_donor', person)]
    expect(answers.map(({ reply }) => reply.outcome)).toEqual(['requested', 'requested'])
    const { requests } = await changesOf(fund)
    expect(requests).toMatchObject([
      { sentence: 'Add Ada Finch as Joint Donor', requestedBy: 'Margaret Ellison' },
    ])
    expect((await people(fund)).map(row => row.accountRoleCode)).toEqual(['donor'])
    const requestId = requests[0]?.requestId ?? ''
    const both = await Promise.all([confirm(requestId), confirm(requestId)])
    for (const { reply } of both) expect(reply.state).toBe('confirmed')
    expect((await people(fund)).map(row => row.accountRoleCode).sort()).toEqual(['donor', 'joint_donor'])
    expect((await changesOf(fund)).requests).toEqual([])
    expect((await accountMails(fund.donor.user.email)).map(mail => mail.subject)).toEqual([
      'NPT Giving: A change to the people of your account was requested',
      'NPT Giving: A person was added to your account',
    ])
    const { rows } = await portal.database.admin.query(
      'select after_change, actor_user_id from change_record where account_id = $1',
      [fund.accountId],
    )
    expect(rows).toEqual([
      {
        after_change: {
          name: 'Ada Finch',
          accountRoleCode: 'joint_donor',
          requestedBy: 'Margaret Ellison',
        },
        actor_user_id: staff.user.userId,
      },
    ])
  })

  test('is never decided by the person who made it, and the database refuses it too (§14)', async () => {
    const fund = await makeFund(portal)
    await add(fund, 'joint_donor', somebody(), staff.session)
    const requestId = await onlyRequest(fund)
    for (const refused of [await confirm(requestId), await decline(requestId, 'No')])
      expect([refused.status, refused.problem.title]).toEqual([400, 'Access denied.'])
    await expect(
      portal.database.admin.query(
        `update relationship_request set state = 'confirmed', decided_by = requested_by, decided_by_name = 'X', decided_at = now()
         where request_id = $1`,
        [requestId],
      ),
    ).rejects.toMatchObject({ constraint: 'not_own_request' })
    expect((await confirm(requestId, colleague.session)).status).toBe(200)
  })

  test('is never confirmed by the person whom it would add (§14)', async () => {
    const fund = await makeFund(portal)
    const { firstName, lastName, email } = staff.user
    await add(fund, 'primary_advisor', { firstName, lastName, email })
    const requestId = await onlyRequest(fund)
    expect((await confirm(requestId)).problem.detail).toMatch(/is about you/)
    expect((await confirm(requestId, colleague.session)).status).toBe(200)
  })

  test('is declined with a message to the donors, and can then not be confirmed', async () => {
    const fund = await makeFund(portal)
    await add(fund, 'primary_advisor', somebody())
    const requestId = await onlyRequest(fund)
    expect((await decline(requestId, 'We need a signed agreement.')).reply.state).toBe('declined')
    expect((await confirm(requestId, colleague.session)).status).toBe(409)
    expect((await people(fund)).map(row => row.accountRoleCode)).toEqual(['donor'])
    const mails = await accountMails(fund.donor.user.email)
    expect(mails.at(-1)?.body).toContain('NPT Giving writes: We need a signed agreement.')
  })

  test('to remove a donor shows on the person until it is confirmed, and then ends their access', async () => {
    const fund = await makeFund(portal)
    const joint = await makePersonOf(portal, fund, 'joint_donor')
    const relationshipId = await idOf(fund, 'joint_donor')
    const { reply } = await end(fund, relationshipId)
    expect(reply).toMatchObject({
      removal: 'by-request',
      endedDate: null,
      pendingRequest: 'Remove Margaret Ellison as Joint Donor',
    })
    expect((await end(fund, relationshipId)).status).toBe(200)
    const other = { ...of(fund, relationshipId), body: command({ accountRoleCode: 'donor' as const }) }
    expect((await portal.call(changeRole, other, { as: fund.donor.session })).status).toBe(409)
    await confirm(await onlyRequest(fund))
    const seen = await portal.call(
      getAccountOverview,
      { params: { fundId: fund.fundId } },
      { as: joint.session },
    )
    expect(seen.status).toBe(404)
  })

  test('is refused for a fund with one joint donor left, when it is made and when it is confirmed (§14)', async () => {
    const fund = await makeFund(portal)
    await makePersonOf(portal, fund, 'joint_donor')
    const [donor, joint] = [await idOf(fund, 'donor'), await idOf(fund, 'joint_donor')]
    await end(fund, donor)
    await end(fund, joint)
    const [first, second] = (await changesOf(fund)).requests.map(each => each.requestId)
    const outcomes = await Promise.all([confirm(first ?? ''), confirm(second ?? '', colleague.session)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409])
    const left = outcomes[0]?.status === 200 ? joint : donor
    const refused = await end(fund, left, staff.session)
    expect(refused.status).toBe(409)
  })

  test('for a second advisor is refused when it is confirmed (§14)', async () => {
    const fund = await makeFund(portal)
    await makePersonOf(portal, fund, 'primary_advisor')
    await add(fund, 'primary_advisor', somebody())
    const requestId = await onlyRequest(fund)
    const refused = await confirm(requestId)
    expect([refused.status, refused.problem.detail]).toEqual([
      409,
      'This account has a primary advisor already. Please remove that person from the role first.',
    ])
    await decline(requestId, 'There is an advisor already.')
  })

  test('waits in the queue of the sponsor’s own book only, with its age (§14, §17)', async () => {
    const fund = await makeFund(portal, { book: 'rathbones' })
    await add(fund, 'primary_advisor', somebody())
    const list = async (as: TestSession) =>
      (await portal.call(listRelationshipRequests, { query: { first: 500 } }, { as })).reply.data
    const there = await makeStaff(portal, { realm: 'rathbones' })
    expect(await list(there.session)).toMatchObject([
      { sentence: 'Add Ada Finch as Primary Adviser', fundId: fund.fundId, ageDays: 0, obstacle: null },
    ])
    expect((await list(staff.session)).some(row => row.fundId === fund.fundId)).toBe(false)
    expect((await confirm(await onlyRequest(fund))).status).toBe(404)
  })
})

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
    const { addable } = await changesOf(fund, session)
    const rolesBy = (needsConfirmation: boolean) =>
      addable.filter(row => row.needsConfirmation === needsConfirmation).map(row => row.accountRoleCode)
    expect([rolesBy(true), rolesBy(false)]).toEqual([byRequest, atOnce])
  })

  test.each(['banker', 'service_team'] as const)('a donor cannot add a %s', async role => {
    const fund = await makeFund(portal)
    const { status, problem } = await add(fund, role, somebody())
    expect([status, problem.title]).toEqual([400, 'Access denied.'])
  })

  test('change without confirmation where the client’s setting says so', async () => {
    const { npt } = clients
    if (!npt) throw new Error('no client npt')
    const atOnce = await startTestApp({ clients: { npt: { ...npt, relationshipChanges: 'at-once' } } })
    const fund = await makeFund(atOnce)
    const sent = {
      params: { fundId: fund.fundId },
      body: command({ accountRoleCode: 'joint_donor' as const, ...somebody() }),
    }
    const { reply } = await atOnce.call(addRelationship, sent, { as: fund.donor.session })
    expect(reply.outcome).toBe('added')
    await atOnce.close()
  })

  test('a change of role ends the former relationship, keeps it as history, and is harmless twice', async () => {
    const fund = await makeFund(portal)
    await makePersonOf(portal, fund, 'viewer')
    const former = await idOf(fund, 'viewer')
    const sent = { ...of(fund, former), body: command({ accountRoleCode: 'banker' as const }) }
    const answers = await Promise.all([1, 2].map(() => portal.call(changeRole, sent, { as: staff.session })))
    const [first, second] = answers.map(({ reply }) => reply)
    expect(first).toMatchObject({ accountRoleName: 'Banker/Analyst', endedDate: null })
    expect(second?.relationshipId).toBe(first?.relationshipId)
    const read = await portal.call(getRelationship, of(fund, former), { as: staff.session })
    expect(read.reply).toMatchObject({ accountRoleName: 'Interested Party', endedDate: expect.any(String) })
  })

  test('a donor becomes a joint donor although no other donor stays', async () => {
    const fund = await makeFund(portal)
    const donor = await idOf(fund, 'donor')
    const sent = { ...of(fund, donor), body: command({ accountRoleCode: 'joint_donor' as const }) }
    expect((await portal.call(changeRole, sent, { as: staff.session })).reply.pendingRequest).toBe(
      'Change Margaret Ellison from Donor to Joint Donor',
    )
    expect((await confirm(await onlyRequest(fund), colleague.session)).status).toBe(200)
    expect((await people(fund)).map(row => row.accountRoleCode)).toEqual(['joint_donor'])
  })
})

test.each([
  ['Immobile', 400],
  ['Closed', 400],
] as const)('a donor cannot add anybody to an account that is %s (§16)', async (status, expected) => {
  const fund = await makeFund(portal)
  await setStatusOf(portal.database.admin, fund.accountId, status)
  expect((await add(fund, 'viewer', somebody())).status).toBe(expected)
})

test('the service team edits the people of an immobile account (§14)', async () => {
  const fund = await makeFund(portal)
  const { session } = await makePersonOf(portal, fund, 'service_team')
  await setStatusOf(portal.database.admin, fund.accountId, 'Immobile')
  expect((await add(fund, 'viewer', somebody(), session)).reply.outcome).toBe('added')
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
    payload: command({ accountRoleCode: 'viewer', ...somebody(), ...wrong }),
  })
  expect([statusCode, Object.keys(json().errors ?? {})]).toEqual([400, [field]])
})
