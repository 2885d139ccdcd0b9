import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tasks } from '../../../app/server/jobs.ts'
import { type JobWorker, startJobWorker } from '../../../server/jobs/worker.ts'
import { startTestApp, type TestApp, type TestSession } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { makeDocument } from '../../../testing/factories/make-document.ts'
import { type MadeFund, makeFund, makePersonOf, makeStaff } from '../../../testing/factories/make-fund.ts'
import { makeLegacyPlan } from '../../../testing/factories/make-legacy-plan.ts'
import { jobSettings } from '../../../testing/jobs.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import { listInterestedParties } from '../../account-details/relationships.contract.ts'
import {
  exportSuccessors,
  getLegacyPlan,
  listPlanVersions,
  listSuccessors,
  type ShareToSave,
  saveLegacyPlan,
  setEndowment,
} from '../legacy-plan.contract.ts'

const clock = testClock()
let portal: TestApp
let worker: JobWorker
beforeAll(async () => {
  portal = await startTestApp({ clock })
  worker = await startJobWorker({ databases: portal.databases, tasks, ...jobSettings })
})
afterAll(async () => {
  await worker.stop()
  await portal.close()
})

const person = (name: string, shareHundredths: number, successorId: string | null = null): ShareToSave => ({
  ...{ option: 0, successorId, name, shareHundredths },
  ...{ relation: 'Niece', email: 'heir@people.example', phone: null, yearOfBirth: 1990 },
})
const charity = (charityId: string, shareHundredths: number): ShareToSave => ({
  option: 1,
  charityId,
  shareHundredths,
})

const read = async ({ fundId }: MadeFund, as: TestSession) =>
  (await portal.call(getLegacyPlan, { params: { fundId } }, { as })).reply
const save = async (
  fund: MadeFund,
  shares: ShareToSave[],
  about: { as?: TestSession; revision?: number; instructionId?: string | null } = {},
) => {
  const { as = fund.donor.session, instructionId = null } = about
  const revision = about.revision ?? (await read(fund, as)).revision
  const attributes = { acknowledgesTerms: true as const, revision, shares, instructionId }
  return await portal.call(
    saveLegacyPlan,
    { params: { fundId: fund.fundId }, body: { data: { type: 'command', attributes } } },
    { as },
  )
}
const query = async (sql: string, ...values: unknown[]) =>
  (await portal.database.admin.query(sql, values)).rows
const successors = async ({ fundId }: MadeFund, as: TestSession) =>
  (await portal.call(listSuccessors, { params: { fundId } }, { as })).reply.data
const typeOf = async ({ accountId }: MadeFund) =>
  (
    await query('select succession_plan_type_code as type from fund_account where account_id = $1', accountId)
  )[0].type

