import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tasks } from '../../../app/server/jobs.ts'
import { npt } from '../../../clients/configuration/npt.ts'
import { formatDate } from '../../../domain/dates.ts'
import { type JobWorker, startJobWorker } from '../../../server/jobs/worker.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { withoutTriggers } from '../../../testing/database/without-triggers.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import {
  type MadeFund,
  makeFund,
  makePersonOf,
  makeStaff,
  type Person,
} from '../../../testing/factories/make-fund.ts'
import { makeGrant, recommend, recommendation } from '../../../testing/factories/make-grant.ts'
import { makeRelationship } from '../../../testing/factories/make-relationship.ts'
import { donorAdvice } from '../../../testing/grants/donor-advice.ts'
import { grantCalls } from '../../../testing/grants/grant-calls.ts'
import { payGrant } from '../../../testing/grants/pay-grant.ts'
import { jobSettings } from '../../../testing/jobs.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import { mailGrantStep } from './mail-grant-step.ts'
import { transitionGrant } from './transition-grant.ts'

let portal: TestApp
let worker: JobWorker
let staff: Person
let fund: MadeFund

beforeAll(async () => {
  portal = await startTestApp()
  staff = await makeStaff(portal)
  fund = await makeFund(portal)
  worker = await startJobWorker({ databases: portal.databases, tasks, ...jobSettings })
})
afterAll(async () => {
  await worker.stop()
  await portal.close()
})

type Mail = { to_address: string; subject: string; body: string; book: string }

async function mails(grantId: string): Promise<Mail[]> {
  const { rows } = await portal.database.admin.query<Mail>(
    `select book, to_address, subject, body from outgoing_mail where cause like 'grant:' || $1 || ':%' order by cause`,
    [grantId],
  )
  return rows
}

test('mails each step once to the person who recommended the grant', async () => {
  const grantId = await makeGrant(portal, fund, { approvedBy: staff })
  await jobsDone(portal)
  const sent = await mails(grantId)
  expect(sent.map(({ subject }) => subject)).toEqual([
    'NPT Giving: We received your grant recommendation',
    'NPT Giving: Your grant was approved',
  ])
  for (const { to_address, body, book } of sent) {
    expect(to_address).toBe(fund.donor.user.email)
    expect(book).toBe('npt')
    expect(body).toContain('Amount: $250.00')
    expect(body).toContain(`Fund: ${fund.accountName}`)
    // The approver's internal note.
    expect(body).not.toContain('Looked at')
  }
})

test('says purpose, method and date in the mail about a payment (§13)', async () => {
  const payer = await makeStaff(portal)
  const grantId = await makeGrant(portal, fund, {
    purposeCode: 'in_memory',
    purposeText: 'Ruth Whitcombe',
    approvedBy: staff,
  })
  await jobsDone(portal)
  await payGrant(portal, grantId, payer)
  await jobsDone(portal)
  const paid = (await mails(grantId)).at(-1)
  const { paidOn } = await grantCalls(portal).read(grantId, fund)
  expect(paid?.subject).toBe('NPT Giving: Your grant was paid')
  expect(paid?.body).toContain('Purpose: In memory of Ruth Whitcombe')
  expect(paid?.body).toContain('Payment: Electronic transfer, GRANT-4711')
  expect(paid?.body).toContain(`Paid on: ${formatDate(paidOn ?? ('' as never), 'en-US')}`)
  // Nothing was paid when the earlier mails were written.
  for (const { body } of (await mails(grantId)).slice(0, -1)) expect(body).not.toContain('Paid on:')
})

