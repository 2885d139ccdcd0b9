import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tasks } from '../../../app/server/jobs.ts'
import { getAccountOverview } from '../../../contract/account-overview.contract.ts'
import type { PersonDetails } from '../../../contract/individual.ts'
import type { AccountRole } from '../../../domain/account-roles.ts'
import { type JobWorker, startJobWorker } from '../../../server/jobs/worker.ts'
import { hostOf, originOf, startTestApp, type TestApp, type TestSession } from '../../../testing/app.ts'
import { makeAccount } from '../../../testing/factories/make-account.ts'
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
import { jobsDone } from '../../../testing/mailbox.ts'
import { peopleCalls } from '../../../testing/people-calls.ts'
import { getRelationship, updateContact } from '../relationships.contract.ts'

let portal: TestApp
let worker: JobWorker
let staff: Person
beforeAll(async () => {
  portal = await startTestApp()
  worker = await startJobWorker({ databases: portal.databases, tasks, ...jobSettings })
  staff = await makeStaff(portal)
})
afterAll(async () => {
  await worker.stop()
  await portal.close()
})

type Id = { fund: MadeFund; relationshipId: string; partyId: string }

async function personOf(fund: MadeFund, about: Parameters<typeof makeRelationship>[2] = {}): Promise<Id> {
  const partyId = await makeRelationship(portal.databases, fund, { role: 'viewer', ...about })
  const { relationship_id: relationshipId } = await portal.databases
    .book(fund.book)
    .selectFrom('account_relationship')
    .select('relationship_id')
    .where('party_id', '=', partyId)
    .where('account_id', '=', fund.accountId)
    .executeTakeFirstOrThrow()
  return { fund, relationshipId, partyId }
}

const show = async ({ fund, relationshipId }: Id, as: TestSession = fund.donor.session) =>
  (await portal.call(getRelationship, { params: { fundId: fund.fundId, relationshipId } }, { as })).reply

type Change = { as?: TestSession; details?: Partial<PersonDetails>; revision?: number }
async function save(id: Id, { as = id.fund.donor.session, details, revision }: Change = {}) {
  const { contact } = await show(id, staff.session)
  return await portal.call(
    updateContact,
    {
      params: { fundId: id.fund.fundId, relationshipId: id.relationshipId },
      body: {
        data: {
          type: 'command',
          attributes: {
            details: { ...(contact.details as PersonDetails), ...details },
            revision: revision ?? contact.revision,
          },
        },
      },
    },
    { as },
  )
}

describe('the contact information of a person without a login (§17)', () => {
  test('is corrected by a donor, recorded, and mailed to every donor', async () => {
    const fund = await makeFund(portal, { accountName: 'Heron Fund' })
    const other = await makePersonOf(portal, fund, 'joint_donor')
    const id = await personOf(fund)
    const details = {
      phone: '(215) 555-0142',
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
        after_change: { phone: '(215) 555-0142', city: 'Camden', state: 'NJ' },
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

  test('is stored with the login when the person is invited later', async () => {
    const fund = await makeFund(portal)
    const id = await personOf(fund)
    await save(id, { details: { phone: '(215) 555-0190', title: 'Dr' } })
    const user = await makeUser(portal.databases, { firstName: 'Harold', lastName: 'Whitcombe' })
    await portal.database.admin.query('update party set user_id = $1 where party_id = $2', [
      user.userId,
      id.partyId,
    ])
    expect((await show(id, staff.session)).contact.details).toMatchObject({
      phone: '(215) 555-0190',
      title: 'Dr',
    })
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

describe('the contact information of a person with a login (§17)', () => {
  test('is corrected by staff alone, in the realm; the person and the donors are mailed once', async () => {
    const fund = await makeFund(portal)
    const { user, session } = await makePersonOf(portal, fund, 'service_team')
    const viewer = await makeUser(portal.databases, { firstName: 'Ruth', lastName: 'Wren' })
    const id = await personOf(fund, { user: viewer })
    expect((await show(id)).contact.mayEdit).toBe(false)
    expect((await save(id, { details: { city: 'Camden' } })).problem.title).toBe('Access denied.')
    const { reply } = await save(id, { as: session, details: { city: 'Camden', lastName: 'Wren-Hart' } })
    expect(reply.contact).toMatchObject({ revision: 1, details: { city: 'Camden', lastName: 'Wren-Hart' } })
    await jobsDone(portal)
    expect((await show(id)).name).toBe('Ruth Wren-Hart')
    const [own, ...more] = await peopleCalls(portal).mailsTo(viewer.email)
    expect([own?.subject, more]).toEqual(['NPT Giving: Your contact information was updated', []])
    expect(own?.body).toContain('Our staff updated your contact information.')
    const [donors] = await peopleCalls(portal).mailsTo(fund.donor.user.email)
    expect(donors?.body).toContain('Our staff updated the contact information of Ruth Wren')
    expect(donors?.body).not.toContain(user.email)
  })

  test('refuses a person’s own contact, which is changed in the profile', async () => {
    const fund = await makeFund(portal)
    const { user, session } = await makePersonOf(portal, fund, 'service_team')
    const { relationship_id: relationshipId } = await portal.databases
      .book('npt')
      .selectFrom('account_relationship as r')
      .innerJoin('party as p', 'p.party_id', 'r.party_id')
      .select('relationship_id')
      .where('p.user_id', '=', user.userId)
      .executeTakeFirstOrThrow()
    const id = { fund, relationshipId, partyId: '' }
    expect((await show(id, session)).contact.mayEdit).toBe(false)
    expect((await save(id, { as: session, details: { city: 'Camden' } })).status).toBe(400)
  })

  test.each(['viewer', 'joint_donor', 'primary_advisor', 'banker'] as const satisfies AccountRole[])(
    'is refused to a %s',
    async role => {
      const fund = await makeFund(portal)
      const { session } = await makePersonOf(portal, fund, role)
      const id = await personOf(fund)
      expect((await save(id, { as: session, details: { city: 'Camden' } })).problem.title).toBe(
        'Access denied.',
      )
    },
  )
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
      data: { type: 'command', attributes: { details: { ...contact.details, ...wrong }, revision: 0 } },
    },
  })
  expect(statusCode).toBe(expected)
  expect(await show(id)).toMatchObject({ email, contact: { revision: 0 } })
})
