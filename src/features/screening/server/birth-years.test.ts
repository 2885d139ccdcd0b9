import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testClock } from '../../../testing/clock.ts'
import { withoutTriggers } from '../../../testing/database/without-triggers.ts'
import { makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../testing/factories/make-grant.ts'
import { makeLegacyPlan } from '../../../testing/factories/make-legacy-plan.ts'
import { makeListEntry } from '../../../testing/factories/make-list-entry.ts'
import { findingCalls } from '../../../testing/payments/finding-calls.ts'
import { listedCharities } from '../../../testing/payments/listed-charities.ts'
import {
  type PaymentFixture,
  paymentTime,
  startPaymentWorld,
} from '../../../testing/payments/payment-fixture.ts'
import { stopSentences } from '../domain/finding.ts'

// A year of birth that differs lowers the score of a name that is nearly a listed one, and one that agrees raises it.

const clock = testClock(paymentTime.now)
let world: PaymentFixture
let findings: ReturnType<typeof findingCalls>
let officer: Person

beforeAll(async () => {
  world = await startPaymentWorld(clock)
  findings = findingCalls(world.portal)
})
afterAll(() => world.stop())
beforeEach(async () => {
  await world.renew()
  officer = await makeStaff(world.portal, { firstName: 'Olive', lastName: 'Officer' })
})

const donor = () => world.fund.donor.user
const born = (year: string) =>
  world.portal.database.admin.query(
    `insert into person_profile (realm, user_id, year_of_birth) values ('npt', $1, $2)
     on conflict (realm, user_id) do update set year_of_birth = excluded.year_of_birth`,
    [donor().userId, year],
  )
const named = (name: string) =>
  withoutTriggers(world.portal.database.admin, 'update party set name = $2 where user_id = $1', [
    donor().userId,
    name,
  ])
const screen = () => listedCharities(world, clock).screen()
const foundAs = async (name: string, view: 'to-decide' | 'decided' = 'to-decide') =>
  (await findings.list(officer, view)).filter(({ ourName }) => ourName === name)

/** A listed person, and a name that is nearly theirs, both used by no other test. */
async function nearlyListed(surname: string) {
  await makeListEntry(world.portal.database, {
    names: [`${surname.toUpperCase()}VICH, Ostrogar`],
    ...{ kind: 'person', birthYears: [1961] },
  })
  const name = `Ostrogor ${surname}wich`
  await named(name)
  return name
}

describe('the year of birth of a person of an account', () => {
  test('lets a similar name pass if it is another, and is shown in the working if it agrees', async () => {
    const name = await nearlyListed('Zelmino')
    await born('1985')
    await screen()
    expect(await foundAs(name)).toEqual([])
    await born('1962')
    const grantId = await makeGrant(world.portal, world.fund)
    const refused = await world.grants.approve(grantId, world.approver.session)
    expect([refused.status, refused.problem.detail]).toEqual([409, stopSentences.found])
    const [found] = await foundAs(name)
    expect((await findings.read(found?.findingId ?? '', officer)).reply).toMatchObject({
      ...{ birthYear: 1962, matcherVersion: 2 },
      working: { adjustments: [{ reason: 'birth-year', by: 0.05 }] },
    })
  })

  test('does not hide a name that is the listed one', async () => {
    const name = 'Ostrogar Kelvandovich'
    await makeListEntry(world.portal.database, { names: [name], kind: 'person', birthYears: [1961] })
    await named(name)
    await born('1985')
    await screen()
    expect(await foundAs(name)).toMatchObject([{ score: 0.9, state: 'open' }])
  })

  test('ends no open finding by being changed, and asks again where a person had decided', async () => {
    const name = await nearlyListed('Brastimo')
    await born('1961')
    await screen()
    const [found] = await foundAs(name)
    await born('1985')
    await screen()
    expect(await foundAs(name)).toMatchObject([{ findingId: found?.findingId, state: 'open' }])
    const grantId = await makeGrant(world.portal, world.fund)
    expect((await world.grants.approve(grantId, world.approver.session)).problem.detail).toBe(
      stopSentences.found,
    )

    await findings.decide(found?.findingId ?? '', 'dismiss', officer)
    expect((await world.grants.approve(grantId, world.approver.session)).status).toBe(200)
    await born('1960')
    await screen()
    expect(await foundAs(name)).toMatchObject([{ state: 'open' }])
    await born('')
    await screen()
    expect((await foundAs(name)).length).toBeGreaterThanOrEqual(1)
  })
})

test('a successor has the year of the plan in force', async () => {
  const { accountId } = world.fund
  const share = { name: 'Heirloom Successor', shareHundredths: 10_000 }
  await makeLegacyPlan(world.portal, world.fund, [share])
  const { admin } = world.portal.database
  await withoutTriggers(admin, 'update legacy_plan_share set year_of_birth = 1990 where account_id = $1', [
    accountId,
  ])
  const { rows } = await admin.query(
    `select birth_year from person_to_screen where account_id = $1 and names = '{Heirloom Successor}'`,
    [accountId],
  )
  expect(rows).toEqual([{ birth_year: 1990 }])
})
