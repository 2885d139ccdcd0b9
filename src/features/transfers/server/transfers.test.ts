import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tasks } from '../../../app/server/jobs.ts'
import { getAccountOverview } from '../../../contract/account-overview.contract.ts'
import { type JobWorker, startJobWorker } from '../../../server/jobs/worker.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { setStatusOf } from '../../../testing/factories/change-account.ts'
import {
  type MadeFund,
  makeFund,
  makePersonOf,
  makeStaff,
  type Person,
} from '../../../testing/factories/make-fund.ts'
import { jobSettings } from '../../../testing/jobs.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import {
  approveTransfer,
  declineTransfer,
  listTransfers,
  listTransfersToDecide,
  requestTransfer,
  withdrawTransfer,
} from '../transfers.contract.ts'

const clock = testClock('2026-03-16T15:00:00Z')
let portal: TestApp
let worker: JobWorker
let staff: Person
let giver: MadeFund
let receiver: MadeFund

beforeAll(async () => {
  portal = await startTestApp({ clock })
  worker = await startJobWorker({ databases: portal.databases, tasks, ...jobSettings })
})
afterAll(async () => {
  await worker.stop()
  await portal.close()
})
beforeEach(async () => {
  clock.set('2026-03-16T15:00:00Z')
  staff = await makeStaff(portal)
  giver = await makeFund(portal, { accountName: 'Wren Fund', balanceMinor: 1_000_00n })
  receiver = await makeFund(portal, { accountName: 'Finch Fund', balanceMinor: 1_00n })
})

const body = <Attributes>(attributes: Attributes) => ({ data: { type: 'command' as const, attributes } })
const ask = (
  about: { amountMinor?: bigint; toFundId?: number; toAccountName?: string } = {},
  { as = giver.donor, key = randomUUID() }: { as?: Person; key?: string } = {},
) =>
  portal.call(
    requestTransfer,
    {
      params: { fundId: giver.fundId },
      body: body({
        toFundId: receiver.fundId,
        toAccountName: 'Finch Fund',
        amountMinor: 250_00n,
        reason: 'For my niece',
        ...about,
      }),
    },
    { as: as.session, idempotencyKey: key },
  )
const asked = async (about: Parameters<typeof ask>[0] = {}) => (await ask(about)).reply.transferId
const approve = (transferId: string, as = staff) =>
  portal.call(approveTransfer, { params: { transferId }, body: body({}) }, { as: as.session })
const decline = (transferId: string, as = staff) =>
  portal.call(
    declineTransfer,
    { params: { transferId }, body: body({ message: 'Please send us the agreement.' }) },
    { as: as.session },
  )
const withdraw = (transferId: string, as = giver.donor, fund = giver) =>
  portal.call(
    withdrawTransfer,
    { params: { fundId: fund.fundId, transferId }, body: body({}) },
    { as: as.session },
  )
const listed = async (fund = giver) =>
  (await portal.call(listTransfers, { params: { fundId: fund.fundId } }, { as: fund.donor.session })).reply
    .data
const waiting = async (transferId: string, as = staff) =>
  (await portal.call(listTransfersToDecide, {}, { as: as.session })).reply.data.find(
    row => row.transferId === transferId,
  )
const endingOf = async (fund: MadeFund) =>
  (await portal.call(getAccountOverview, { params: { fundId: fund.fundId } }, { as: fund.donor.session }))
    .reply.endingMinor

