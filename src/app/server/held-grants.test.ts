import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rolesWithAccess } from '../../domain/account-roles.ts'
import { answerGrant, cancelGrant } from '../../features/grants/grants.contract.ts'
import {
  askAboutGrant,
  holdGrant,
  releaseGrant,
} from '../../features/grants/review/staff-commands.contract.ts'
import { holds } from '../../testing/access-matrix/matrix.ts'
import { hostOf, startTestApp, type TestApp } from '../../testing/app.ts'
import { testClock } from '../../testing/clock.ts'
import { type MadeCharity, makeCharity } from '../../testing/factories/make-charity.ts'
import {
  type MadeFund,
  makeFund,
  makePersonOf,
  makeStaff,
  type Person,
} from '../../testing/factories/make-fund.ts'
import { recommend, recommendation } from '../../testing/factories/make-grant.ts'
import { grantCalls } from '../../testing/grants/grant-calls.ts'
import { sampleOf } from '../../testing/property-runs.ts'
import { commandOf } from '../../testing/signing.ts'
import { routes } from './routes.ts'

// A hold may be about a finding of a sanctions list, of which the people of a fund must not learn (§13). So nothing that they can read
// or do differs between a grant on hold and one under review.

const clock = testClock('2026-03-16T15:00:00Z')
let portal: TestApp
let fund: MadeFund
let charity: MadeCharity
let staff: Person
let approver: Person

beforeAll(async () => {
  portal = await startTestApp({ clock })
  staff = await makeStaff(portal)
  approver = await makeStaff(portal)
})
afterAll(() => portal.close())
beforeEach(async () => {
  clock.set('2026-03-16T15:00:00Z')
  fund = await makeFund(portal, { balanceMinor: 20_000_00n })
  charity = await makeCharity(portal.databases)
})

const grant = async (): Promise<string> => {
  const attributes = recommendation(charity.charityId, { repeatConfirmed: true })
  return (await recommend(portal, fund, attributes)).reply.grantId
}
const hold = async (grantId: string) => {
  const body = commandOf({ reason: 'The name is near one on a list' })
  expect((await portal.call(holdGrant, { params: { grantId }, body }, { as: staff.session })).status).toBe(
    200,
  )
}
const release = async (grantId: string) => {
  const body = commandOf({ reason: 'It is another person' })
  expect((await portal.call(releaseGrant, { params: { grantId }, body }, { as: staff.session })).status).toBe(
    200,
  )
}

const unused = '0197e0a0-0000-7000-8000-000000000000'

/** Every GET endpoint that one of the fund's people may call, with the ids of the fund, the grant and its charity. */
function addressesOf(grantId: string, role: (typeof rolesWithAccess)[number]): string[] {
  const query = `from=2026-01-01&to=2026-03-16&charityId=${charity.charityId}&format=csv&first=50`
  return routes.flatMap(({ endpoint: { method, access, path } }) => {
    const isOpen = access === 'session' || access === 'signed-in'
    // The statement is drawn from the rows of the activity, and is slow to draw.
    if (method !== 'GET' || path.endsWith('/statement')) return []
    if (access === 'public' || !(isOpen || holds(role, access))) return []
    const values: Record<string, string> = {
      ...{ fundId: String(fund.fundId), accountId: fund.accountId, grantId, charityId: charity.charityId },
      section: '11',
    }
    return [`${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? unused)}?${query}`]
  })
}

/** What the person reads at these addresses, without the ids of single requests. */
async function read(addresses: readonly string[], person: Person): Promise<string[]> {
  const answers: string[] = []
  for (const url of addresses) {
    const { statusCode, headers, body } = await portal.app.inject({
      url,
      headers: { ...person.session.headers, host: hostOf('npt'), 'x-accountid': String(fund.fundId) },
    })
    const named = ['etag', 'last-modified', 'x-total-rows', 'content-length', 'link']
      .map(name => headers[name] ?? '')
      .join()
    const isProblem = statusCode >= 400
    answers.push(`${url} ${statusCode} ${isProblem ? '' : named} ${body.replace(/"traceId":"[^"]*"/, '')}`)
  }
  return answers
}

