import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Sent } from '../../../../contract/endpoint.ts'
import { startTestApp, type TestApp } from '../../../../testing/app.ts'
import { type MadeFund, makeFund, makeStaff, type Person } from '../../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../../testing/factories/make-grant.ts'
import { commandOf as body } from '../../../../testing/signing.ts'
import { getStaffGrant, listGrantQueue, listReviewers, setGrantOwner } from '../staff-grants.contract.ts'

let portal: TestApp
let fund: MadeFund
let staff: Person
let other: Person

beforeAll(async () => {
  portal = await startTestApp()
  staff = await makeStaff(portal)
})
afterAll(() => portal.close())
beforeEach(async () => {
  fund = await makeFund(portal)
  other = await makeStaff(portal, { firstName: 'Basil', lastName: 'Thorne' })
})

const as = () => ({ as: staff.session })
const seen = async (grantId: string) =>
  (await portal.call(getStaffGrant, { params: { grantId } }, as())).reply
const queue = async (query: NonNullable<Sent<typeof listGrantQueue>['query']>) =>
  (await portal.call(listGrantQueue, { query }, as())).reply.data.map(({ grantId }) => grantId)

describe('the owner of a grant (§13)', () => {
  test('hands a grant over only to staff who may decide', async () => {
    const grantId = await makeGrant(portal, fund)
    const give = (ownerId: string | null, by = staff) =>
      portal.call(setGrantOwner, { params: { grantId }, body: body({ ownerId }) }, { as: by.session })
    expect((await give(fund.donor.user.userId)).problem.errors).toHaveProperty('ownerId')
    const auditor = await makeStaff(portal, { roles: [{ role: 'auditor', actions: null }] })
    expect((await give(auditor.user.userId)).problem.errors).toHaveProperty('ownerId')
    expect((await give(auditor.user.userId, auditor)).problem.type).toMatch(/access-denied$/)
    expect((await give(other.user.userId)).reply.owner?.name).toBe('Basil Thorne')
    expect((await give(null)).reply.owner).toBeNull()
  })

  test('leaves a grant whose owner can’t decide any more to somebody else, whom only those are who can', async () => {
    const keywords = String(fund.fundId)
    const row = async () =>
      (await portal.call(listGrantQueue, { query: { keywords } }, as())).reply.data.map(
        ({ owner, formerOwner }) => ({ owner: owner?.name ?? null, formerOwner }),
      )
    const offered = async () =>
      (await portal.call(listReviewers, {}, as())).reply.data.map(({ userId }) => userId)
    const setAccess = (text: string) =>
      portal.database.admin.query(`update app_user set ${text} where user_id = $1`, [other.user.userId])
    const grantId = await makeGrant(portal, fund)
    const give = () =>
      portal.call(setGrantOwner, { params: { grantId }, body: body({ ownerId: other.user.userId }) }, as())
    await give()
    expect(await row()).toEqual([{ owner: 'Basil Thorne', formerOwner: null }])
    expect(await offered()).toContain(other.user.userId)
    expect(await queue({ keywords, owner: 'nobody' })).toEqual([])

    const isWithoutOwner = async () => {
      expect(await row()).toEqual([{ owner: null, formerOwner: 'Basil Thorne' }])
      expect(await seen(grantId)).toMatchObject({ owner: null, formerOwner: 'Basil Thorne' })
      expect(await offered()).not.toContain(other.user.userId)
      expect(await queue({ keywords, owner: 'nobody' })).toEqual([grantId])
      expect((await give()).problem.errors).toHaveProperty('ownerId')
    }
    await setAccess("has_access = false, suspended_at = now(), suspension_reason = 'A doubt'")
    await isWithoutOwner()
    await setAccess('has_access = true, suspended_at = null, suspension_reason = null')
    expect(await row()).toEqual([{ owner: 'Basil Thorne', formerOwner: null }])
    await portal.database.admin.query(
      `update user_role set state = 'ended', ended_at = now(), end_reason = 'Moved' where user_id = $1`,
      [other.user.userId],
    )
    await isWithoutOwner()
  })
})