describe('a transfer between funds (§12)', () => {
  test('is requested by a donor, made by staff to the penny, and reported to the donors of both funds', async () => {
    const transferId = await asked()
    expect(await waiting(transferId)).toMatchObject({
      fromAccountName: 'Wren Fund',
      availableMinor: 1_000_00n,
      found: { accountName: 'Finch Fund', hasGivenName: true },
      violation: null,
      decisionRefusal: null,
    })
    expect(await endingOf(giver)).toBe(1_000_00n)
    expect((await approve(transferId)).reply.state).toBe('approved')
    expect([await endingOf(giver), await endingOf(receiver)]).toEqual([750_00n, 251_00n])
    expect(await listed()).toMatchObject([{ transferId, state: 'approved', decidedOn: '2026-03-16' }])
    expect(await listed(receiver)).toEqual([])
    const { rows } = await portal.database.admin.query(
      'select section, amount_minor::int from posting where account_id = any($1) and section in (7, 8) order by section',
      [[giver.accountId, receiver.accountId]],
    )
    expect(rows).toEqual([
      { section: 7, amount_minor: 250_00 },
      { section: 8, amount_minor: -250_00 },
    ])
    await jobsDone(portal)
    const subjects = async (fund: MadeFund) => {
      const { rows: mails } = await portal.database.admin.query<{ subject: string }>(
        'select subject from outgoing_mail where to_address = $1 order by subject',
        [fund.donor.user.email],
      )
      return mails.map(({ subject }) => subject)
    }
    expect(await subjects(giver)).toEqual([
      'NPT Giving: A transfer to another fund was made',
      'NPT Giving: A transfer to another fund was requested',
    ])
    expect(await subjects(receiver)).toEqual(['NPT Giving: Your fund received a transfer'])
  })

  test('may be the whole available balance, but not a penny more', async () => {
    expect((await ask({ amountMinor: 1_000_01n })).problem.errors).toMatchObject({
      amountMinor: [expect.stringMatching(/does not cover/)],
    })
    const [all, one] = [await asked({ amountMinor: 1_000_00n }), await asked({ amountMinor: 1n })]
    await approve(all)
    expect((await approve(one)).problem.detail).toMatch(/does not cover/)
    expect((await waiting(one))?.violation).toMatch(/does not cover/)
    expect(await endingOf(giver)).toBe(0n)
  })

  test('is created once for one key, and made once under concurrent approvals and in both directions', async () => {
    const key = randomUUID()
    const [first, second] = await Promise.all([ask({}, { key }), ask({}, { key })])
    expect(first.reply.number).toBe(second.reply.number)
    const colleague = await makeStaff(portal)
    const { transferId } = first.reply
    const both = await Promise.all([approve(transferId), approve(transferId, colleague)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await endingOf(giver)).toBe(750_00n)
  })

  test('is declined with a message, or withdrawn by the person who requested it, and cannot be approved after that', async () => {
    const [one, two] = [await asked(), await asked()]
    expect((await decline(one)).reply.state).toBe('declined')
    expect((await withdraw(two)).reply.state).toBe('withdrawn')
    expect((await withdraw(two)).reply.state).toBe('withdrawn')
    for (const transferId of [one, two]) expect((await approve(transferId)).status).toBe(409)
    expect((await withdraw(one)).status).toBe(409)
    expect((await listed()).map(({ state, message }) => [state, message])).toContainEqual([
      'declined',
      'Please send us the agreement.',
    ])
    expect(await endingOf(giver)).toBe(1_000_00n)
  })

  test('says nothing about accounts that the donor does not see: an unknown number reads like a known one', async () => {
    const known = await ask()
    const unknown = await ask({ toFundId: 99_999_998 })
    expect(unknown.status).toBe(200)
    const shape = ({ transferId: _, number: __, toFundId: ___, ...rest }: typeof known.reply) => rest
    expect(shape(unknown.reply)).toEqual(shape(known.reply))
    expect((await waiting(unknown.reply.transferId))?.violation).toMatch(/no account/)
    expect((await approve(unknown.reply.transferId)).status).toBe(409)
    expect((await waiting(await asked({ toAccountName: 'Somebody Else' })))?.found?.hasGivenName).toBe(false)
  })

  test('is refused to the fund itself, from and to funds that are not active, and beyond ten that wait', async () => {
    expect((await ask({ toFundId: giver.fundId })).status).toBe(400)
    const transferId = await asked()
    await setStatusOf(portal.database.admin, receiver.accountId, 'Immobile')
    expect((await approve(transferId)).problem.detail).toMatch(/receiving fund is not active/)
    for (let count = 2; count <= 10; count += 1) await asked({ amountMinor: 1_00n })
    expect((await ask()).problem.detail).toMatch(/10 transfers/)
    await setStatusOf(portal.database.admin, giver.accountId, 'Immobile')
    expect((await approve(transferId)).problem.detail).toMatch(/giving fund is not active/)
    expect((await ask()).status).toBeGreaterThanOrEqual(400)
  })
})

describe('permissions', () => {
  test('refuses requests by anyone but a donor of the fund', async () => {
    for (const role of ['joint_donor', 'primary_advisor', 'viewer'] as const) {
      const person = await makePersonOf(portal, giver, role)
      expect((await ask({}, { as: person })).problem.title).toBe('Access denied.')
    }
    const stranger = await makeFund(portal)
    expect((await ask({}, { as: stranger.donor })).status).toBe(404)
  })

  test('refuses decisions by the requester, in the database too', async () => {
    const { transferId } = (await ask({}, { as: staff })).reply
    expect((await approve(transferId)).problem.type).toMatch(/access-denied$/)
    expect((await decline(transferId)).problem.type).toMatch(/access-denied$/)
    await expect(
      portal.database.admin.query(
        `update fund_transfer set state = 'declined', message = 'x', decided_by = requested_by, decided_by_name = 'x',
           decided_at = now() where transfer_id = $1`,
        [transferId],
      ),
    ).rejects.toMatchObject({ constraint: 'not_own_transfer' })
    const colleague = await makeStaff(portal)
    expect((await approve(transferId, colleague)).status).toBe(200)
  })

  test('hides a transfer from people of another fund or another sponsor', async () => {
    const transferId = await asked()
    expect((await withdraw(transferId, receiver.donor, receiver)).status).toBe(404)
    const elsewhere = await makeStaff(portal, { realm: 'ubs' })
    expect(await waiting(transferId, elsewhere)).toBeUndefined()
    expect((await approve(transferId, elsewhere)).status).toBe(404)
    expect((await decline(transferId, elsewhere)).status).toBe(404)
    const other = await makePersonOf(portal, giver)
    expect((await withdraw(transferId, other)).problem.type).toMatch(/access-denied$/)
  })

  test('requires a step-up to request and to approve', async () => {
    const transferId = await asked()
    clock.advance(10 * 60 * 1000)
    expect((await ask()).problem.type).toContain('step-up-needed')
    expect((await approve(transferId)).problem.type).toContain('step-up-needed')
  })
})

test('staff see that the person who requested a transfer no longer has access; the sponsor’s own name is not marked', async () => {
  const [byDonor, byStaff] = [await asked(), (await ask({}, { as: staff })).reply.transferId]
  const colleague = await makeStaff(portal)
  const namesOf = async () => [
    (await waiting(byDonor, colleague))?.requestedByName,
    (await waiting(byStaff, colleague))?.requestedByName,
  ]
  const [donorName, sponsorName] = await namesOf()
  const left = [giver.donor.user.userId, staff.user.userId]
  await portal.database.admin.query('update app_user set has_access = false where user_id = any($1)', [left])
  expect(await namesOf()).toEqual([`${donorName} (no longer has access)`, sponsorName])
})

test('the database refuses to approve a transfer by an entry of another amount or between other funds', async () => {
  const { transferId } = (await ask()).reply
  const other = (await asked({ amountMinor: 300_00n })) as string
  await approve(other)
  await expect(
    portal.database.admin.query(
      `update fund_transfer t set state = 'approved', entry_id = null, to_account_id = o.to_account_id, decided_by = o.decided_by,
         decided_by_name = 'x', decided_at = now() from fund_transfer o where t.transfer_id = $1 and o.transfer_id = $2`,
      [transferId, other],
    ),
  ).rejects.toThrow()
  await expect(
    portal.database.admin.query(
      `update fund_transfer set state = 'approved', decided_by = $2, decided_by_name = 'x', decided_at = now(),
         to_account_id = $3, entry_id = (select entry_id from journal_entry where kind <> 'transfer' limit 1) where transfer_id = $1`,
      [transferId, staff.user.userId, receiver.accountId],
    ),
  ).rejects.toMatchObject({ constraint: 'entry_of_transfer' })
})
