import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { IsoDate } from '../../../domain/dates.ts'
import { testClock } from '../../../testing/clock.ts'
import { withoutTriggers } from '../../../testing/database/without-triggers.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { makeCharityProfile } from '../../../testing/factories/make-charity-profile.ts'
import {
  type PaymentFixture,
  paymentTime,
  startPaymentWorld,
} from '../../../testing/payments/payment-fixture.ts'
import { temporaryDirectory } from '../../../testing/temporary/temporary-directory.ts'
import { importRegister } from '../../charities/server/import/import-register.ts'
import { irsHeader } from '../../charities/server/import/irs-format.ts'
import { reopenGrant } from '../../grants/review/staff-commands.contract.ts'
import { getStaffGrant } from '../../grants/review/staff-grants.contract.ts'

const clock = testClock(paymentTime.now)
let world: PaymentFixture

beforeAll(async () => {
  world = await startPaymentWorld(clock)
})
afterAll(() => world.stop())
beforeEach(() => world.renew())

const payments = async (runId: string) => (await world.calls.payments(runId, world.one)).reply.data

/** Imports a file of the register that has the charity under this name and another address. */
async function importRenamed(charityId: string, day: string, name = 'MALLORY HOLDINGS'): Promise<void> {
  const folder = temporaryDirectory('renamed')
  const path = join(folder, `renamed-${day}.csv`)
  const values: Record<string, string> = {
    ...{ NAME: name, STREET: '13 INSIDER ST', CITY: 'ERIE', STATE: 'PA', ZIP: '16501-0000' },
    ...{ SUBSECTION: '03', DEDUCTIBILITY: '1', FOUNDATION: '15', STATUS: '01', ORGANIZATION: '1' },
  }
  const line = irsHeader.map(column => (column === 'EIN' ? charityId.slice(-9) : (values[column] ?? '')))
  await writeFile(path, [irsHeader, line].map(cells => `${cells.join(',')}\n`).join(''))
  const report = await importRegister(world.portal.databases.registrar(), {
    register: 'irs-bmf',
    files: [{ path, fileDate: day as IsoDate }],
    startedBy: 'test',
    refusedFolder: folder,
  })
  expect(report).toMatchObject({ changedRows: 1, refusedRows: 0 })
}

const chequeCharity = async (columns: object = { payee_email: 'grants@charity.example' }) => {
  const { charityId } = await makeCharity(world.portal.databases)
  await makeCharityProfile(world.portal.databases, charityId, columns)
  return charityId
}

