import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tasks } from '../../../app/server/jobs.ts'
import { getAccountOverview } from '../../../contract/account-overview.contract.ts'
import type { PersonDetails } from '../../../contract/individual.ts'
import { type JobWorker, startJobWorker } from '../../../server/jobs/worker.ts'
import { hostOf, originOf, startTestApp, type TestApp, type TestSession } from '../../../testing/app.ts'
import { makeAccount } from '../../../testing/factories/make-account.ts'
import { makeFund, makePersonOf, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { jobSettings } from '../../../testing/jobs.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import { peopleCalls } from '../../../testing/people-calls.ts'
import { personContactCalls } from '../../../testing/person-contact-calls.ts'
import { inviteRelationship, updateContact } from '../relationships.contract.ts'

type Calls = ReturnType<typeof personContactCalls>

let portal: TestApp
let worker: JobWorker
let staff: Person
let personOf: Calls['personOf']
let show: Calls['show']
let save: Calls['save']
beforeAll(async () => {
  portal = await startTestApp()
  worker = await startJobWorker({ databases: portal.databases, tasks, ...jobSettings })
  staff = await makeStaff(portal)
  ;({ personOf, show, save } = personContactCalls(portal, staff))
})
afterAll(async () => {
  await worker.stop()
  await portal.close()
})

describe('the contact information of a person without a login (§17)', () => {
  test('is corrected by a donor, recorded, and mailed to every donor', async () => {
    const fund = await makeFund(portal, { accountName: 'Heron Fund' })
    const other = await makePersonOf(portal, fund, 'joint_donor')
    const id = await personOf(fund)
    const details = {
      phone: '215 555 0142',
      city: 'Camden',
      state: 'NJ',
      postalCode: '08101',
      suffix: 'Jr',
    }
    const { reply } = await save(id, { details })
    expect(reply.contact).toMatchObject({ details, revision: 1, mayEdit: true })
    expect(reply.email).toBe('harold.whitcombe@people.example')
    const { rows } = await portal.database.admin.query(
      'select kind, revision, before_change, after_change from change_record where subject_id = $1',
      [id.partyId],
    )
    expect(rows).toMatchObject([
      {
        kind: 'person-updated',
        revision: 1,
        before_change: { phone: '', city: 'Philadelphia', state: 'PA' },
        after_change: { phone: '215 555 0142', city: 'Camden', state: 'NJ' },
      },
    ])
    for (const { user } of [fund.donor, other]) {
      const [mail, ...more] = await peopleCalls(portal).mailsTo(user.email)
      expect(mail?.subject).toBe('NPT Giving: Contact information of someone on your account was updated')
      expect(mail?.body).toContain(
        'Margaret Ellison updated the contact information of Harold Whitcombe, Interested Party of Heron Fund.',
      )
      expect(more).toEqual([])
    }
  })

  test('changes nothing when it is saved twice', async () => {
    const id = await personOf(await makeFund(portal))
    await save(id, { details: { city: 'Reading' } })
    expect((await save(id, { details: { city: 'Reading' }, revision: 0 })).reply.contact.revision).toBe(1)
  })

  test('of two editors, the second sees what the first saved, and may then replace it', async () => {
    const id = await personOf(await makeFund(portal))
    await save(id, { as: staff.session, details: { city: 'Reading' } })
    const refused = await save(id, { details: { city: 'Camden' }, revision: 0 })
    expect([refused.status, refused.problem.otherEdits]).toMatchObject([
      409,
      {
        revision: 1,
        changes: [{ field: 'city', before: 'Philadelphia', after: 'Reading', by: 'NPT Giving' }],
      },
    ])
    expect((await save(id, { details: { address2: 'Flat 2' }, revision: 0 })).status).toBe(200)
    expect((await save(id, { details: { city: 'Camden' }, revision: 2 })).status).toBe(200)
  })

  test('makes two changes or one conflict of two concurrent edits, and loses nothing', async () => {
    const id = await personOf(await makeFund(portal))
    const statuses = (
      await Promise.all([
        save(id, { as: staff.session, details: { city: 'Reading' }, revision: 0 }),
        save(id, { details: { city: 'Camden' }, revision: 0 }),
      ])
    ).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 409])
  })

  test.each([
    ['of a person on somebody else’s account too', 'viewer', true],
    ['of an advisor', 'primary_advisor', false],
    ['of a banker', 'banker', false],
    ['of a successor', 'successor', false],
  ] as const)('is refused to a donor %s (§17)', async (_what, role, hasOtherAccounts) => {
    const fund = await makeFund(portal, { book: 'rathbones' })
    const id = await personOf(fund, { role })
    const rathbones = await makeStaff(portal, { realm: 'rathbones' })
    if (hasOtherAccounts) {
      const elsewhere = await makeFund(portal, { book: 'rathbones' })
      await portal.databases
        .book('rathbones')
        .insertInto('account_relationship')
        .values({ account_id: elsewhere.accountId, party_id: id.partyId, account_role_code: 'viewer' })
        .execute()
    }
    const attributes = {
      details: (await show(id, rathbones.session)).contact.details as PersonDetails,
      revision: 0,
      reason: null,
    }
    expect((await show(id)).contact.mayEdit).toBe(false)
    const send = async (as: TestSession) =>
      await portal.call(
        updateContact,
        {
          params: { fundId: fund.fundId, relationshipId: id.relationshipId },
          body: { data: { type: 'command', attributes } },
        },
        { as },
      )
    expect((await send(fund.donor.session)).problem.title).toBe('Access denied.')
    expect((await send(rathbones.session)).status).toBe(role === 'successor' ? 400 : 200)
  })

  test('is stored with the login when the person is invited later, and masked until they share it', async () => {
    const fund = await makeFund(portal)
    const id = await personOf(fund, { email: 'harold.lee@people.example' })
    await save(id, { details: { phone: '215 555 0190', title: 'Dr' } })
    await portal.call(
      inviteRelationship,
      {
        params: { fundId: fund.fundId, relationshipId: id.relationshipId },
        body: { data: { type: 'command', attributes: {} } },
      },
      { as: fund.donor.session },
    )
    expect((await show(id, staff.session)).contact.details).toMatchObject({
      phone: '215 555 0190',
      title: 'Dr',
    })
    expect((await show(id)).contact.details).toEqual({ firstName: 'Harold', lastName: 'Whitcombe' })
  })

  test('renames the household on each of the person’s accounts', async () => {
    const fund = await makeFund(portal)
    const id = await personOf(fund, { role: 'joint_donor' })
    const second = await makeAccount(portal.databases)
    await portal.databases
      .book('npt')
      .insertInto('account_relationship')
      .values({ account_id: second.accountId, party_id: id.partyId, account_role_code: 'donor' })
      .execute()
    await save(id, { as: staff.session, details: { firstName: 'Harry', lastName: 'Ellison' } })
    const { reply } = await portal.call(
      getAccountOverview,
      { params: { fundId: fund.fundId } },
      { as: fund.donor.session },
    )
    expect(reply.donorName).toBe('Margaret and Harry Ellison')
    await jobsDone(portal)
    const { rows } = await portal.database.admin.query(
      'select donor_name from fund_account where account_id = $1',
      [second.accountId],
    )
    expect(rows).toEqual([{ donor_name: 'Harry Ellison' }])
  })
})

test.each([
  ['an e-mail address', { email: 'eve@people.example' }, 200],
  ['no name', { firstName: '' }, 400],
  ['a name on two lines', { lastName: 'Finch\nBcc: all@example.org' }, 400],
  ['half an address', { address1: '' }, 400],
  ['a phone number of another country', { phone: '12' }, 400],
  ['an unknown country', { country: 'XX' }, 400],
])('never stores %s', async (_what, wrong, expected) => {
  const id = await personOf(await makeFund(portal))
  const { contact, email } = await show(id)
  // Sent as it is, because `call` would refuse it before the server does.
  const { statusCode } = await portal.app.inject({
    method: 'POST',
    url: `/api/accounts/${id.fund.fundId}/relationships/${id.relationshipId}/contact`,
    headers: { host: hostOf('npt'), origin: originOf('npt'), ...id.fund.donor.session.headers },
    payload: {
      data: {
        type: 'command',
        attributes: { details: { ...contact.details, ...wrong }, revision: 0, reason: null },
      },
    },
  })
  expect(statusCode).toBe(expected)
  expect(await show(id)).toMatchObject({ email, contact: { revision: 0 } })
})
