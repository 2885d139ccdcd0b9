import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tasks } from '../../../app/server/jobs.ts'
import { addDays, dateOf, type IsoDate } from '../../../domain/dates.ts'
import { type JobWorker, startJobWorker } from '../../../server/jobs/worker.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { type MadeCharity, makeCharity } from '../../../testing/factories/make-charity.ts'
import {
  type MadeFund,
  makeFund,
  makePersonOf,
  makeStaff,
  type Person,
} from '../../../testing/factories/make-fund.ts'
import { recommend, recommendation } from '../../../testing/factories/make-grant.ts'
import { makeRelationship } from '../../../testing/factories/make-relationship.ts'
import { basketCalls, commandOf } from '../../../testing/grants/basket-calls.ts'
import { donorAdvice } from '../../../testing/grants/donor-advice.ts'
import { grantCalls } from '../../../testing/grants/grant-calls.ts'
import { draftOf } from '../../../testing/grants/make-draft.ts'
import { schedule, scheduleTerms } from '../../../testing/grants/schedule-calls.ts'
import { jobSettings } from '../../../testing/jobs.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import { adviceDays } from '../domain/advice.ts'
import { listAdvisingDonors } from '../grants.contract.ts'
import { certifySchedule } from '../schedules/schedules.contract.ts'

let portal: TestApp
let worker: JobWorker
let fund: MadeFund
let service: Person
let charity: MadeCharity
let charityId: string
let today: IsoDate

beforeAll(async () => {
  // On a banking day a schedule that starts today recommends its first grant at once.
  portal = await startTestApp({ clock: testClock() })
  worker = await startJobWorker({ databases: portal.databases, tasks, ...jobSettings })
  fund = await makeFund(portal)
  service = await makePersonOf(portal, fund, 'service_team')
  charity = await makeCharity(portal.databases)
  charityId = charity.charityId
  today = dateOf(portal.clock.now(), 'America/New_York')
})
afterAll(async () => {
  await worker.stop()
  await portal.close()
})

const recommendAs = (person: Person, advised: object, key = randomUUID()) =>
  recommend(portal, fund, recommendation(charityId, { repeatConfirmed: true, ...advised }), {
    as: person.session,
    key,
  })

const fieldsOf = ({ problem }: { problem: { errors?: Record<string, string[]> | undefined } }) =>
  Object.keys(problem.errors ?? {})

describe('staff who recommend (§14)', () => {
  test('name a donor of the fund, how the advice came and when', async () => {
    expect(fieldsOf(await recommendAs(service, {}))).toEqual(['advisedBy'])
    const { status, reply } = await recommendAs(service, await donorAdvice(portal, fund))
    expect(status).toBe(200)
    expect(reply.recommendedByName).toBeNull()
    expect(reply.advice).toEqual({ donorName: 'Margaret Ellison', channel: 'phone', advisedOn: today })
  })

  test.each([
    ['in the future', 1],
    [`older than ${adviceDays} days`, -adviceDays - 1],
  ])('are refused where the advice is %s', async (_case, days) => {
    const advised = await donorAdvice(portal, fund, { advisedOn: addDays(today, days) })
    expect(fieldsOf(await recommendAs(service, advised))).toEqual(['advisedOn'])
  })

  test('cannot name a person of another fund, of another role, or one who left', async () => {
    const refused = async (advisedBy: string) =>
      fieldsOf(await recommendAs(service, await donorAdvice(portal, fund, { advisedBy })))
    const related = (about: Parameters<typeof makeRelationship>[2]) =>
      makeRelationship(portal.databases, fund, about)
    const elsewhere = (await donorAdvice(portal, await makeFund(portal))).advice.advisedBy
    expect(await refused(elsewhere)).toEqual(['advisedBy'])
    expect(await refused(await related({ role: 'viewer' }))).toEqual(['advisedBy'])
    expect(await refused(await related({ endedAt: new Date() }))).toEqual(['advisedBy'])
    expect(await refused(randomUUID())).toEqual(['advisedBy'])
  })

  test('get the first answer to a repeat, and a conflict for the same key with other advice', async () => {
    const key = randomUUID()
    const advised = await donorAdvice(portal, fund)
    const first = await recommendAs(service, advised, key)
    expect((await recommendAs(service, advised, key)).reply.grantId).toBe(first.reply.grantId)
    const other = await donorAdvice(portal, fund, { adviceChannel: 'letter' })
    expect((await recommendAs(service, other, key)).status).toBe(409)
  })

  test('who are themselves the donor that another named cannot approve it', async () => {
    const staff = await makeStaff(portal)
    await makeRelationship(portal.databases, fund, { user: staff.user, role: 'joint_donor' })
    const advised = await donorAdvice(portal, { ...fund, donor: staff })
    const { reply } = await recommendAs(service, advised)
    const approved = await grantCalls(portal).approve(reply.grantId, staff.session, 'Checked')
    expect([approved.status, approved.problem.detail]).toEqual([
      400,
      'You recommended this grant, so someone else has to approve and pay it.',
    ])
  })
})

