import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testClock } from '../../../testing/clock.ts'
import { killProgram } from '../../../testing/database/kill-program.ts'
import { type MadeCharity, makeCharity } from '../../../testing/factories/make-charity.ts'
import { makeCharityProfile } from '../../../testing/factories/make-charity-profile.ts'
import { makeGrant } from '../../../testing/factories/make-grant.ts'
import { makeLegacyPlan } from '../../../testing/factories/make-legacy-plan.ts'
import { basketCalls, commandOf } from '../../../testing/grants/basket-calls.ts'
import { draftOf } from '../../../testing/grants/make-draft.ts'
import { schedule, scheduleTerms } from '../../../testing/grants/schedule-calls.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import {
  type PaymentFixture,
  paymentTime,
  startPaymentWorld,
} from '../../../testing/payments/payment-fixture.ts'
import { type IrsLine, importState } from '../../../testing/registers/import-state.ts'
import { charityName } from '../../charities/domain/charity-name.ts'
import { setCharityList } from '../../charity-list/charity-list.contract.ts'
import { getStaffGrant } from '../../grants/review/staff-grants.contract.ts'
import { listRegisterChanges } from '../register-changes.contract.ts'
import { compareBook } from './compare-registers.ts'

const clock = testClock(paymentTime.now)
let world: PaymentFixture
/** The newest state of the file, so that each test changes its own lines alone. */
let lines: IrsLine[] = [{ number: '990000007', name: 'ONE THAT STAYS' }]
let files = 0

beforeAll(async () => {
  world = await startPaymentWorld(clock)
})
afterAll(() => world.stop())
beforeEach(async () => {
  await world.renew()
  await compare()
})

const compare = async () => {
  const { portal } = world
  const signal = new AbortController().signal
  expect(await compareBook(portal.databases.book('npt'), { book: 'npt', clock, signal })).toEqual([])
  await jobsDone(portal)
}

const day = () => {
  files += 1
  return `2026-12-${String(files).padStart(2, '0')}`
}
const imported = () => importState(world.portal.databases, lines, day())

/** Charities in the current file. */
async function charitiesInFile(count: number, columns: Record<string, string> = {}): Promise<MadeCharity[]> {
  const made: MadeCharity[] = []
  for (let index = 0; index < count; index++) made.push(await makeCharity(world.portal.databases))
  lines = [...lines, ...made.map(({ number, name }) => ({ number, name, ...columns }))]
  await imported()
  await compare()
  return made
}

/** The next file without this charity, or with other columns of it. */
function change({ number }: MadeCharity, columns: Record<string, string> | 'gone'): void {
  lines = lines.flatMap(line =>
    line.number !== number ? [line] : columns === 'gone' ? [] : [{ ...line, ...columns }],
  )
}

const changes = async (view: 'to-decide' | 'decided' = 'to-decide') =>
  (await world.portal.call(listRegisterChanges, { query: { view, first: 500 } }, { as: world.one.session }))
    .reply.data
const changeOf = async ({ charityId }: MadeCharity) =>
  (await changes()).filter(each => each.charityId === charityId)

const staffGrant = async (grantId: string) =>
  (await world.portal.call(getStaffGrant, { params: { grantId } }, { as: world.approver.session })).reply

const mails = async () =>
  (
    await world.portal.database.admin.query<{ to_address: string; body: string }>(
      `select to_address, body from outgoing_mail where kind = 'register-changed' order by created_at, mail_id`,
    )
  ).rows

