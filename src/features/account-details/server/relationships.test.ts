import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tasks } from '../../../app/server/jobs.ts'
import { getAccountOverview } from '../../../contract/account-overview.contract.ts'
import { type JobWorker, startJobWorker } from '../../../server/jobs/worker.ts'
import { hostOf, originOf, startTestApp, type TestApp, type TestSession } from '../../../testing/app.ts'
import { type MadeFund, makeFund, makePersonOf, makeStaff } from '../../../testing/factories/make-fund.ts'
import { makeRelationship } from '../../../testing/factories/make-relationship.ts'
import { jobSettings } from '../../../testing/jobs.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import {
  endRelationship,
  getRelationship,
  listInterestedParties,
  listRelationships,
} from '../relationships.contract.ts'

let portal: TestApp
let worker: JobWorker
const funds = new Map<string, MadeFund>()

beforeAll(async () => {
  portal = await startTestApp()
  worker = await startJobWorker({ databases: portal.databases, tasks, ...jobSettings })
  for (const book of ['npt', 'ubs', 'rathbones']) funds.set(book, await makeFullFund(book))
})
afterAll(async () => {
  await worker.stop()
  await portal.close()
})

/** A fund with someone in each role, and a former interested party. */
async function makeFullFund(book: string): Promise<MadeFund> {
  const fund = await makeFund(portal, { book })
  for (const role of ['primary_advisor', 'banker', 'service_team', 'viewer'] as const)
    await makePersonOf(portal, fund, role)
  const related = (name: string, about: Omit<Parameters<typeof makeRelationship>[2], 'name'>) =>
    makeRelationship(portal.databases, fund, { name, ...about })
  await related("Zoë O'Hara-Smith", { role: 'joint_donor' })
  await related('Harbor Shelter', { role: 'charitable_beneficiary' })
  await related('Ruth Heir', { role: 'successor' })
  await related('Former Friend', { role: 'viewer', endedAt: new Date('2026-03-02T12:00:00Z') })
  return fund
}

const fundAt = (book: string): MadeFund => {
  const fund = funds.get(book)
  if (!fund) throw new Error(`no fund at ${book}`)
  return fund
}
type Query = { keywords?: string; sort?: string; first?: number; after?: string }
const list = async (query: Query = {}, fund = fundAt('npt'), as: TestSession = fund.donor.session) =>
  (await portal.call(listRelationships, { params: { fundId: fund.fundId }, query }, { as })).reply
const rolesAt = async (book: string) =>
  (await list({ first: 50 }, fundAt(book))).data.map(row => row.accountRoleName).sort()

describe('the relationships of an account (§2.8)', () => {
  test.each([
    [
      'npt',
      ['Banker/Analyst', 'Donor', 'Interested Party', 'Joint Donor', 'Primary Advisor', 'Service Team'],
    ],
    ['ubs', ['Donor', 'Interested Party', 'Joint Donor', 'Primary Advisor']],
    [
      'rathbones',
      [
        'Banker/Analyst',
        'Charitable Beneficiary',
        'Donor',
        'Interested Party',
        'Joint Donor',
        'Primary Adviser',
        'Service Team',
        'Successor',
      ],
    ],
  ])('at %s leave out the roles that its setting names, and former ones (§6)', async (book, roles) => {
    expect(await rolesAt(book)).toEqual(roles)
  })

  test('describe the access of each person (§17)', async () => {
    const { data } = await list({ first: 50 })
    expect(Object.fromEntries(data.map(row => [row.accountRoleName, row.accessDescription]))).toEqual({
      Donor: 'Full access',
      // This person has no login.
      'Joint Donor': 'No online access',
      'Primary Advisor': 'View',
      'Banker/Analyst': 'View only',
      'Interested Party': 'View only',
      'Service Team': 'Service',
    })
    const granting = await makeFund(portal, { advisorMayGrant: true })
    const advisor = await makePersonOf(portal, granting, 'primary_advisor')
    const rows = (await list({ keywords: 'advisor' }, granting, advisor.session)).data
    expect(rows.map(row => row.accessDescription)).toEqual(['View and recommend grants'])
  })

  test('show user ids only to holders of ACCOUNT_DPA_PSID_VIEW', async () => {
    const { session, user } = await makeStaff(portal)
    expect(user.realm).toBe('npt')
    expect((await list()).data.every(row => row.ssoId === null)).toBe(true)
    const seen = (await list({}, fundAt('npt'), session)).data.find(row => row.accountRoleCode === 'donor')
    expect(seen?.ssoId).toBe(fundAt('npt').donor.user.ssoId)
  })

  test.each([
    ['part of a name in any case', 'HARA', 1],
    ['a name with signs that are stripped', "Zoë O<'>H*ara", 1],
    ['a letter with a diacritic', 'zoë', 1],
    ['a role', 'interested p', 1],
    ['a percent sign, which is stripped', '%', 6],
    ['an underscore, which is stripped', '_', 6],
    ['an apostrophe of another kind', 'o’hara', 1],
    ['a name without its marks and signs', 'ohara zoe', 1],
    ['nobody’s name', 'nobody at all', 0],
  ])('are filtered by %s (§5)', async (_case, keywords, count) => {
    expect((await list({ keywords })).meta.total).toBe(count)
  })

  test.each([['name'], ['-name'], ['accountRoleName'], ['-accountRoleName']])(
    'sorted by %s, show each row once across pages',
    async sort => {
      const first = await list({ sort, first: 4 })
      const second = await list({ sort, first: 4, after: first.meta.next ?? '' })
      const ids = [...first.data, ...second.data].map(row => row.relationshipId)
      expect([new Set(ids).size, ids.length, second.meta.next]).toEqual([6, 6, null])
    },
  )

  test('reject an unknown sort column', async () => {
    const fund = fundAt('npt')
    const sent = { params: { fundId: fund.fundId }, query: { sort: 'ssoId' } }
    expect((await portal.call(listRelationships, sent, { as: fund.donor.session })).status).toBe(400)
  })
})

