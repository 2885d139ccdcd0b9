import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isoDate } from '../../../domain/dates.ts'
import { keysOf } from '../../../domain/keys-of.ts'
import { testClock } from '../../../testing/clock.ts'
import { diligenceCalls } from '../../../testing/diligence-calls.ts'
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
import { setCharityList } from '../../charity-list/charity-list.contract.ts'
import { proposeVetting } from '../../charity-vetting/vettings.contract.ts'
import { listRegisterChanges } from '../register-changes.contract.ts'
import { compareBook } from './compare-registers.ts'

// Each kind of change with each thing that relies on a charity.

/** What the file says of a charity before and after, by the kind that it becomes; null: it has no line. */
const states = {
  gone: [{}, null],
  'not-eligible': [{}, { FOUNDATION: '04' }],
  'to-a-person': [{}, { STATUS: '02' }],
  'other-class': [{}, { FOUNDATION: '16' }],
  renamed: [{}, { NAME: 'ANOTHER NAME ALTOGETHER' }],
  revived: [null, {}],
  eligible: [{ STATUS: '02' }, {}],
} as const
type Kind = keyof typeof states
const kinds = keysOf(states)
const stopping: readonly Kind[] = ['gone', 'not-eligible', 'to-a-person']
const forDonors = kinds.filter(kind => kind !== 'other-class')

const clock = testClock(paymentTime.now)
let world: PaymentFixture
beforeAll(async () => {
  world = await startPaymentWorld(clock)
  await world.renew()
})
afterAll(() => world.stop())

let files = 0
async function importAndCompare(lines: readonly IrsLine[]): Promise<void> {
  files += 1
  const { databases } = world.portal
  await importState(
    databases,
    [{ number: '990000007', name: 'ONE THAT STAYS' }, ...lines],
    `2026-12-0${files}`,
  )
  const { signal } = new AbortController()
  expect(await compareBook(databases.book('npt'), { book: 'npt', clock, signal })).toEqual([])
  await jobsDone(world.portal)
}

const linesOf = (charities: Record<Kind, MadeCharity>, at: 0 | 1): IrsLine[] =>
  kinds.flatMap(kind => {
    const columns = states[kind][at]
    const { number, name } = charities[kind]
    return columns === null ? [] : [{ number, name, ...columns }]
  })

/** Everything of the donor that can rely on these charities, but for grants. */
async function pin(charities: readonly MadeCharity[]): Promise<void> {
  const { portal, fund } = world
  const [first] = charities
  if (!first) throw new Error('no charity')
  const as = { as: fund.donor.session }
  for (const charity of charities) {
    const { charityId } = charity
    const inList = commandOf({ charityId, inCharityList: true })
    await portal.call(setCharityList, { params: { fundId: fund.fundId }, body: inList }, as)
    await schedule(portal, fund, scheduleTerms(charityId, { startsOn: '2027-01-15' }))
    await makeCharityProfile(portal.databases, charityId, { payee_name: 'Confirmed Name' })
    await basketCalls(portal, fund, charity).save(randomUUID(), 0)
  }
  await basketCalls(portal, fund, first).gather(
    charities.map(charity => ({ draftId: randomUUID(), content: draftOf(charity, {}) })),
  )
  const rest = 10_000 - 1_400 * (charities.length - 1)
  await makeLegacyPlan(
    portal,
    fund,
    charities.map(({ charityId, name }, index) => ({
      ...{ name, charity_id: charityId, shareHundredths: index === 0 ? rest : 1_400 },
    })),
  )
}

const changes = async () =>
  (await world.portal.call(listRegisterChanges, { query: { first: 500 } }, { as: world.one.session })).reply
    .data
const mails = async () =>
  (
    await world.portal.database.admin.query<{ to_address: string; body: string }>(
      `select to_address, body from outgoing_mail where kind = 'register-changed' order by created_at, mail_id`,
    )
  ).rows

test('each kind of change finds each thing that relies on the charity, and its donor gets one mail', {
  timeout: 180_000,
}, async () => {
  const { portal, fund } = world
  const made = await Promise.all(
    kinds.map(async kind => [kind, await makeCharity(portal.databases)] as const),
  )
  // Each kind is a key.
  const charities = Object.fromEntries(made) as Record<Kind, MadeCharity>
  await importAndCompare(made.map(([, { number, name }]) => ({ number, name })))
  await pin(Object.values(charities))
  await importAndCompare(linesOf(charities, 0))
  const grants = new Map<Kind, string>()
  for (const kind of kinds)
    grants.set(
      kind,
      await makeGrant(portal, fund, {
        ...{ charityId: charities[kind].charityId, amountMinor: 300_00n, approvedBy: world.approver },
      }),
    )
  const before = { changes: (await changes()).map(({ changeId }) => changeId), mails: (await mails()).length }

  await importAndCompare(linesOf(charities, 1))

  const found = (await changes()).filter(({ changeId }) => !before.changes.includes(changeId))
  const each = { grant: 1, schedule: 1, basket: 1, draft: 1, list: 1, plan: 1, payee: 1 }
  for (const kind of kinds)
    expect(
      found.filter(({ charityId }) => charityId === charities[kind].charityId),
      kind,
    ).toMatchObject([{ kinds: [kind], stops: stopping.includes(kind), concerned: each }])

  const { rows } = await portal.database.admin.query<{ grant_id: string; status: number }>(
    'select grant_id, transaction_status_code as status from grant_recommendation where account_id = $1',
    [fund.accountId],
  )
  const statusOf = new Map(rows.map(({ grant_id, status }) => [grant_id, status]))
  for (const [kind, grantId] of grants)
    expect([kind, statusOf.get(grantId)]).toEqual([kind, stopping.includes(kind) ? 2 : 3])

  const [mail, ...more] = (await mails()).slice(before.mails)
  expect(more).toEqual([])
  expect(mail?.to_address).toBe(fund.donor.user.email)
  expect(mail?.body).not.toMatch(/revo[ck]/i)
  const named = (kind: Kind) =>
    mail?.body
      .toLowerCase()
      .includes(kind === 'renamed' ? 'another name altogether' : charities[kind].name.toLowerCase())
  expect(kinds.filter(named)).toEqual(forDonors)
})

test('a vetted organization that is on the register now is for staff alone', async () => {
  const { portal, one, two } = world
  const name = 'Larkhaven Tide Mill Society'
  const fields = {
    ...{
      name,
      alsoKnownAs: '',
      street: '1 Mill Lane',
      city: 'Philadelphia',
      usState: 'PA',
      postalCode: '19106',
    },
    ...{ basis: 'government' as const, finding: 'Letter of its town', expiresOn: isoDate('2028-01-31') },
    ...{ charityId: null, proposalId: null },
  }
  const proposed = await portal.call(
    proposeVetting,
    { body: { data: { type: 'command', attributes: fields } } },
    { as: one.session, idempotencyKey: randomUUID() },
  )
  const { vettingId } = proposed.reply
  await diligenceCalls(portal).addPaper(vettingId, one)
  expect((await diligenceCalls(portal).confirm(vettingId, two)).status).toBe(200)
  const before = (await mails()).length
  await importAndCompare([{ number: '990000101', name: name.toUpperCase() }])
  const ofRegister = (await changes()).filter(({ charityName }) => charityName === name.toUpperCase())
  expect(ofRegister).toMatchObject([{ kinds: ['on-register'], stops: false, concerned: { vetting: 1 } }])
  expect((await mails()).slice(before).filter(({ body }) => body.includes('Larkhaven'))).toEqual([])
})