test('finds each kind of change, also several of one charity, and reports how many', {
  timeout: 120_000,
}, async () => {
  const charities = await charitiesInFile(7)
  const [gone, ineligible, toPerson, otherClass, renamed, assets, both] = charities
  if (!gone || !ineligible || !toPerson || !otherClass || !renamed || !assets || !both) throw new Error()
  for (const { charityId } of charities) await world.approved(charityId)
  change(gone, 'gone')
  change(ineligible, { FOUNDATION: '04' })
  change(toPerson, { FOUNDATION: '21' })
  change(otherClass, { FOUNDATION: '16' })
  change(renamed, { name: 'ANOTHER NAME' })
  change(assets, { ASSET_AMT: '5', CITY: 'ERIE' })
  change(both, { name: 'ONE MORE NAME', STATUS: '02' })
  const { changes: counts } = await imported()
  expect(counts).toEqual({
    gone: 1,
    'not-eligible': 1,
    'to-a-person': 2,
    'other-class': 1,
    renamed: 2,
  })
  await compare()
  const kinds = new Map((await changes()).map(each => [each.charityId, each.kinds]))
  expect(charities.map(({ charityId }) => kinds.get(charityId))).toEqual([
    ['gone'],
    ['not-eligible'],
    ['to-a-person'],
    ['other-class'],
    ['renamed'],
    undefined,
    ['to-a-person', 'renamed'],
  ])
  // The same file once more says nothing new.
  expect((await imported()).changes).toEqual({})
  await compare()
  expect(await changes()).toHaveLength(6)

  lines = [...lines, { number: gone.number, name: gone.name }]
  change(toPerson, { FOUNDATION: '15' })
  expect((await imported()).changes).toEqual({ revived: 1, eligible: 1 })
  await compare()
  expect((await changeOf(gone)).map(each => each.kinds)).toEqual([['gone'], ['revived']])
  expect((await changeOf(toPerson)).map(each => each.kinds)).toEqual([['to-a-person'], ['eligible']])
})

test('a line that cannot be read sends the charity to a person once', async () => {
  const [charity] = await charitiesInFile(1)
  if (!charity) throw new Error()
  change(charity, { ASSET_AMT: 'a lot' })
  expect((await imported()).changes).toEqual({ 'to-a-person': 1 })
  expect((await imported()).changes).toEqual({})
  change(charity, { ASSET_AMT: '' })
  expect((await imported()).changes).toEqual({ eligible: 1 })
})

test('finds everything that relies on a charity, and tells each person once, without a word of revocation', async () => {
  const { portal, fund } = world
  const [charity, other] = await charitiesInFile(2)
  if (!charity || !other) throw new Error()
  const { charityId, name } = charity
  const as = { as: fund.donor.session }
  const params = { fundId: fund.fundId }
  const calls = basketCalls(portal, fund, charity)
  await calls.save(randomUUID(), 0)
  await calls.gather([{ draftId: randomUUID(), content: draftOf(charity, {}) }])
  await schedule(portal, fund, scheduleTerms(charityId, { startsOn: '2027-01-15' }))
  for (const each of [charity, other])
    await portal.call(
      setCharityList,
      { params, body: commandOf({ charityId: each.charityId, inCharityList: true }) },
      as,
    )
  await makeLegacyPlan(portal, fund, [{ name, shareHundredths: 10_000, charity_id: charityId }])
  await makeCharityProfile(portal.databases, charityId, { payee_name: 'Confirmed Name' })
  const approvedId = await world.approved(charityId)
  const recommendedId = await makeGrant(portal, fund, {
    charityId,
    amountMinor: 300_00n,
    repeatConfirmed: true,
  })
  const before = (await mails()).length

  change(charity, 'gone')
  change(other, { name: 'SMALL NEW NAME' })
  await imported()
  await compare()

  expect(await changeOf(charity)).toMatchObject([
    {
      kinds: ['gone'],
      stops: true,
      concerned: { grant: 2, schedule: 1, basket: 1, draft: 1, list: 1, plan: 1, payee: 1 },
    },
  ])
  expect(await changeOf(other)).toMatchObject([{ kinds: ['renamed'], stops: false, concerned: { list: 1 } }])
  const returned = await staffGrant(approvedId)
  expect(returned.transactionStatusCode).toBe(2)
  expect(returned.steps.at(-1)).toMatchObject({ transition: 'reopen', actorName: 'Register import' })
  expect(returned.steps.at(-1)?.reason).toMatch(
    /^The register’s file of December \d+, 2026: no longer in the file\./,
  )
  expect(returned.evidence.at(-1)?.evidence).toMatchObject({
    registerChange: { kinds: ['gone'], before: { leftOn: null }, after: { foundation: '15' } },
  })
  expect((await staffGrant(recommendedId)).transactionStatusCode).toBe(1)

  const [mail, ...more] = (await mails()).slice(before)
  expect(more).toEqual([])
  expect(mail?.to_address).toBe(fund.donor.user.email)
  expect(mail?.body).toMatch(/is no longer in the register’s file of December \d+, 2026\./)
  expect(mail?.body).toMatch(/Grant \d+ is under review again; its amount stays set aside\./)
  expect(mail?.body).toContain('Your scheduled grants to it wait until we have looked into it.')
  // People know it by the name that it had.
  expect(mail?.body).toContain(`${charityName(other.name)} is listed as Small New Name now.`)
  expect(mail?.body).not.toMatch(/revo[ck]/i)
  // Another comparison mails and returns nothing.
  await compare()
  expect((await mails()).length).toBe(before + 1)
})