test('does not say that the amount of a grant that waits for funds was set aside (§12)', async () => {
  const low = await makeFund(portal, { book: 'glenmede', balanceMinor: 300_00n })
  const waiting = await makeGrant(portal, low, { amountMinor: 600_00n })
  await grantCalls(portal).cancel(waiting, low)
  const covered = await makeFund(portal, { book: 'glenmede' })
  const reserved = await makeGrant(portal, covered, { amountMinor: 600_00n })
  await grantCalls(portal).cancel(reserved, covered)
  await jobsDone(portal)
  const [received, cancelled] = (await mails(waiting)).map(({ body }) => body)
  expect(received).toContain('Nothing has been set aside yet.')
  expect(cancelled).toContain('Your recommendation has been canceled. Nothing had been set aside for it.')
  const [receivedToo, cancelledToo] = (await mails(reserved)).map(({ body }) => body)
  expect(receivedToo).toContain('The amount is set aside in your fund.')
  expect(cancelledToo).toContain('The amount is available in your fund again.')
})

test('writes no second mail when the job runs again', async () => {
  const grantId = await makeGrant(portal, fund)
  await jobsDone(portal)
  const payload = { client: 'npt', grantId, step: 1, transition: 'recommend' }
  await mailGrantStep.run(payload, {
    db: portal.databases.book('npt'),
    origin: { book: 'npt' },
    books: [],
    mailer: null,
    ...jobSettings,
    signal: new AbortController().signal,
  })
  expect(await mails(grantId)).toHaveLength(1)
})

test('mails a second question about the same grant', async () => {
  const grantId = await makeGrant(portal, fund)
  const settings = {
    client: npt,
    book: npt.book,
    today: '2026-11-20' as never,
    now: new Date(),
    requireVerification: () => {},
  }
  const internalNote = 'The name is on the watch list of 2024'
  for (const message of ['Which campus?', 'Which building?'])
    await transitionGrant(
      portal.databases.book('npt'),
      fund.accountId,
      {
        grantId,
        transition: 'ask-information',
        reason: internalNote,
        message,
        actor: { userId: staff.user.userId, name: 'Prudence Gale', side: 'sponsor' },
      },
      settings,
    )
  await jobsDone(portal)
  expect((await mails(grantId)).map(({ subject }) => subject)).toEqual([
    'NPT Giving: We received your grant recommendation',
    'NPT Giving: A question about your grant recommendation',
    'NPT Giving: A question about your grant recommendation',
  ])
  const [, first, second] = (await mails(grantId)).map(({ body }) => body)
  expect(first).toContain('Our message: Which campus?')
  expect(second).toContain('Our message: Which building?')
  for (const { body } of await mails(grantId)) {
    expect(body).not.toContain(internalNote)
    expect(body).not.toContain('Prudence')
  }
})

test('mails a repeated request once, and a refused one not at all', async () => {
  const small = await makeFund(portal, { balanceMinor: 300_00n })
  const { charityId } = await makeCharity(portal.databases)
  const key = randomUUID()
  const { reply } = await recommend(portal, small, recommendation(charityId), { key })
  await recommend(portal, small, recommendation(charityId), { key })
  const refused = await recommend(portal, small, recommendation(charityId, { repeatConfirmed: true }))
  expect(refused.status).toBe(400)
  await jobsDone(portal)
  expect(await mails(reply.grantId)).toHaveLength(1)
  const { rows } = await portal.database.admin.query(
    `select count(*)::int as mails from outgoing_mail where to_address = $1`,
    [small.donor.user.email],
  )
  expect(rows[0].mails).toBe(1)
})

/** Approves a grant of the fund, recommended by this person. */
async function approvedGrantBy(recommender: Person, of: MadeFund, advised: object = {}): Promise<string> {
  const { charityId } = await makeCharity(portal.databases)
  const { reply } = await recommend(portal, of, recommendation(charityId, advised), {
    as: recommender.session,
  })
  await grantCalls(portal).approve(reply.grantId, staff.session)
  await jobsDone(portal)
  return reply.grantId
}

