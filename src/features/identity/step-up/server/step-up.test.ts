import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { npt } from '../../../../clients/configuration/npt.ts'
import type { IsoDate } from '../../../../domain/dates.ts'
import { rateLimitRules } from '../../../../server/auth/rate-limit.ts'
import { stepUpLifetimeMs } from '../../../../server/auth/step-up.ts'
import { afterReply, startTestApp, type TestApp, type TestSession } from '../../../../testing/app.ts'
import { testClock } from '../../../../testing/clock.ts'
import { makeCharity } from '../../../../testing/factories/make-charity.ts'
import { type MadeFund, makeFund, makeStaff } from '../../../../testing/factories/make-fund.ts'
import { makeGrant, recommend, recommendation } from '../../../../testing/factories/make-grant.ts'
import { type MadeUser, makeUser } from '../../../../testing/factories/make-user.ts'
import { grantCalls } from '../../../../testing/grants/grant-calls.ts'
import { listGrants } from '../../../grants/grants.contract.ts'
import { approveGrants } from '../../../grants/review/staff-grants.contract.ts'
import { approveRun } from '../../../payments/payments.contract.ts'
import { getStepUpOptions, stepUp } from '../step-up.contract.ts'

const password = 'correct horse battery staple'
const threshold: bigint = npt.stepUpFromMinor
const minuteMs = 60_000
const clock = testClock()
let portal: TestApp
let charityId: string
let fund: MadeFund
let donor: MadeUser
let session: TestSession

beforeAll(async () => {
  portal = await startTestApp({ clock })
  charityId = (await makeCharity(portal.databases)).charityId
})
afterAll(() => portal.close())

beforeEach(async () => {
  fund = await makeFund(portal, { balanceMinor: 5_000_000_00n })
  donor = fund.donor.user
  const hash = await portal.database.admin.query(
    `select password_hash from password_credential where user_id = $1`,
    [(await makeUser(portal.databases, { password })).userId],
  )
  await portal.database.admin.query(
    `insert into password_credential (realm, user_id, password_hash) values ('npt', $1, $2)`,
    [donor.userId, hash.rows[0].password_hash],
  )
  session = await portal.sessionFor(donor)
})

/** The browser then has the session's new cookie and token. */
async function confirm(as: TestSession, typed = password) {
  const answer = await portal.call(
    stepUp,
    { body: { data: { type: 'command', attributes: { kind: 'password', password: typed } } } },
    { as },
  )
  Object.assign(as.headers, afterReply(as, answer.headers).headers)
  return answer
}

const large = (amountMinor = threshold, about: { as?: TestSession; key?: string } = {}) =>
  recommend(portal, fund, recommendation(charityId, { amountMinor, repeatConfirmed: true }), {
    as: session,
    ...about,
  })

const grantCount = async () =>
  (await portal.call(listGrants, { params: { fundId: fund.fundId } }, { as: session })).reply.meta.total

const anyRun = {
  params: { runId: '0198b1b2-0000-7000-8000-000000000001' },
  body: {
    data: {
      type: 'command' as const,
      attributes: { firstCheque: null, contentHash: '', paymentOn: '2026-11-20' as IsoDate },
    },
  },
}