test('takes a grant out of a run that nobody approved, and waits for people where one did', async () => {
  const charityId = await world.transferCharity()
  const { rows } = await world.portal.database.admin.query<MadeCharity>(
    `select charity_id as "charityId", name, number from charity where charity_id = $1`,
    [charityId],
  )
  const [charity] = rows
  if (!charity) throw new Error()
  lines = [...lines, { number: charity.number, name: charity.name }]
  await imported()
  await compare()
  const grantId = await world.approved(charityId)
  const runId = await world.createdRun()
  expect((await world.calls.approve(runId, world.two)).status).toBe(200)
  change(charity, { FOUNDATION: '04' })
  await imported()
  await compare()
  // The file of the run exists, so people withdraw its approval first.
  expect((await staffGrant(grantId)).transactionStatusCode).toBe(4)
  expect((await world.calls.release(runId, world.one)).status).toBe(409)
  expect((await world.calls.withdraw(runId, world.two)).status).toBe(200)
  await compare()
  const { transactionStatusCode, steps } = await staffGrant(grantId)
  expect([transactionStatusCode, steps.slice(-2).map(each => each.transition)]).toEqual([
    2,
    ['unschedule', 'reopen'],
  ])
  expect((await world.calls.read(runId, world.one)).reply.events.at(-1)).toMatchObject({
    kind: 'removed',
    actorName: 'Register import',
  })
  expect(
    (await world.portal.call(listRegisterChanges, { query: { first: 500 } }, { as: world.one.session }))
      .status,
  ).toBe(200)
})

test('leaves a grant alone whose approval was about what the register says now', async () => {
  const [charity] = await charitiesInFile(1)
  if (!charity) throw new Error()
  change(charity, { STATUS: '02' })
  await imported()
  await compare()
  const grantId = await makeGrant(world.portal, world.fund, {
    charityId: charity.charityId,
    amountMinor: 500_00n,
    approvedBy: world.approver,
  })
  change(charity, { name: 'RENAMED ALONE' })
  await imported()
  await compare()
  expect((await staffGrant(grantId)).transactionStatusCode).toBe(3)
})

test('continues after its program was killed in the midst, and returns each grant and mails each person once', {
  timeout: 120_000,
}, async () => {
  const charities = await charitiesInFile(3)
  const grantIds: string[] = []
  for (const { charityId } of charities) grantIds.push(await world.approved(charityId))
  for (const charity of charities) change(charity, 'gone')
  await imported()
  const before = (await mails()).length
  await killProgram(world.portal.database, 'payments/payment-program.ts', {
    task: 'compare-registers',
    payload: {},
    stopAfter: 3,
  })
  const statuses = async () => {
    const { rows } = await world.portal.database.admin.query<{ status: number; steps: number }>(
      `select transaction_status_code as status, (select count(*)::integer from grant_history_entry h
         where h.grant_id = g.grant_id and h.transition = 'reopen') as steps
       from grant_recommendation g where grant_id = any($1) order by 1`,
      [grantIds],
    )
    return rows
  }
  const killed = (await statuses()).map(({ status }) => status)
  expect(killed).toContain(2)
  expect(killed).toContain(3)
  await Promise.all([compare(), compare()])
  expect(await statuses()).toEqual(grantIds.map(() => ({ status: 2, steps: 1 })))
  expect((await mails()).length).toBe(before + 1)
})
