import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tasks } from '../../../app/server/jobs.ts'
import { getAccountOverview } from '../../../contract/account-overview.contract.ts'
import { type JobWorker, startJobWorker } from '../../../server/jobs/worker.ts'
import { hostOf, startTestApp, type TestApp, type TestSession } from '../../../testing/app.ts'
import { makeFund, makePersonOf, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { jobSettings } from '../../../testing/jobs.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import { peopleCalls, somebody } from '../../../testing/people-calls.ts'
import { listRelationshipRequests } from '../relationship-requests.contract.ts'

let portal: TestApp
let worker: JobWorker
let calls: ReturnType<typeof peopleCalls>
let staff: Person
let colleague: Person

beforeAll(async () => {
  portal = await startTestApp()
  worker = await startJobWorker({ databases: portal.databases, tasks, ...jobSettings })
  calls = peopleCalls(portal)
  staff = await makeStaff(portal)
  colleague = await makeStaff(portal)
})
afterAll(async () => {
  await worker.stop()
  await portal.close()
})

const confirm = (requestId: string, as: TestSession = staff.session) => calls.confirm(requestId, as)
const decline = (requestId: string, message: string) => calls.decline(requestId, message, staff.session)

describe('a request about a donor, joint donor or advisor (§17)', () => {
  test('takes effect once staff confirm it, names both people, and mails the donors each time', async () => {
    const fund = await makeFund(portal, { accountName: 'Wren Fund' })
    const person = somebody()
    const answers = [
      await calls.add(fund, 'joint_donor', person),
      await calls.add(fund, 'joint_donor', person),
    ]
    expect(answers.map(({ reply }) => reply.outcome)).toEqual(['requested', 'requested'])
    const { requests } = await calls.changesOf(fund)
    expect(requests).toMatchObject([
      { sentence: 'Add Ada Finch as Joint Donor', requestedBy: 'Margaret Ellison' },
    ])
    // Mails are written by jobs, which may run in another order.
    await jobsDone(portal)
    expect((await calls.people(fund)).map(row => row.accountRoleCode)).toEqual(['donor'])
    const requestId = requests[0]?.requestId ?? ''
    const both = await Promise.all([confirm(requestId), confirm(requestId)])
    for (const { reply } of both) expect(reply.state).toBe('confirmed')
    expect((await calls.people(fund)).map(row => row.accountRoleCode).sort()).toEqual([
      'donor',
      'joint_donor',
    ])
    expect((await calls.changesOf(fund)).requests).toEqual([])
    expect((await calls.mailsTo(fund.donor.user.email)).map(mail => mail.subject)).toEqual([
      'NPT Giving: A change to the people on your account was requested',
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
    await calls.add(fund, 'joint_donor', somebody(), staff.session)
    const requestId = await calls.onlyRequest(fund)
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

  test('is never confirmed by the person it would add (§14)', async () => {
    const fund = await makeFund(portal)
    const { firstName, lastName, email } = staff.user
    await calls.add(fund, 'primary_advisor', { firstName, lastName, email })
    const requestId = await calls.onlyRequest(fund)
    expect((await confirm(requestId)).problem.detail).toMatch(/is about you/)
    expect((await confirm(requestId, colleague.session)).status).toBe(200)
  })

  test('is declined with a message to the donors, and can then not be confirmed', async () => {
    const fund = await makeFund(portal)
    await calls.add(fund, 'primary_advisor', somebody())
    const requestId = await calls.onlyRequest(fund)
    expect((await decline(requestId, 'We need a signed agreement.')).reply.state).toBe('declined')
    expect((await confirm(requestId, colleague.session)).status).toBe(409)
    expect((await calls.people(fund)).map(row => row.accountRoleCode)).toEqual(['donor'])
    // Mails are written by jobs, which may run in another order.
    const bodies = (await calls.mailsTo(fund.donor.user.email)).map(({ body }) => body)
    expect(bodies).toContainEqual(expect.stringContaining('Our message: We need a signed agreement.'))
  })

  test('to remove a donor shows on the person until it is confirmed, and then ends their access', async () => {
    const fund = await makeFund(portal)
    const joint = await makePersonOf(portal, fund, 'joint_donor')
    const relationshipId = await calls.idOf(fund, 'joint_donor')
    const { reply } = await calls.end(fund, relationshipId)
    expect(reply).toMatchObject({
      removal: 'by-request',
      endedDate: null,
      pendingRequest: 'Remove Margaret Ellison as Joint Donor',
    })
    expect((await calls.end(fund, relationshipId)).status).toBe(200)
    expect((await calls.changeRole(fund, relationshipId, 'donor')).status).toBe(409)
    await confirm(await calls.onlyRequest(fund))
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
    const [donor, joint] = [await calls.idOf(fund, 'donor'), await calls.idOf(fund, 'joint_donor')]
    await calls.end(fund, donor)
    await calls.end(fund, joint)
    const [first, second] = (await calls.changesOf(fund)).requests.map(each => each.requestId)
    const outcomes = await Promise.all([confirm(first ?? ''), confirm(second ?? '', colleague.session)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409])
    const left = outcomes[0]?.status === 200 ? joint : donor
    const refused = await calls.end(fund, left, staff.session)
    expect(refused.status).toBe(409)
  })

  test('for a second advisor is refused when it is confirmed (§14)', async () => {
    const fund = await makeFund(portal)
    await makePersonOf(portal, fund, 'primary_advisor')
    await calls.add(fund, 'primary_advisor', somebody())
    const requestId = await calls.onlyRequest(fund)
    const refused = await confirm(requestId)
    expect([refused.status, refused.problem.detail]).toEqual([
      409,
      'Someone already has this role. Please remove that person from it first.',
    ])
    await decline(requestId, 'There is an advisor already.')
  })

  test('waits in the queue of the sponsor’s own book only, with its age (§14, §17)', async () => {
    const fund = await makeFund(portal, { book: 'rathbones' })
    await calls.add(fund, 'primary_advisor', somebody())
    const list = async (as: TestSession) =>
      (await portal.call(listRelationshipRequests, { query: { first: 500 } }, { as })).reply.data
    const there = await makeStaff(portal, { realm: 'rathbones' })
    expect(await list(there.session)).toMatchObject([
      { sentence: 'Add Ada Finch as Primary Adviser', fundId: fund.fundId, ageDays: 0, violation: null },
    ])
    expect((await list(staff.session)).some(row => row.fundId === fund.fundId)).toBe(false)
    expect((await confirm(await calls.onlyRequest(fund))).status).toBe(404)
  })
})

describe('withdrawing a request (§17)', () => {
  test('is for its requester alone, changes nothing when repeated, and the donors are mailed', async () => {
    const fund = await makeFund(portal, { accountName: 'Dunlin Fund' })
    const other = await makePersonOf(portal, fund)
    await calls.add(fund, 'joint_donor', somebody())
    const requestId = await calls.onlyRequest(fund)
    expect((await calls.changesOf(fund)).requests).toMatchObject([{ mayWithdraw: true }])
    await jobsDone(portal)
    expect((await calls.changesOf(fund, other.session)).requests).toMatchObject([{ mayWithdraw: false }])
    for (const session of [other.session, staff.session])
      expect((await calls.withdraw(fund, requestId, session)).problem).toMatchObject({
        title: 'Access denied.',
        detail: 'Only the person who made a request can withdraw it.',
      })
    const elsewhere = await makeFund(portal)
    expect((await calls.withdraw(elsewhere, requestId)).status).toBe(404)
    for (let time = 0; time < 2; time++)
      expect((await calls.withdraw(fund, requestId)).reply.state).toBe('withdrawn')
    expect((await calls.changesOf(fund)).requests).toEqual([])
    const refused = await confirm(requestId)
    expect([refused.status, refused.problem.detail]).toEqual([
      409,
      'The person who made this request has withdrawn it.',
    ])
    const mails = await calls.mailsTo(other.user.email)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'NPT Giving: A change to the people on your account was requested',
      'NPT Giving: A requested change to the people on your account was withdrawn',
    ])
  })

  test('and a confirmation at the same time: one succeeds, and the other gets a conflict', async () => {
    for (let round = 0; round < 3; round++) {
      const fund = await makeFund(portal)
      await calls.add(fund, 'joint_donor', somebody())
      const requestId = await calls.onlyRequest(fund)
      const answers = await Promise.all([calls.withdraw(fund, requestId), confirm(requestId)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      const isAdded = (await calls.people(fund)).some(row => row.accountRoleCode === 'joint_donor')
      expect(isAdded).toBe(answers[1].status === 200)
    }
  })
})

test('the names of donors in lists follow a donor who is added, given another role or removed (§17)', async () => {
  const fund = await makeFund(portal)
  const nameOf = async () =>
    (await portal.call(getAccountOverview, { params: { fundId: fund.fundId } }, { as: fund.donor.session }))
      .reply.donorName
  await calls.add(fund, 'joint_donor', { ...somebody(), firstName: 'Ben', lastName: 'Ellison' })
  await confirm(await calls.onlyRequest(fund))
  expect(await nameOf()).toBe('Margaret and Ben Ellison')
  await calls.add(fund, 'donor', { ...somebody(), firstName: 'Cy', lastName: 'Finch' })
  await confirm(await calls.onlyRequest(fund))
  expect(await nameOf()).toBe('Margaret Ellison, Cy Finch and Ben Ellison')
  await calls.end(fund, await calls.idOf(fund, 'joint_donor'))
  await confirm(await calls.onlyRequest(fund))
  expect(await nameOf()).toBe('Margaret Ellison and Cy Finch')
})

test('the queue is sorted, filtered, paged and exported (§17)', async () => {
  const names = ['Avocet', 'Bittern', 'Crane'].map(bird => `${bird} Queue Fund`)
  for (const accountName of [names[1], names[0], names[2]])
    await calls.add(await makeFund(portal, { accountName: accountName ?? '' }), 'joint_donor', {
      ...somebody(),
      lastName: accountName === names[2] ? 'Queue-Crake' : 'Finch',
    })
  const list = async (query: { first: number; sort?: string; keywords?: string; after?: string }) =>
    (await portal.call(listRelationshipRequests, { query }, { as: staff.session })).reply
  const namesOf = (rows: readonly { accountName: string }[]) =>
    rows.map(row => row.accountName.replace(' (Active)', ''))
  const first = await list({ first: 2, sort: 'accountName', keywords: 'queue fund' })
  expect([namesOf(first.data), first.meta.total]).toEqual([names.slice(0, 2), 3])
  const rest = await list({
    first: 2,
    sort: 'accountName',
    keywords: 'queue fund',
    after: first.meta.next ?? '',
  })
  expect([namesOf(rest.data), rest.meta.next]).toEqual([names.slice(2), null])
  expect(namesOf((await list({ first: 10, keywords: 'queue-CRAKE' })).data)).toEqual([names[2]])
  expect(namesOf((await list({ first: 10, keywords: 'queue fund' })).data)).toEqual([
    names[1],
    names[0],
    names[2],
  ])
  const { body } = await portal.app.inject({
    method: 'GET',
    url: '/api/relationship-requests/export?format=csv&keywords=queue%20fund&sort=-accountName',
    headers: { host: hostOf('npt'), ...staff.session.headers },
  })
  const lines = body.trim().split(/\r?\n/)
  expect(lines[0]).toContain('Requested,Days waiting,Request,E-mail,Requested by,Account,Account ID')
  expect(lines.slice(1).map(line => names.find(name => line.includes(name)))).toEqual(names.toReversed())
})
