import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tasks } from '../../../app/server/jobs.ts'
import { type JobWorker, startJobWorker } from '../../../server/jobs/worker.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { makeDocument } from '../../../testing/factories/make-document.ts'
import { makeFund, makePersonOf, makeStaff } from '../../../testing/factories/make-fund.ts'
import { makeLegacyPlan } from '../../../testing/factories/make-legacy-plan.ts'
import { jobSettings } from '../../../testing/jobs.ts'
import { person, planCalls } from '../../../testing/legacy-plan-calls.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import type { ShareToSave } from '../domain/share-to-save.ts'
import { exportSuccessors, listPlanVersions } from '../legacy-plan.contract.ts'

const clock = testClock()
let portal: TestApp
let worker: JobWorker
let calls: ReturnType<typeof planCalls>
beforeAll(async () => {
  portal = await startTestApp({ clock })
  calls = planCalls(portal)
  worker = await startJobWorker({ databases: portal.databases, tasks, ...jobSettings })
})
afterAll(async () => {
  await worker.stop()
  await portal.close()
})

const charity = (charityId: string, shareHundredths: number): ShareToSave => ({
  option: 1,
  charityId,
  shareHundredths,
})

describe('a donor’s plan', () => {
  test('is saved, listed, put in words, recorded and mailed to every donor; the account’s successors follow it (§2.8, §2.9)', async () => {
    const fund = await makeFund(portal)
    const joint = await makePersonOf(portal, fund, 'joint_donor')
    const oak = await makeCharity(portal.databases, { name: 'OAK VALLEY TRUST' })
    const { reply } = await calls.save(fund, [person('Ann Finch', 6_000), charity(oak.charityId, 4_000)])
    expect(reply.words).toBe(
      'After the last surviving donor’s death, 60% of the fund goes to Ann Finch and 40% is granted to Oak Valley Trust.',
    )
    expect([reply.checkUp, reply.violation, reply.current?.version]).toEqual([[], null, 1])
    expect(await calls.successors(fund, fund.donor.session)).toMatchObject([
      { name: 'Ann Finch', option: 0, shareHundredths: 6_000 },
      { name: 'Oak Valley Trust', option: 1, shareHundredths: 4_000 },
    ])
    expect(await calls.typeOf(fund)).toBe('BOTH')

    // The next version keeps Ann under another name, and names nobody else.
    const [ann] = reply.current?.shares ?? []
    const next = await calls.save(fund, [person('Ann Rook', 10_000, ann?.successorId)])
    expect(next.reply.current?.shares).toMatchObject([{ successorId: ann?.successorId, name: 'Ann Rook' }])
    expect(await calls.typeOf(fund)).toBe('INDIVIDUALS')
    const roles = await calls.query(
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
      await calls.query(
        `select before_change, after_change from change_record where kind = 'legacy-plan-saved' and account_id = $1 order by revision`,
        fund.accountId,
      ),
    ).toMatchObject([
      { before_change: { legacyPlan: expect.stringMatching(/^There is no legacy plan/) } },
      {
        after_change: {
          legacyPlan: 'After the last surviving donor’s death, the whole fund goes to Ann Rook.',
        },
      },
    ])
    await jobsDone(portal)
    const mails = await calls.query(
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
    await calls.save(fund, [person('Ann Finch', 10_000)])
    const [kept] = await calls.successors(fund, fund.donor.session)
    const again = await calls.save(fund, [person('Ann Finch', 10_000, kept?.successorId)], { revision: 1 })
    expect([again.status, again.reply.current?.version]).toEqual([200, 1])
    const removed = await calls.save(fund, [])
    expect([removed.reply.current?.version, await calls.typeOf(fund)]).toEqual([2, 'NONE'])
    expect(removed.reply.checkUp).toEqual([expect.stringMatching(/^No one is named/)])
    expect(await calls.successors(fund, fund.donor.session)).toEqual([])
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
    expect((await calls.read(fund, fund.donor.session)).checkUp).toEqual([
      'We have no e-mail address or phone number for Ann Finch.',
      'Old Elm Trust: The IRS file does not list this organization under section 501(c)(3), so it cannot receive a grant. The register now has this charity as Elm Trust.',
    ])
  })
})

describe('a plan is refused', () => {
  test.each([
    ['99.99%', [person('Ann', 9_999)]],
    ['100.01%', [person('Ann', 10_000), person('Ben', 1)]],
  ])('with a total of %s, and nothing is stored (§5)', async (_total, shares) => {
    const fund = await makeFund(portal)
    const { status, problem } = await calls.save(fund, shares)
    expect([status, problem.errors]).toEqual([
      400,
      { totalAllocation: ['Allocation Total must equal 0% or 100%'] },
    ])
    expect((await calls.read(fund, fund.donor.session)).current).toBeNull()
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
      const { status, problem } = await calls.save(fund, [charity(charityId, 10_000)])
      expect([status, Object.keys(problem.errors ?? {})]).toEqual([400, ['shares.0.charityId']])
    }
  })

  test('with a successor of another fund, or one twice', async () => {
    const fund = await makeFund(portal)
    const other = await makeFund(portal)
    await calls.save(other, [person('Ann', 10_000)])
    const [ann] = await calls.successors(other, other.donor.session)
    const foreign = await calls.save(fund, [person('Ann', 10_000, ann?.successorId)])
    expect(foreign.problem.errors).toHaveProperty(['shares.0.successorId'])
    expect((await calls.save(fund, [person('Ann', 10_000, randomUUID())])).status).toBe(400)
    const twice = await calls.save(other, [
      person('Ann', 5_000, ann?.successorId),
      person('Ann', 5_000, ann?.successorId),
    ])
    expect(twice.problem.errors).toHaveProperty(['shares.1'])
  })

  test('by a person without a step-up, by a joint donor, and by staff without the signed instruction', async () => {
    const fund = await makeFund(portal)
    const joint = await makePersonOf(portal, fund, 'joint_donor')
    expect((await calls.save(fund, [person('Ann', 10_000)], { as: joint.session })).problem.title).toBe(
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
      const refused = await calls.save(fund, [person('Ann', 10_000)], { as: staff.session, instructionId })
      expect(Object.keys(refused.problem.errors ?? {})).toEqual(['instructionId'])
    }
    const instructionId = await makeDocument(portal, fund, { type: 'instruction' })
    expect(
      (await calls.save(fund, [person('Ann', 10_000)], { as: staff.session, instructionId })).status,
    ).toBe(200)
    // Donors read the sponsor's name instead of its staff's.
    expect((await calls.read(fund, fund.donor.session)).current?.savedBy).toBe('NPT Giving')
    expect((await calls.read(fund, staff.session)).current?.savedBy).toBe('Prudence Gale')

    const late = await makeFund(portal)
    const { revision } = await calls.read(late, late.donor.session)
    clock.advance(6 * 60_000)
    expect((await calls.save(late, [person('Ann', 10_000)], { revision })).status).toBe(403)
  })

  test('if someone else saved one in the meantime, and nothing of either is lost', async () => {
    const fund = await makeFund(portal)
    const { revision } = await calls.read(fund, fund.donor.session)
    const both = await Promise.all([
      calls.save(fund, [person('Ann', 10_000)], { revision }),
      calls.save(fund, [person('Ben', 10_000)], { revision }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = both.find(({ status }) => status === 409)
    expect(refused?.problem.otherEdits?.changes).toMatchObject([
      { field: 'legacyPlan', after: expect.stringContaining('the whole fund goes to') },
    ])
    // Knowing the other edit, the second replaces it.
    const after = await calls.save(fund, [person('Cy', 10_000)], {
      revision: refused?.problem.otherEdits?.revision ?? 0,
    })
    expect(after.reply.current).toMatchObject({ version: 2, shares: [{ name: 'Cy' }] })
  })
})