describe('step-up for a grant at or above the client’s threshold', () => {
  test('accepts a verification up to five minutes old', async () => {
    clock.advance(stepUpLifetimeMs)
    expect((await large()).status).toBe(200)
    clock.advance(1)
    const refused = await large()
    expect(refused.status).toBe(403)
    expect(refused.problem).toMatchObject({
      type: 'urn:almoner:problem:step-up-needed',
      title: 'Please confirm it’s you.',
    })
    expect(await grantCount()).toBe(1)
  })

  test('requires no step-up below the threshold', async () => {
    clock.advance(stepUpLifetimeMs + 1)
    expect((await large(threshold - 100n)).status).toBe(200)
    expect((await large(threshold)).status).toBe(403)
    expect((await large(threshold + 100n)).status).toBe(403)
  })

  test('reports invalid input before requiring a step-up', async () => {
    clock.advance(stepUpLifetimeMs + 1)
    const refused = await large(threshold + 1n)
    expect(refused.problem.errors).toEqual({ amountMinor: ['Enter whole dollars'] })
  })

  test('creates one grant when the call is repeated with the same key after the step-up', async () => {
    clock.advance(stepUpLifetimeMs + 1)
    const key = '6f1c3c1e-6a3c-4f57-9d0e-0d6c7d1f2a11'
    expect((await large(threshold, { key })).status).toBe(403)
    expect((await confirm(session)).status).toBe(200)
    const created = await large(threshold, { key })
    expect(created.status).toBe(200)
    expect((await large(threshold, { key })).reply.grantId).toBe(created.reply.grantId)
    expect(await grantCount()).toBe(1)
  })

  test('does not accept a verification from another session', async () => {
    const other = await portal.sessionFor(donor)
    clock.advance(stepUpLifetimeMs + 1)
    expect((await confirm(other)).status).toBe(200)
    expect((await large(threshold, { as: session })).status).toBe(403)
    expect((await large(threshold, { as: other })).status).toBe(200)
  })

  test('does not extend a verification when the clock is set back', async () => {
    const now = clock.now()
    clock.advance(-stepUpLifetimeMs - minuteMs)
    expect((await large()).status).toBe(403)
    clock.set(now)
  })

  test('reads require no step-up', async () => {
    clock.advance(stepUpLifetimeMs + minuteMs)
    expect(await grantCount()).toBe(0)
  })

  test('rejects and records wrong passwords, then delays even the right one', async () => {
    clock.advance(stepUpLifetimeMs + 1)
    for (let failure = 0; failure <= rateLimitRules.user.freeAttempts; failure++)
      expect((await confirm(session, 'wrong')).problem.errors).toEqual({
        password: ['This isn’t your password'],
      })
    expect((await confirm(session)).status).toBe(429)
    expect((await large()).status).toBe(403)
    clock.advance(2000)
    expect((await confirm(session)).status).toBe(200)
    expect((await large()).status).toBe(200)
    const { rows } = await portal.database.admin.query<{ kind: string }>(
      'select kind from audit_event where user_id = $1 order by seq',
      [donor.userId],
    )
    expect(rows.map(({ kind }) => kind)).toEqual([
      ...Array(rateLimitRules.user.freeAttempts + 1).fill('password-refused'),
      'step-up',
      'grant-recommended',
    ])
  })

  test('offers no method to a person without password and second factor', async () => {
    const withoutFactors = await portal.sessionFor(await makeUser(portal.databases))
    expect((await portal.call(getStepUpOptions, {}, { as: withoutFactors })).reply).toEqual({
      kinds: [],
      passkeyRequest: null,
    })
    expect((await portal.call(getStepUpOptions, {}, { as: session })).reply.kinds).toEqual(['password'])
  })
})

describe('the sponsor’s staff', () => {
  const stale = async () => {
    const staff = await makeStaff(portal)
    clock.advance(stepUpLifetimeMs + 1)
    return staff.session
  }
  const threshold = npt.dualControlFromMinor

  test.each([
    ['asks', 0n, 403],
    ['does not ask', -100n, 200],
  ])('requires a step-up for approving %s from the dual-control threshold', async (_what, more, status) => {
    const grantId = await makeGrant(portal, fund, { charityId, amountMinor: threshold + more })
    expect((await grantCalls(portal).approve(grantId, await stale())).status).toBe(status)
  })

  test('requires a step-up for the approval of a payment run and not for a rejection', async () => {
    const another = await makeGrant(portal, fund, { charityId, repeatConfirmed: true })
    const staff = await stale()
    const approval = await portal.call(approveRun, anyRun, { as: staff })
    expect(approval.status).toBe(403)
    expect((await grantCalls(portal).reject(another, staff, 'Not this one')).status).toBe(200)
  })

  test('requires a step-up for the approval of several grants, each below the threshold', async () => {
    const grantId = await makeGrant(portal, fund, { charityId, amountMinor: 250_00n })
    const body = {
      data: {
        type: 'command' as const,
        attributes: { grants: [{ grantId, payeeSeen: null }], reason: 'Seen in the register' },
      },
    }
    expect((await portal.call(approveGrants, { body }, { as: await stale() })).status).toBe(403)
  })

  test('rejects a person without the permission before the step-up', async () => {
    clock.advance(stepUpLifetimeMs + 1)
    const refused = await portal.call(approveRun, anyRun, { as: session })
    expect([refused.status, refused.problem.title]).toEqual([400, 'Access denied.'])
  })
})
