import type { Selectable } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tasks } from '../../../app/server/jobs.ts'
import { getAccountOverview } from '../../../contract/account-overview.contract.ts'
import type { AccountRelationship } from '../../../server/db/schema.ts'
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
import { type MadeUser, makeUser } from '../../../testing/factories/make-user.ts'
import { jobSettings } from '../../../testing/jobs.ts'
import { peopleCalls } from '../../../testing/people-calls.ts'
import { getHome } from '../../home/home.contract.ts'
import { updateProfile } from '../../people/profile/details.contract.ts'
import { decideContactSharing, leaveAccount, listOwnRelationships } from '../own-relationships.contract.ts'
import { getPrimaryAdvisor } from '../primary-advisor.contract.ts'
import { getRelationship } from '../relationships.contract.ts'

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

const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })
const secrets = ['7 Secret Lane', 'Hideville', '215 555 0199', 'Zoë', 'Hämmerli']

/** A person with a login who keeps an address and a phone number in their profile. */
async function personWithSecrets(): Promise<{ user: MadeUser; session: TestSession }> {
  const user = await makeUser(portal.databases, { firstName: 'Zoë', lastName: 'Hämmerli' })
  const session = await portal.sessionFor(user)
  const details = {
    ...{ title: '', firstName: 'Zoë', middleName: '', lastName: 'Hämmerli', suffix: '' },
    ...{ address1: '7 Secret Lane', address2: '', city: 'Hideville', state: 'PA', province: '' },
    ...{ postalCode: '19100', country: 'US', phoneCountryCode: 'US', phone: '215 555 0199' },
    ...{ alternatePhoneCountryCode: 'US', alternatePhone: '' },
  }
  const { status } = await portal.call(
    updateProfile,
    { body: command({ details, revision: 0 }) },
    { as: session },
  )
  expect(status).toBe(200)
  return { user, session }
}

/** As a donor types it who knows name and address: without the accents of the login. */
const typed = ({ email }: MadeUser) => ({
  firstName: 'ZOE',
  lastName: 'Hammerli',
  email: email.toUpperCase(),
})

const show = (fund: MadeFund, relationshipId: string, as: TestSession) =>
  portal.call(getRelationship, { params: { fundId: fund.fundId, relationshipId } }, { as })
const own = async (as: TestSession) => (await portal.call(listOwnRelationships, {}, { as })).reply.data
const decide = (relationshipId: string, shares: boolean, as: TestSession) =>
  portal.call(decideContactSharing, { params: { relationshipId }, body: command({ shares }) }, { as })
const leave = (relationshipId: string, as: TestSession) =>
  portal.call(leaveAccount, { params: { relationshipId }, body: command({}) }, { as })

/** Everything that a person on a fund can read of its people. */
async function readings(fund: MadeFund, relationshipId: string, as: TestSession): Promise<string> {
  const paths = ['relationships', 'relationships/export?format=csv', 'interested-parties', 'primary-advisor']
  const answers = await Promise.all(
    [...paths, `relationships/${relationshipId}`].map(path =>
      portal.app.inject({
        url: `/api/accounts/${fund.fundId}/${path}`,
        headers: { host: hostOf('npt'), origin: originOf('npt'), ...as.headers },
      }),
    ),
  )
  return answers.map(({ body }) => body).join()
}

const readers = ['donor', 'joint_donor', 'primary_advisor', 'banker', 'service_team'] as const