describe('a donor’s plan', () => {
  test('is saved, listed, put in words, recorded and mailed to every donor; the account’s successors follow it (§2.8, §2.9)', async () => {
    const fund = await makeFund(portal)
    const joint = await makePersonOf(portal, fund, 'joint_donor')
    const oak = await makeCharity(portal.databases, { name: 'OAK VALLEY TRUST' })
    const { reply } = await save(fund, [person('Ann Finch', 6_000), charity(oak.charityId, 4_000)])
    expect(reply.words).toBe(
      'When the last donor of this fund dies, 60% of the fund goes to Ann Finch and 40% is granted to Oak Valley Trust.',
    )
    expect([reply.checkUp, reply.obstacle, reply.current?.version]).toEqual([[], null, 1])
    expect(await successors(fund, fund.donor.session)).toMatchObject([
      { name: 'Ann Finch', option: 0, shareHundredths: 6_000 },
      { name: 'Oak Valley Trust', option: 1, shareHundredths: 4_000 },
    ])
    expect(await typeOf(fund)).toBe('BOTH')

    // The next version keeps Ann under another name, and names nobody else.
    const [ann] = reply.current?.shares ?? []
    const next = await save(fund, [person('Ann Rook', 10_000, ann?.successorId)])
    expect(next.reply.current?.shares).toMatchObject([{ successorId: ann?.successorId, name: 'Ann Rook' }])
    expect(await typeOf(fund)).toBe('INDIVIDUALS')
    const roles = await query(
      `select p.name, r.account_role_code as role, r.ended_at is null as "isCurrent" from account_relationship r
        join party p using (book, party_id) where r.account_id = $1 and r.account_role_code in ('successor', 'charitable_beneficiary')
        order by p.name`,
      fund.accountId,
    )
    expect(roles).toEqual([
      { name: 'Ann Rook', role: 'successor', isCurrent: true },
      { name: 'OAK VALLEY TRUST', role: 'charitable_beneficiary', isCurrent: false },
    ])
    const versions = await portal.call(
      listPlanVersions,
      { params: { fundId: fund.fundId } },
      { as: joint.session },
    )
    expect(
      versions.reply.data.map(({ version, shares }) => [version, shares.map(({ name }) => name)]),
    ).toEqual([
      [2, ['Ann Rook']],
      [1, ['Ann Finch', 'Oak Valley Trust']],
    ])
    expect(
      await query(
        `select before_change, after_change from change_record where kind = 'legacy-plan-saved' and account_id = $1 order by revision`,
        fund.accountId,
      ),
    ).toMatchObject([
      { before_change: { legacyPlan: expect.stringMatching(/^There is no legacy plan/) } },
      {
        after_change: {
          legacyPlan: 'When the last donor of this fund dies, the whole fund goes to Ann Rook.',
        },
      },
    ])
    await jobsDone(portal)
    const mails = await query(
      `select to_address, body from outgoing_mail where kind = 'legacy-plan-changed' and account_id = $1`,
      fund.accountId,
    )
    expect(mails.map(({ to_address: to }) => to).sort()).toEqual(
      [fund.donor, fund.donor, joint, joint].map(({ user }) => user.email).sort(),
    )
    expect(mails.map(({ body }) => body).join()).not.toMatch(/Ann|Oak|60%/i)
  })

  test('is stored once if it is sent again, and removed by a plan of 0%', async () => {
    const fund = await makeFund(portal)
    await save(fund, [person('Ann Finch', 10_000)])
    const [kept] = await successors(fund, fund.donor.session)
    const again = await save(fund, [person('Ann Finch', 10_000, kept?.successorId)], { revision: 1 })
    expect([again.status, again.reply.current?.version]).toEqual([200, 1])
    const removed = await save(fund, [])
    expect([removed.reply.current?.version, await typeOf(fund)]).toEqual([2, 'NONE'])
    expect(removed.reply.checkUp).toEqual([expect.stringMatching(/^Nobody is named/)])
    expect(await successors(fund, fund.donor.session)).toEqual([])
  })

  test('is exported with the columns Name, Designation and % (§9)', async () => {
    const fund = await makeFund(portal)
    await makeLegacyPlan(portal, fund, [
      { name: 'Ann Finch', shareHundredths: 6_650 },
      { name: 'Ben Rook', shareHundredths: 3_350 },
    ])
    const answer = await portal.app.inject({
      url: `${exportSuccessors.path.replace('{fundId}', String(fund.fundId))}?format=csv`,
      headers: { host: 'npt.localhost:3000', ...fund.donor.session.headers },
    })
    expect(answer.body.replace('\ufeff', '').trim().split('\r\n')).toEqual([
      'Name,Designation,%',
      'Ann Finch,Individual Successor,66.5',
      'Ben Rook,Individual Successor,33.5',
    ])
  })

  test('names what differs from the register', async () => {
    const fund = await makeFund(portal)
    const { charityId } = await makeCharity(portal.databases, { name: 'ELM TRUST', subsection: '04' })
    await makeLegacyPlan(portal, fund, [
      { name: 'Ann Finch', shareHundredths: 5_000 },
      { name: 'OLD ELM TRUST', shareHundredths: 5_000, charity_id: charityId, charity_outcome: 'yes' },
    ])
    expect((await read(fund, fund.donor.session)).checkUp).toEqual([
      'Ann Finch has neither an e-mail address nor a phone number, so we could not reach them.',
      'Old Elm Trust is called Elm Trust in the register today.',
      'Old Elm Trust could receive grants when the plan was saved, and cannot today.',
    ])
  })
})