test('a donor recommends in their own name only', async () => {
  const advised = await donorAdvice(portal, fund)
  expect(fieldsOf(await recommendAs(fund.donor, advised))).toEqual(['advisedBy'])
})

test('the donors to choose from are those of the fund', async () => {
  const other = await makeFund(portal)
  await makeRelationship(portal.databases, other, { role: 'joint_donor', name: 'Harold Whitcombe' })
  await makePersonOf(portal, other, 'viewer')
  const staff = await makeStaff(portal, { lastName: 'Own' })
  await makeStaff(portal, { lastName: 'Other' })
  const listed = await portal.call(
    listAdvisingDonors,
    { params: { fundId: other.fundId } },
    { as: staff.session },
  )
  expect(listed.reply.data.map(({ name }) => name)).toEqual(['Harold Whitcombe', 'Margaret Ellison'])
  expect(listed.reply.colleagues?.approve).toContain('Prudence Other')
  expect(listed.reply.colleagues?.approve).not.toContain('Prudence Own')
  const toDonor = await portal.call(
    listAdvisingDonors,
    { params: { fundId: other.fundId } },
    { as: other.donor.session },
  )
  expect(toDonor.reply.colleagues).toBeNull()
  const elsewhere = await portal.call(
    listAdvisingDonors,
    { params: { fundId: other.fundId } },
    { as: service.session },
  )
  expect(elsewhere.status).toBe(404)
})

test('a schedule that staff enter passes the advice on to its grants, also after a donor certifies it', async () => {
  const own = await makeFund(portal)
  const { session: as } = await makeStaff(portal)
  const terms = scheduleTerms(charityId, { startsOn: today })
  expect(fieldsOf(await schedule(portal, own, terms, { as }))).toEqual(['advisedBy'])
  const { status, reply } = await schedule(
    portal,
    own,
    { ...terms, ...(await donorAdvice(portal, own)) },
    { as },
  )
  expect(status).toBe(200)
  const entered = { createdByName: null, certifiedByName: null, advice: { donorName: 'Margaret Ellison' } }
  expect(reply).toMatchObject(entered)
  const grant = await grantCalls(portal).read(reply.past[0]?.grantId ?? '', own)
  expect(grant.advice).toEqual(reply.advice)
  const { scheduleId, revision } = reply
  const certified = await portal.call(
    certifySchedule,
    { params: { fundId: own.fundId, scheduleId }, body: commandOf({ revision, certified: true }) },
    { as: own.donor.session },
  )
  expect(certified.reply).toMatchObject({ ...entered, certifiedByName: 'Margaret Ellison' })
})

test('a basket that staff submit names the advice in each grant and in its mail', async () => {
  const own = await makeFund(portal)
  const { session: as } = await makeStaff(portal)
  const calls = basketCalls(portal, own, charity)
  const draftId = randomUUID()
  const { basketId } = (await calls.gather([{ draftId, content: draftOf(charity) }])).reply
  const { basket } = await calls.show(basketId)
  expect(fieldsOf(await calls.submit(basket, { as }))).toEqual(['advisedBy'])
  const advised = await donorAdvice(portal, own, { adviceChannel: 'meeting' })
  expect((await calls.submit(basket, { as, ...advised })).status).toBe(200)
  await jobsDone(portal)
  const { rows } = await portal.database.admin.query<{ body: string; subject: string }>(
    `select subject, body from outgoing_mail where cause like 'basket:' || $1 || '%' and to_address = $2`,
    [basketId, own.donor.user.email],
  )
  expect(rows[0]?.subject).toBe('NPT Giving: We entered grants for you')
  expect(rows[0]?.body).toContain('this was advised by Margaret Ellison in a meeting on ')
  expect(rows[0]?.body).not.toContain('Prudence')
})