describe('a person with a login who was added by name and e-mail address', () => {
  test.each(['viewer', 'banker', 'service_team'] as const)(
    'as %s has access at once, and no one on the account reads their contact',
    async role => {
      const fund = await makeFund(portal)
      const { user, session } = await personWithSecrets()
      const by = role === 'viewer' ? fund.donor : await makePersonOf(portal, fund, 'service_team')
      expect((await calls.add(fund, role, typed(user), by.session)).reply).toEqual({ outcome: 'added' })
      const params = { fundId: fund.fundId }
      expect((await portal.call(getAccountOverview, { params }, { as: session })).status).toBe(200)
      const [{ relationshipId = '' } = {}] = await own(session)
      const auditor = await makeStaff(portal, { roles: [{ role: 'auditor', actions: null }] })
      const people = [auditor, ...(await Promise.all(readers.map(each => makePersonOf(portal, fund, each))))]
      for (const { session: as } of people) {
        const text = await readings(fund, relationshipId, as)
        for (const secret of [...secrets, user.email]) expect(text).not.toContain(secret)
      }
      expect((await show(fund, relationshipId, fund.donor.session)).reply).toMatchObject({
        ...{ name: 'ZOE Hammerli', firstName: 'ZOE', partyId: null, ssoId: null },
        email: `P•••@NPT.EXAMPLE`,
        contact: { details: { firstName: 'ZOE', lastName: 'Hammerli' }, mayEdit: false, isShared: false },
      })
      const seen = (await show(fund, relationshipId, staff.session)).reply
      expect(seen).toMatchObject({ name: 'Zoë Hämmerli', email: user.email, ssoId: user.ssoId })
      expect(seen.contact.details).toMatchObject({ address1: '7 Secret Lane' })
    },
  )

  test('shows it to the people of the account once they share it, with a record, and cannot take it back', async () => {
    const fund = await makeFund(portal, { accountName: 'Swift Fund' })
    const { user, session } = await personWithSecrets()
    await calls.add(fund, 'viewer', typed(user))
    const [mail] = await calls.mailsTo(user.email)
    expect(mail?.body).toContain('Margaret Ellison added you.')
    expect(mail?.body).toContain('/my-profile/accounts to decide')
    const home = await portal.call(getHome, { params: { fundId: fund.fundId } }, { as: session })
    expect(home.reply.contactsToDecide).toBe(1)
    const [waiting] = await own(session)
    expect(waiting).toMatchObject({
      ...{
        accountName: 'Swift Fund (Active)',
        accountRoleName: 'Interested Party',
        addedBy: 'Margaret Ellison',
      },
      ...{ contact: 'waiting', mayLeave: true, fundId: fund.fundId, currency: 'USD' },
    })
    const id = waiting?.relationshipId ?? ''
    const answers = await Promise.all([decide(id, true, session), decide(id, true, session)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const seen = (await show(fund, id, fund.donor.session)).reply
    expect(seen).toMatchObject({ name: 'Zoë Hämmerli', email: user.email, contact: { isShared: true } })
    expect(seen.contact.details).toMatchObject({ address1: '7 Secret Lane', phone: '215 555 0199' })
    const { rows } = await portal.database.admin.query(
      `select before_change, after_change, actor_user_id from change_record
        where subject_id = $1 and kind = 'contact-sharing-set'`,
      [id],
    )
    expect(rows).toEqual([
      {
        before_change: { contactSharing: 'waiting' },
        after_change: { contactSharing: 'accepted' },
        actor_user_id: user.userId,
      },
    ])
    expect((await decide(id, false, session)).status).toBe(409)
  })

  test('keeps access without sharing it, may share it later, and may leave', async () => {
    const fund = await makeFund(portal)
    const { user, session } = await personWithSecrets()
    await calls.add(fund, 'viewer', typed(user))
    const [{ relationshipId = '' } = {}] = await own(session)
    await decide(relationshipId, false, session)
    const params = { fundId: fund.fundId }
    expect((await portal.call(getAccountOverview, { params }, { as: session })).status).toBe(200)
    expect(await own(session)).toMatchObject([{ contact: 'not-shared', mayLeave: true }])
    expect(await readings(fund, relationshipId, fund.donor.session)).not.toContain('Secret')
    await decide(relationshipId, true, session)
    expect(await readings(fund, relationshipId, fund.donor.session)).toContain('Secret')
    expect((await leave(relationshipId, session)).reply).toEqual({ data: [] })
    expect((await leave(relationshipId, session)).status).toBe(200)
    expect((await portal.call(getAccountOverview, { params }, { as: session })).status).toBe(404)
    expect((await calls.mailsTo(fund.donor.user.email)).map(({ subject }) => subject)).toContain(
      'NPT Giving: A person left your account',
    )
    // A former relationship shows no contact, and to be added again asks again.
    const all = { params: { ...params, relationshipId } }
    expect((await portal.call(getRelationship, all, { as: fund.donor.session })).reply.contact).toMatchObject(
      {
        isShared: false,
        details: { firstName: 'Zoë', lastName: 'Hämmerli' },
      },
    )
    await calls.add(fund, 'viewer', typed(user))
    expect(await own(session)).toMatchObject([{ contact: 'waiting' }])
  })

  test('decides for themselves alone', async () => {
    const fund = await makeFund(portal)
    const { user, session } = await personWithSecrets()
    await calls.add(fund, 'viewer', typed(user))
    const [{ relationshipId = '' } = {}] = await own(session)
    for (const as of [fund.donor.session, staff.session, (await personWithSecrets()).session]) {
      expect((await decide(relationshipId, true, as)).status).toBe(404)
      expect((await leave(relationshipId, as)).status).toBe(404)
    }
    const unknown = '0197e0a0-0000-7000-8000-000000000000'
    expect((await decide(unknown, true, session)).status).toBe(404)
    expect(await own(session)).toMatchObject([{ contact: 'waiting' }])
  })

  test('counts as accepted once staff confirm the relationship, and keeps that in another role', async () => {
    const fund = await makeFund(portal)
    const { user, session } = await personWithSecrets()
    await calls.add(fund, 'joint_donor', typed(user))
    await calls.confirm(await calls.onlyRequest(fund), staff.session)
    const id = await calls.idOf(fund, 'joint_donor')
    expect(await readings(fund, id, fund.donor.session)).toContain('7 Secret Lane')
    expect(await own(session)).toEqual([])
    await calls.changeRole(fund, id, 'viewer')
    await calls.confirm(await calls.onlyRequest(fund), staff.session)
    const viewer = await calls.idOf(fund, 'viewer')
    expect(await readings(fund, viewer, fund.donor.session)).toContain('7 Secret Lane')
    // The account knows the person, so another role asks nothing.
    await calls.add(fund, 'banker', typed(user), staff.session)
    expect(
      (await show(fund, await calls.idOf(fund, 'banker'), fund.donor.session)).reply.contact.isShared,
    ).toBe(true)
  })

  test('stays masked in another role that they were given at once', async () => {
    const fund = await makeFund(portal)
    const { user } = await personWithSecrets()
    await calls.add(fund, 'viewer', typed(user), staff.session)
    await calls.changeRole(fund, await calls.idOf(fund, 'viewer'), 'banker', staff.session)
    const id = await calls.idOf(fund, 'banker')
    const text = await readings(fund, id, fund.donor.session)
    for (const secret of secrets) expect(text).not.toContain(secret)
    expect(text).toContain('ZOE Hammerli')
  })
})

test('an advisor who has not accepted is masked on the page of the primary advisor, and nobody edits them (§2.9)', async () => {
  const fund = await makeFund(portal)
  const { user } = await personWithSecrets()
  await makeRelationship(portal.databases, fund, { user, role: 'primary_advisor', contact: 'waiting' })
  const service = await makePersonOf(portal, fund, 'service_team')
  const params = { fundId: fund.fundId }
  const { reply } = await portal.call(getPrimaryAdvisor, { params }, { as: service.session })
  expect(reply.advisor).toMatchObject({ accounts: 1, ssoId: null, mayEdit: false, isShared: false })
  expect(JSON.stringify(reply)).not.toContain('Secret')
  expect(reply.advisor?.email).toMatch(/^p•••@/)
})

test('an export names a person who has not accepted as they were entered, also when searched with other marks', async () => {
  const fund = await makeFund(portal)
  const { user } = await personWithSecrets()
  await calls.add(fund, 'viewer', typed(user))
  const find = async (keywords: string) => {
    const { body } = await portal.app.inject({
      url: `/api/accounts/${fund.fundId}/relationships/export?format=csv&keywords=${encodeURIComponent(keywords)}`,
      headers: { host: hostOf('npt'), origin: originOf('npt'), ...fund.donor.session.headers },
    })
    return body
  }
  expect(await find('hammerli')).toContain('ZOE Hammerli')
  const body = await find('Hämmerli')
  expect(body).toContain('ZOE Hammerli')
  expect(body).not.toContain('Hämmerli')
})

test('the database refuses a relationship that waits without a name, or moves from one login to another', async () => {
  const fund = await makeFund(portal)
  const other = await makePersonOf(portal, fund, 'viewer')
  const db = portal.databases.book('npt')
  const change = (columns: Partial<Selectable<AccountRelationship>>) =>
    db.updateTable('account_relationship').set(columns).where('account_id', '=', fund.accountId).execute()
  await expect(change({ contact_sharing: 'waiting', contact_decided_at: null })).rejects.toThrow(
    'entered_person',
  )
  await expect(change({ contact_decided_at: null })).rejects.toThrow('contact_decision')
  const { party_id } = await db
    .selectFrom('party')
    .select('party_id')
    .where('user_id', '=', other.user.userId)
    .executeTakeFirstOrThrow()
  await expect(change({ party_id })).rejects.toThrow('belongs to another person')
})