describe('a plan is refused', () => {
  test.each([
    ['99.99%', [person('Ann', 9_999)]],
    ['100.01%', [person('Ann', 10_000), person('Ben', 1)]],
  ])('with a total of %s, and nothing is stored (§5)', async (_total, shares) => {
    const fund = await makeFund(portal)
    const { status, problem } = await save(fund, shares)
    expect([status, problem.errors]).toEqual([
      400,
      { totalAllocation: ['Allocation Total must equal 0% or 100%'] },
    ])
    expect((await read(fund, fund.donor.session)).current).toBeNull()
  })

  test('by the database too, if its shares do not add up', async () => {
    const fund = await makeFund(portal)
    await expect(
      makeLegacyPlan(portal, fund, [{ name: 'Ann', shareHundredths: 9_999 }]),
    ).rejects.toMatchObject({ constraint: 'plan_total' })
  })

  test('with a charity that cannot receive grants, that no register has, or that another client’s register has', async () => {
    const fund = await makeFund(portal)
    const left = await makeCharity(portal.databases, { subsection: '04' })
    const british = await makeCharity(portal.databases, { register: 'uk' })
    for (const charityId of [left.charityId, british.charityId, 'US-EIN-000000000', '../../x']) {
      const { status, problem } = await save(fund, [charity(charityId, 10_000)])
      expect([status, Object.keys(problem.errors ?? {})]).toEqual([400, ['shares.0.charityId']])
    }
  })

  test('with a successor of another fund, or one twice', async () => {
    const fund = await makeFund(portal)
    const other = await makeFund(portal)
    await save(other, [person('Ann', 10_000)])
    const [ann] = await successors(other, other.donor.session)
    const foreign = await save(fund, [person('Ann', 10_000, ann?.successorId)])
    expect(foreign.problem.errors).toHaveProperty(['shares.0.successorId'])
    expect((await save(fund, [person('Ann', 10_000, randomUUID())])).status).toBe(400)
    const twice = await save(other, [
      person('Ann', 5_000, ann?.successorId),
      person('Ann', 5_000, ann?.successorId),
    ])
    expect(twice.problem.errors).toHaveProperty(['shares.1'])
  })

  test('by a person without a step-up, by a joint donor, and by staff without the signed instruction', async () => {
    const fund = await makeFund(portal)
    const joint = await makePersonOf(portal, fund, 'joint_donor')
    expect((await save(fund, [person('Ann', 10_000)], { as: joint.session })).problem.title).toBe(
      'Access denied.',
    )
    const staff = await makeStaff(portal)
    const others = [
      null,
      randomUUID(),
      await makeDocument(portal, fund, { type: 'agreement' }),
      await makeDocument(portal, await makeFund(portal), { type: 'instruction' }),
    ]
    for (const instructionId of others) {
      const refused = await save(fund, [person('Ann', 10_000)], { as: staff.session, instructionId })
      expect(Object.keys(refused.problem.errors ?? {})).toEqual(['instructionId'])
    }
    const instructionId = await makeDocument(portal, fund, { type: 'instruction' })
    expect((await save(fund, [person('Ann', 10_000)], { as: staff.session, instructionId })).status).toBe(200)
    // Donors read the sponsor's name instead of its staff's.
    expect((await read(fund, fund.donor.session)).current?.savedBy).toBe('NPT Giving')
    expect((await read(fund, staff.session)).current?.savedBy).toBe('Prudence Gale')

    const late = await makeFund(portal)
    const { revision } = await read(late, late.donor.session)
    clock.advance(6 * 60_000)
    expect((await save(late, [person('Ann', 10_000)], { revision })).status).toBe(403)
  })

  test('if somebody else saved one meanwhile, and nothing of either is lost', async () => {
    const fund = await makeFund(portal)
    const { revision } = await read(fund, fund.donor.session)
    const both = await Promise.all([
      save(fund, [person('Ann', 10_000)], { revision }),
      save(fund, [person('Ben', 10_000)], { revision }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = both.find(({ status }) => status === 409)
    expect(refused?.problem.otherEdits?.changes).toMatchObject([
      { field: 'legacyPlan', after: expect.stringContaining('the whole fund goes to') },
    ])
    // Knowing the other edit, the second replaces it.
    const after = await save(fund, [person('Cy', 10_000)], {
      revision: refused?.problem.otherEdits?.revision ?? 0,
    })
    expect(after.reply.current).toMatchObject({ version: 2, shares: [{ name: 'Cy' }] })
  })
})

describe('a plan that is not edited online (§5)', () => {
  test('is shown at rathbones and refused to donors, while staff save it by the instruction', async () => {
    const fund = await makeFund(portal, { book: 'rathbones' })
    const { obstacle } = await portal
      .call(
        getLegacyPlan,
        { params: { fundId: fund.fundId } },
        { as: fund.donor.session, client: 'rathbones' },
      )
      .then(({ reply }) => reply)
    expect(obstacle).toBe('You cannot update your legacy plan online.')
    const refused = await save(fund, [person('Ann', 10_000)])
    expect([refused.status, refused.problem.detail]).toEqual([
      400,
      'You cannot update your legacy plan online.',
    ])
    const staff = await makeStaff(portal, { realm: 'rathbones' })
    const instructionId = await makeDocument(portal, fund, { type: 'instruction' })
    const saved = await save(fund, [person('Ann', 10_000)], { as: staff.session, instructionId })
    expect(saved.reply.current?.version).toBe(1)
  })

  test('does not exist at cazenove', async () => {
    const fund = await makeFund(portal, { book: 'cazenove' })
    const sent = { params: { fundId: fund.fundId } }
    const as = fund.donor.session
    for (const endpoint of [getLegacyPlan, listPlanVersions, listSuccessors])
      expect((await portal.call(endpoint, sent, { as, client: 'cazenove' })).status).toBe(404)
    expect((await save(fund, [], { revision: 1 })).status).toBe(404)
  })

  test('is that of an endowed fund, which staff set with a reason; afterwards the type follows from the plan again', async () => {
    const fund = await makeFund(portal)
    await save(fund, [person('Ann', 10_000)])
    const staff = await makeStaff(portal)
    const endow = async (isEndowed: boolean, as = staff.session) => {
      const attributes = { isEndowed, reason: 'Agreed on 3 May.', revision: (await read(fund, as)).revision }
      return await portal.call(
        setEndowment,
        { params: { fundId: fund.fundId }, body: { data: { type: 'command', attributes } } },
        { as },
      )
    }
    expect((await endow(true, fund.donor.session)).problem.title).toBe('Access denied.')
    expect((await endow(true)).reply.isEndowed).toBe(true)
    expect((await endow(true)).status).toBe(200)
    const refused = await save(fund, [person('Ben', 10_000)])
    expect(refused.problem.detail).toBe('You cannot update your legacy plan online.')
    const instructionId = await makeDocument(portal, fund, { type: 'instruction' })
    expect((await save(fund, [person('Ben', 10_000)], { as: staff.session, instructionId })).status).toBe(400)
    await endow(false)
    expect(await typeOf(fund)).toBe('INDIVIDUALS')
    expect(
      await query(
        `select after_change from change_record where kind = 'endowment-set' and account_id = $1 order by revision`,
        fund.accountId,
      ),
    ).toMatchObject([
      { after_change: { isEndowed: 'true', reason: 'Agreed on 3 May.' } },
      { after_change: { isEndowed: 'false' } },
    ])
  })
})

test('former successors are history among the interested parties, and a version never changes (§14)', async () => {
  const fund = await makeFund(portal)
  await save(fund, [person('Ann Finch', 10_000)])
  await save(fund, [person('Ben Rook', 10_000)])
  const staff = await makeStaff(portal)
  const { reply } = await portal.call(
    listInterestedParties,
    { params: { fundId: fund.fundId } },
    { as: staff.session },
  )
  const ofPlan = reply.data.filter(({ accountRoleCode }) => accountRoleCode === 'successor')
  expect(ofPlan.map(({ name, endedDate }) => [name, endedDate !== null])).toEqual([
    ['Ann Finch', true],
    ['Ben Rook', false],
  ])
  const change = portal.databases.book('npt').updateTable('legacy_plan_share').set({ share_hundredths: 1 })
  await expect(change.where('account_id', '=', fund.accountId).execute()).rejects.toMatchObject({
    code: '42501',
  })
  const foreign = portal.databases.book('rathbones').selectFrom('legacy_plan').selectAll()
  expect(await foreign.where('account_id', '=', fund.accountId).execute()).toEqual([])
})