describe('a grant on hold (§13)', () => {
  test.each(sampleOf(rolesWithAccess, 2))(
    'looks to a %s as before and after, byte for byte, at every address that they may read',
    async role => {
      const person = role === 'donor' ? fund.donor : await makePersonOf(portal, fund, role)
      const undecided = await grant()
      const all = addressesOf(undecided, role)
      const answers = await read(all, person)
      const shown = all.filter((address, index) => answers[index]?.startsWith(`${address} 200`))
      expect(shown.length).toBeGreaterThan(20)
      expect(answers.filter(answer => answer.includes(undecided)).length).toBeGreaterThan(2)
      await hold(undecided)
      expect(await read(all, person)).toEqual(answers)
      clock.advance(20 * 60 * 1000)
      const held = await read(shown, person)
      await release(undecided)
      expect(await read(shown, person)).toEqual(held)
    },
  )

  test('that was approved looks to its donor like any approved one', async () => {
    const grantId = await grant()
    await grantCalls(portal).approve(grantId, approver.session, 'Checked')
    const all = addressesOf(grantId, 'donor')
    const before = await read(all, fund.donor)
    await hold(grantId)
    expect(await read(all, fund.donor)).toEqual(before)
  })

  test('is answered about and cancelled by its donor like one under review: replies, refusals and mails', async () => {
    const outcomes: string[][] = []
    for (const isHeld of [true, false]) {
      const grantId = await grant()
      const params = { fundId: fund.fundId, grantId }
      const as = { as: fund.donor.session }
      const asked = commandOf({ reason: null, message: 'Which project?' })
      await portal.call(askAboutGrant, { params: { grantId }, body: asked }, { as: staff.session })
      if (isHeld) await hold(grantId)
      const answer = await portal.call(answerGrant, { params, body: commandOf({ message: 'Food.' }) }, as)
      const cancel = () => portal.call(cancelGrant, { params, body: commandOf({}) }, as)
      const [cancelled, again] = [await cancel(), await cancel()]
      const late = await portal.call(answerGrant, { params, body: commandOf({ message: 'More.' }) }, as)
      expect([answer.status, cancelled.status, again.status, late.status]).toEqual([200, 200, 409, 409])
      const { rows } = await portal.database.admin.query(
        `select t.identifier || ' ' || (payload -> 'payload')::text as job from graphile_worker._private_jobs j
          join graphile_worker._private_tasks t on t.id = j.task_id where payload::text like $1 order by j.id`,
        [`%${grantId}%`],
      )
      const seen = [
        answer.reply,
        cancelled.reply,
        again.problem,
        late.problem,
        rows,
        ...(await read(
          addressesOf(grantId, 'donor').filter(url => url.includes(grantId)),
          fund.donor,
        )),
      ]
      outcomes.push(seen.map(each => withoutIds(each, grantId, answer.reply.transactionId)))
    }
    expect(outcomes[0]).toEqual(outcomes[1])
    expect(outcomes[0]?.join()).toContain('Canceled')
  })

  test('that was approved is refused to its donor with the words of any approved one', async () => {
    const refusals: unknown[] = []
    for (const isHeld of [true, false]) {
      const grantId = await grant()
      await grantCalls(portal).approve(grantId, approver.session, 'Checked')
      if (isHeld) await hold(grantId)
      const { status, problem } = await grantCalls(portal).cancel(grantId, fund)
      refusals.push([status, { ...problem, traceId: '' }])
    }
    expect(refusals[0]).toEqual(refusals[1])
  })
})

const withoutIds = (answer: unknown, grantId: string, transactionId: string): string =>
  (JSON.stringify(answer, (_, value) => (typeof value === 'bigint' ? String(value) : value)) ?? '')
    .replaceAll(grantId, 'GRANT')
    .replaceAll(transactionId, 'NUMBER')
    .replaceAll(/\\?"traceId\\?":\\?"[^"]*"/g, '')
