import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { heavyWork } from '../../../server/heavy-work/heavy-work.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import { filedFiles } from '../../../testing/payments/filed-files.ts'
import {
  type PaymentFixture,
  paymentTime,
  startPaymentWorld,
} from '../../../testing/payments/payment-fixture.ts'

// npt asks for two people from $25,000.
let world: PaymentFixture
let other: Person

beforeAll(async () => {
  world = await startPaymentWorld(testClock(paymentTime.now))
})
afterAll(() => world.stop())
beforeEach(async () => {
  await world.renew()
  other = await makeStaff(world.portal, { firstName: 'Ola', lastName: 'Other' })
})

const { available, paid, apply, waiting, idOf, confirm } = filedFiles(() => ({ world, other }))

describe('a filed bank file', () => {
  test('is read before the transaction that applies it opens, and not again when the confirmation is repeated', async () => {
    const { text } = await paid(31_000_00n)
    const before = await available()
    await apply(text)
    const requestId = await idOf()
    const openTransactions: unknown[][] = []
    const { run } = heavyWork
    const reads = vi.spyOn(heavyWork, 'run').mockImplementation(async (...job) => {
      const { rows } = await world.portal.database.admin.query(
        `select query from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
      )
      openTransactions.push(rows)
      return await run(...job)
    })
    try {
      const key = randomUUID()
      expect((await confirm(requestId, world.one)).problem.type).toMatch(/access-denied$/)
      expect(openTransactions).toEqual([])
      expect((await confirm(requestId, other, key)).status).toBe(200)
      expect(openTransactions).toEqual([[]])
      expect((await confirm(requestId, other, key)).status).toBe(200)
      expect(openTransactions).toEqual([[]])
    } finally {
      reads.mockRestore()
    }
    await jobsDone(world.portal)
    expect(await available()).toBe(before + 31_000_00n)
  })

  test('is refused if the stored file is another when the transaction opens', async () => {
    const { text } = await paid(32_000_00n)
    await apply(text)
    const [request] = await waiting()
    const { admin } = world.portal.database
    const { run } = heavyWork
    const reads = vi.spyOn(heavyWork, 'run').mockImplementation(async (...job) => {
      const bankFile = await run(...job)
      await admin.query(`update bank_file set file_hash = repeat('0', 64) where bank_file_id = $1`, [
        request?.subjectId,
      ])
      return bankFile
    })
    try {
      expect((await confirm(request?.requestId ?? '')).problem.detail).toContain('something else than Carl')
    } finally {
      reads.mockRestore()
    }
    expect(await waiting()).toHaveLength(1)
  })
})
