import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testClock } from '../../../testing/clock.ts'
import { makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../testing/factories/make-grant.ts'
import { findingCalls } from '../../../testing/payments/finding-calls.ts'
import { listedCharities } from '../../../testing/payments/listed-charities.ts'
import {
  type PaymentFixture,
  paymentTime,
  startPaymentWorld,
} from '../../../testing/payments/payment-fixture.ts'
import { approveGrant } from '../../grants/review/staff-commands.contract.ts'
import { approveGrants } from '../../grants/review/staff-grants.contract.ts'
import { stopSentences } from '../domain/finding.ts'
import { findCurrentVersions } from './sanctions-lists.queries.ts'
import { storeScreened } from './subjects.queries.ts'

// Names are compared before the transaction of the command, so that a refusal takes back no finding.

const clock = testClock(paymentTime.now)
let world: PaymentFixture
let findings: ReturnType<typeof findingCalls>
let charities: ReturnType<typeof listedCharities>
let officer: Person

beforeAll(async () => {
  world = await startPaymentWorld(clock)
  findings = findingCalls(world.portal)
  charities = listedCharities(world, clock)
})
afterAll(() => world.stop())
beforeEach(async () => {
  await world.renew()
  officer = await makeStaff(world.portal, { firstName: 'Olive', lastName: 'Officer' })
})

const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })
const approval = { reason: null, message: null, controlsSupported: null, payeeSeen: null }

const findingsOf = async (name: string) =>
  (await findings.list(officer)).filter(({ ourName }) => ourName === name)

test('approvals at once, with one key and with several, find a name once and keep it', async () => {
  const { charityId, name } = await charities.make()
  const grantId = await makeGrant(world.portal, world.fund, { charityId })
  const one = { params: { grantId }, body: command(approval) }
  const approve = (idempotencyKey: string) =>
    world.portal.call(approveGrant, one, { as: world.approver.session, idempotencyKey })
  const key = randomUUID()
  const answers = await Promise.all([approve(key), approve(key), approve(randomUUID())])
  expect(answers.map(({ status }) => status)).toEqual([409, 409, 409])
  expect(await findingsOf(name)).toHaveLength(1)
})

test('grants that are approved together are compared before, and keep what is found', async () => {
  const { charityId, name } = await charities.make()
  const grantId = await makeGrant(world.portal, world.fund, { charityId })
  const body = command({ reason: 'Reviewed', grants: [{ grantId, payeeSeen: null }] })
  const { reply } = await world.portal.call(approveGrants, { body }, { as: world.approver.session })
  expect(reply.data).toEqual([{ grantId, refusal: stopSentences.found }])
  expect(await findingsOf(name)).toMatchObject([{ state: 'open' }])
})

test('what was compared with an earlier version takes back nothing of a later one', async () => {
  const { charityId, name } = await charities.make()
  await makeGrant(world.portal, world.fund, { charityId })
  await charities.screen()
  const db = world.portal.databases.book('npt')
  const [later] = await findCurrentVersions(db, ['ofac'])
  if (!later) throw new Error('no version')
  const versions = [{ ...later, versionId: later.versionId - 1n }]
  await storeScreened(
    db,
    [{ kind: 'charity', id: charityId, names: [name], country: null, birthYear: null }],
    [],
    {
      ...{ versions, matcherVersion: 1, at: clock.now() },
    },
  )
  expect(await findingsOf(name)).toMatchObject([{ state: 'open' }])
})