describe('a register that is imported between the approval of a grant and its payment', () => {
  test('does not change the payee: the cheque has the name and address that the approval confirmed', async () => {
    const charityId = await chequeCharity()
    await world.approved(charityId)
    await importRenamed(charityId, '2026-12-01')
    const runId = await world.createdRun('cheque')
    const [payment] = await payments(runId)
    const address = '400 MARKET ST, PHILADELPHIA, PA 19106-0000'
    expect(payment).toMatchObject({
      problem: null,
      payeeName: `RIVERSIDE FOOD PANTRY ${charityId.slice(-9)}`,
      payeeAddress: address,
      payeeChanges: [
        { fact: 'name', after: 'MALLORY HOLDINGS', made: null, isUsed: false },
        { fact: 'address', before: address, after: '13 INSIDER ST, ERIE, PA 16501-0000', isUsed: false },
      ],
    })
    expect((await world.calls.approve(runId, world.two, '810001')).status).toBe(200)
    // Neither does a file between the approval of the run and its release.
    await importRenamed(charityId, '2026-12-02', 'MALLORY BROTHERS')
    expect((await world.calls.release(runId, world.one)).status).toBe(200)
    const file = (await world.calls.file(runId, world.two)).body
    expect(file).toContain(`RIVERSIDE FOOD PANTRY ${charityId.slice(-9)}`)
    expect(file).toContain(address)
    expect(file).not.toMatch(/mallory|insider/i)
  })

  test('is shown to the approver of a run that was checked before it: the approval waits for a new check', async () => {
    const charityId = await chequeCharity()
    await world.approved(charityId)
    const runId = await world.createdRun('cheque')
    await importRenamed(charityId, '2026-12-06')
    expect(await payments(runId)).toMatchObject([{ payeeChanges: [] }])
    const unseen = await world.calls.approve(runId, world.two, '820001')
    expect(unseen.status).toBe(409)
    expect(unseen.problem.detail).toMatch(
      /^The payee of grant \d+ is not as the last check of this run found it\./,
    )
    expect((await world.calls.check(runId, world.two)).reply.payeesChanged).toBe(1)
    expect(await payments(runId)).toMatchObject([{ payeeChanges: [{ fact: 'name' }, { fact: 'address' }] }])
    expect((await world.calls.approve(runId, world.two, '820001')).status).toBe(200)
  })

  test('changes the payee once the grant has been returned to review, where it is shown, and approved again', async () => {
    const charityId = await chequeCharity()
    const grantId = await world.approved(charityId)
    await importRenamed(charityId, '2026-12-03')
    const { portal, approver } = world
    const reopened = await portal.call(
      reopenGrant,
      {
        params: { grantId },
        body: { data: { type: 'command', attributes: { reason: 'The charity has a new name' } } },
      },
      { as: approver.session },
    )
    expect(reopened.reply.charityNow?.payee).toEqual({
      name: 'MALLORY HOLDINGS',
      bankName: null,
      address: '13 INSIDER ST, ERIE, PA 16501-0000',
      email: 'grants@charity.example',
      method: 'cheque',
      lastFour: null,
      changes: [
        { fact: 'name', before: expect.stringMatching(/^RIVERSIDE FOOD PANTRY/), madeBy: 'register' },
        { fact: 'address', before: expect.stringMatching(/^400 MARKET ST/), madeBy: 'register' },
      ],
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    await world.grants.approve(grantId, approver.session)
    const decided = await portal.call(getStaffGrant, { params: { grantId } }, { as: approver.session })
    expect(decided.reply.charityNow?.payee).toBeNull()
    expect(await payments(await world.createdRun('cheque'))).toMatchObject([
      { payeeName: 'MALLORY HOLDINGS', payeeChanges: [], problem: null },
    ])
  })

  test('is shown to the approver of the run where the approval is older than the record of payees', async () => {
    const charityId = await chequeCharity()
    const grantId = await world.approved(charityId)
    const { admin } = world.portal.database
    await withoutTriggers(
      admin,
      `update grant_history_entry set evidence = evidence - 'payee' where grant_id = $1`,
      [grantId],
    )
    await importRenamed(charityId, '2026-12-05')
    const runId = await world.createdRun('cheque')
    const notRecorded = { before: null, made: null, isUsed: true }
    expect(await payments(runId)).toMatchObject([
      {
        payeeName: 'MALLORY HOLDINGS',
        problem: null,
        payeeChanges: [
          { fact: 'name', after: 'MALLORY HOLDINGS', ...notRecorded },
          { fact: 'address', after: '13 INSIDER ST, ERIE, PA 16501-0000', ...notRecorded },
        ],
      },
    ])
    expect((await world.calls.read(runId, world.two)).reply.payeesChanged).toBe(1)
    expect((await world.calls.approve(runId, world.two, '710001')).status).toBe(200)
  })

  test('does not change what two people set, and shows nothing', async () => {
    const charityId = await chequeCharity({
      payee_name: 'Set Name',
      payee_address: '1 Set Street, Erie, PA 16501',
    })
    await world.approved(charityId)
    await importRenamed(charityId, '2026-12-04')
    expect(await payments(await world.createdRun('cheque'))).toMatchObject([
      {
        payeeName: 'Set Name',
        payeeAddress: '1 Set Street, Erie, PA 16501',
        payeeChanges: [],
        problem: null,
      },
    ])
  })
})