test('all interested parties include every role and former people with their day (§2.8, §6)', async () => {
  const fund = fundAt('npt')
  const { session } = await makeStaff(portal)
  const sent = { params: { fundId: fund.fundId }, query: { first: 50 } }
  const { data } = (await portal.call(listInterestedParties, sent, { as: session })).reply
  expect(data).toHaveLength(9)
  expect(data.filter(row => row.endedDate !== null)).toMatchObject([
    { name: 'Former Friend', endedDate: '2026-03-02' },
  ])
})

test('relationships.csv has Name, Role and Access of the rows that the list shows (§9)', async () => {
  const fund = fundAt('npt')
  const { body, headers } = await portal.app.inject({
    method: 'GET',
    url: `/api/accounts/${fund.fundId}/relationships/export?format=csv&keywords=hara`,
    headers: { host: hostOf('npt'), origin: originOf('npt'), ...fund.donor.session.headers },
  })
  expect(headers['content-disposition']).toContain('relationships.csv')
  const rows: string[][] = parse(body, { bom: true })
  expect(rows).toEqual([
    ['Name', 'Role', 'Access'],
    ["Zoë O'Hara-Smith", 'Joint Donor', 'No online access'],
  ])
})

describe('removing an interested party (§2.8, §14)', () => {
  const idOf = async (fund: MadeFund, role: string) => {
    const { rows } = await portal.database.admin.query<{ relationship_id: string }>(
      'select relationship_id from account_relationship where account_id = $1 and account_role_code = $2',
      [fund.accountId, role],
    )
    return rows[0]?.relationship_id ?? ''
  }
  const remove = async (fund: MadeFund, relationshipId: string, as: TestSession = fund.donor.session) =>
    await portal.call(
      endRelationship,
      {
        params: { fundId: fund.fundId, relationshipId },
        body: { data: { type: 'command', attributes: {} } },
      },
      { as },
    )
  const recordsOf = async (fund: MadeFund) =>
    (
      await portal.database.admin.query(
        'select kind, before_change, actor_user_id from change_record where account_id = $1',
        [fund.accountId],
      )
    ).rows

  test('ends their access at once, is recorded, and every donor is mailed once', async () => {
    const fund = await makeFund(portal, { accountName: 'Finch and Friends' })
    const joint = await makePersonOf(portal, fund, 'joint_donor')
    const viewer = await makePersonOf(portal, fund, 'viewer')
    const params = { fundId: fund.fundId }
    const seen = async () =>
      (await portal.call(getAccountOverview, { params }, { as: viewer.session })).status
    expect(await seen()).toBe(200)
    const relationshipId = await idOf(fund, 'viewer')
    const answers = await Promise.all([remove(fund, relationshipId), remove(fund, relationshipId)])
    for (const { reply } of answers)
      expect([reply.removal, reply.endedDate]).toEqual([null, expect.any(String)])
    expect(await seen()).toBe(404)
    const { firstName, lastName } = viewer.user
    expect(await recordsOf(fund)).toEqual([
      {
        kind: 'relationship-ended',
        before_change: {
          name: `${firstName} ${lastName}`,
          accountRoleCode: 'viewer',
          ended: null,
          requestedBy: null,
        },
        actor_user_id: fund.donor.user.userId,
      },
    ])
    await jobsDone(portal)
    const { rows } = await portal.database.admin.query<{ to_address: string; body: string }>(
      `select to_address, body from outgoing_mail where cause like 'people:removed:' || $1 || ':%' order by 1`,
      [relationshipId],
    )
    expect(rows.map(row => row.to_address)).toEqual([fund.donor.user.email, joint.user.email].sort())
    for (const { body } of rows)
      expect(body).toContain(
        `${firstName} ${lastName} is no longer an interested party of Finch and Friends and can no longer see it online.`,
      )
  })

  test('leaves history: the person can be added again, and both rows stay', async () => {
    const fund = await makeFund(portal)
    const { user } = await makePersonOf(portal, fund, 'viewer')
    await remove(fund, await idOf(fund, 'viewer'))
    await makeRelationship(portal.databases, fund, { user, role: 'viewer' })
    const { session } = await makeStaff(portal)
    const sent = { params: { fundId: fund.fundId }, query: { keywords: 'interested' } }
    const { data } = (await portal.call(listInterestedParties, sent, { as: session })).reply
    expect(data.map(row => row.endedDate === null).sort()).toEqual([false, true])
  })

  test.each(['banker', 'service_team', 'successor', 'charitable_beneficiary'])(
    'is refused for a %s, whose removal belongs to the sponsor or the legacy plan (§17)',
    async role => {
      const fund = fundAt('rathbones')
      const { status, problem } = await remove(fund, await idOf(fund, role))
      expect([status, problem.title]).toEqual([400, 'Access denied.'])
      expect(await recordsOf(fund)).toEqual([])
    },
  )

  test('answers a relationship of another account as an unknown one (§14)', async () => {
    const fund = await makeFund(portal)
    expect((await remove(fund, await idOf(fundAt('npt'), 'viewer'))).status).toBe(404)
  })
})