test('mails the donors too if someone else recommended the grant, with a text of their own (§13)', async () => {
  const shared = await makeFund(portal)
  const joint = await makePersonOf(portal, shared, 'joint_donor')
  await makePersonOf(portal, shared, 'viewer')
  const advisor = await makePersonOf(portal, shared, 'primary_advisor')
  await withoutTriggers(
    portal.database.admin,
    'update fund_account set advisor_may_grant = true where account_id = $1',
    [shared.accountId],
  )
  const sent = await mails(await approvedGrantBy(advisor, shared))
  const to = (person: Person) =>
    sent.filter(mail => mail.to_address === person.user.email).map(({ subject }) => subject)
  expect(to(advisor)).toEqual([
    'NPT Giving: We received your grant recommendation',
    'NPT Giving: Your grant was approved',
  ])
  for (const donor of [shared.donor, joint])
    expect(to(donor)).toEqual([
      'NPT Giving: A grant was recommended from your fund',
      'NPT Giving: A grant from your fund was approved',
    ])
  expect(sent).toHaveLength(6)
  const bodyTo = (person: Person) => sent.find(mail => mail.to_address === person.user.email)?.body
  const { firstName, lastName } = advisor.user
  expect(bodyTo(joint)).toContain(`${firstName} ${lastName} recommended this grant.`)
  expect(bodyTo(joint)).toContain('The amount is set aside in your fund.')
  // The fund is not the advisor's own.
  expect(bodyTo(advisor)).toContain('The amount is set aside in the fund.')
})

test('names the sponsor to donors, not the staff member who recommended the grant (§13)', async () => {
  const assisted = await makeFund(portal)
  const recommender = await makeStaff(portal)
  const sent = await mails(await approvedGrantBy(recommender, assisted, await donorAdvice(portal, assisted)))
  const toDonor = sent.filter(({ to_address }) => to_address === assisted.donor.user.email)
  expect(toDonor.map(({ body }) => body).join()).toContain('We entered this grant for you.')
  expect(toDonor[0]?.subject).toBe('NPT Giving: We entered a grant for you')
  expect(toDonor[0]?.body).toContain('this was advised by Margaret Ellison by phone on ')
  expect(toDonor.map(({ body }) => body).join()).not.toContain('Prudence')
  // A sponsor recommends nothing, so no mail speaks to them of a recommendation of theirs.
  expect(sent.map(({ to_address }) => to_address)).not.toContain(recommender.user.email)
})

test('reaches a donor without a login at the address that the sponsor has', async () => {
  const assisted = await makeFund(portal)
  await makeRelationship(portal.databases, assisted, { role: 'joint_donor', name: 'Harold Whitcombe' })
  const sent = await mails(
    await approvedGrantBy(await makeStaff(portal), assisted, await donorAdvice(portal, assisted)),
  )
  const toHarold = sent.filter(({ to_address }) => to_address === 'harold.whitcombe@people.example')
  expect(toHarold).toHaveLength(2)
  expect(toHarold[0]?.body).toContain('Dear Harold Whitcombe,')
})

test('mails nobody who lost access to the account (§14)', async () => {
  const left = await makeFund(portal)
  const joint = await makePersonOf(portal, left, 'joint_donor')
  const { charityId } = await makeCharity(portal.databases)
  const { reply } = await recommend(portal, left, recommendation(charityId), { as: joint.session })
  await jobsDone(portal)
  await portal.database.admin.query(
    `update account_relationship set ended_at = now() where account_role_code = 'joint_donor' and account_id = $1`,
    [left.accountId],
  )
  await grantCalls(portal).approve(reply.grantId, staff.session)
  await jobsDone(portal)
  expect((await mails(reply.grantId)).map(({ to_address }) => to_address)).toEqual([
    joint.user.email,
    left.donor.user.email,
  ])
})

test('leaves out people who switched the kind of notice off, where that is allowed', async () => {
  const quiet = await makeFund(portal)
  for (const kind of ['grant-approved', 'grant-received'])
    await portal.databases
      .realm('npt')
      .insertInto('notice_switched_off')
      .values({ user_id: quiet.donor.user.userId, kind })
      .execute()
  const sent = await mails(await approvedGrantBy(quiet.donor, quiet))
  // A receipt of an instruction cannot be switched off.
  expect(sent.map(({ subject }) => subject)).toEqual(['NPT Giving: We received your grant recommendation'])
})