test('a relationship that the client’s list leaves out is unknown to the fund’s people (§6, §14)', async () => {
  const fund = fundAt('npt')
  const { rows } = await portal.database.admin.query<{ relationship_id: string }>(
    `select relationship_id from account_relationship where account_id = $1 and account_role_code = 'successor'`,
    [fund.accountId],
  )
  const params = { fundId: fund.fundId, relationshipId: rows[0]?.relationship_id ?? '' }
  const { session } = await makeStaff(portal)
  const read = async (as: TestSession) => (await portal.call(getRelationship, { params }, { as })).status
  expect([await read(fund.donor.session), await read(session)]).toEqual([404, 200])
})

describe('the database', () => {
  const end = (accountId: string, role: string) =>
    portal.database.admin.query(
      `update account_relationship set ended_at = now(), revision = revision + 1
       where account_id = $1 and account_role_code = $2`,
      [accountId, role],
    )

  test('refuses to end the last donor of an account, also when two end each other at once (§14)', async () => {
    const fund = await makeFund(portal)
    await expect(end(fund.accountId, 'donor')).rejects.toMatchObject({ constraint: 'last_donor' })
    const shared = await makeFund(portal)
    await makePersonOf(portal, shared, 'joint_donor')
    await end(shared.accountId, 'donor')
    await expect(end(shared.accountId, 'joint_donor')).rejects.toMatchObject({ constraint: 'last_donor' })
    const other = await makePersonOf(portal, fund)
    const endOf = (userId: string) =>
      portal.database.admin.query(
        `update account_relationship r set ended_at = now() from party p
         where p.book = r.book and p.party_id = r.party_id and r.account_id = $1 and p.user_id = $2`,
        [fund.accountId, userId],
      )
    const outcomes = await Promise.allSettled([endOf(fund.donor.user.userId), endOf(other.user.userId)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('allows one current primary advisor, and another after the first has ended (§14)', async () => {
    const fund = await makeFund(portal)
    await makePersonOf(portal, fund, 'primary_advisor')
    await expect(makePersonOf(portal, fund, 'primary_advisor')).rejects.toMatchObject({
      constraint: 'one_primary_advisor',
    })
    await end(fund.accountId, 'primary_advisor')
    await expect(makePersonOf(portal, fund, 'primary_advisor')).resolves.toBeDefined()
  })
})
