import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { minuteMs } from '../../../domain/durations.ts'
import { testClock } from '../../../testing/clock.ts'
import type { Person } from '../../../testing/factories/make-fund.ts'
import { makeStaff } from '../../../testing/factories/make-fund.ts'
import { commandOf as command } from '../../../testing/grants/basket-calls.ts'
import { returnOf } from '../../../testing/grants/grant-calls.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import { pain002File } from '../../../testing/payments/bank-files.ts'
import { filedFiles } from '../../../testing/payments/filed-files.ts'
import { paymentCalls } from '../../../testing/payments/payment-calls.ts'
import {
  type PaymentFixture,
  paymentTime,
  startPaymentWorld,
} from '../../../testing/payments/payment-fixture.ts'
import { returnGrant } from '../../grants/review/staff-commands.contract.ts'
import { getStaffGrant } from '../../grants/review/staff-grants.contract.ts'
import { withdrawPostingRequest } from '../../posting-requests/posting-requests.contract.ts'
import { filedFileDetails, getWaitingBankFile } from '../bank-files.contract.ts'

// npt asks for two people from $25,000 and for a step-up from $100,000.
const clock = testClock(paymentTime.now)
let world: PaymentFixture
let other: Person

beforeAll(async () => {
  world = await startPaymentWorld(clock)
})
afterAll(() => world.stop())
beforeEach(async () => {
  await world.renew()
  await world.portal.database.admin.query(`delete from posting_request where state = 'requested'`)
  other = await makeStaff(world.portal, { firstName: 'Ola', lastName: 'Other' })
})

const { available, paid, apply, waiting, idOf, confirm, decline } = filedFiles(() => ({ world, other }))
const fileOf = (bankFileId: string, as = other) =>
  world.portal.call(getWaitingBankFile, { params: { bankFileId } }, { as: as.session })
const eventsOf = async (person: Person) =>
  (
    await world.portal.database.admin.query(
      `select kind, detail ->> 'file' as file from audit_event
       where user_id = $1 and kind ~ '^(bank-file|posting)-' order by seq`,
      [person.user.userId],
    )
  ).rows

describe('a bank file from the threshold for two people on', () => {
  test('waits, and is applied once, by someone else who sees what it does', async () => {
    const { grantId, text } = await paid(25_000_00n)
    const before = await available()
    const applied = (await apply(text)).reply
    expect(applied).toMatchObject({
      appliedAt: null,
      notices: null,
      returned: { payments: 1, amountMinor: 25_000_00n },
      postingRequest: { kind: 'bank-file', requestedByName: 'Carl Collector' },
    })
    expect(await available()).toBe(before)
    expect((await world.calls.bankFiles(world.one)).reply.data.map(({ fileName }) => fileName)).toEqual([])
    const [request] = await waiting()
    expect(request).toMatchObject({
      amountMinor: 25_000_00n,
      fundId: null,
      decisionRefusal: null,
    })
    expect(z.decode(filedFileDetails, request?.details as never)).toMatchObject({
      fileName: 'bank-file.txt',
      format: 'nacha',
      summary: { returned: { payments: 1, amountMinor: 25_000_00n } },
    })
    expect((await fileOf(request?.subjectId ?? '')).reply).toMatchObject({
      isChanged: false,
      plan: { lines: [{ effect: 'returned', grantId }], planHash: applied.planHash },
    })
    const requestId = request?.requestId ?? ''
    expect((await confirm(requestId, world.one)).problem.type).toMatch(/access-denied$/)
    const key = randomUUID()
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, () => confirm(requestId)),
      ...Array.from({ length: 8 }, () => confirm(requestId, other, key)),
    ])
    // 429: the person has too many files to be read at once.
    expect([200, 409, 429]).toEqual(expect.arrayContaining(answers.map(({ status }) => status)))
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    await jobsDone(world.portal)
    expect(await available()).toBe(before + 25_000_00n)
    expect((await world.calls.bankFiles(world.one)).reply.data[0]).toMatchObject({
      appliedByName: 'Ola Other',
      enteredByName: 'Carl Collector',
      done: 1,
    })
    const { steps } = (
      await world.portal.call(getStaffGrant, { params: { grantId } }, { as: world.one.session })
    ).reply
    expect(steps.at(-1)?.reason).toMatch(/Entered by Carl Collector\.$/)
    expect(await eventsOf(world.one)).toEqual([{ kind: 'bank-file-filed', file: 'bank-file.txt' }])
    expect(await eventsOf(other)).toEqual([{ kind: 'posting-confirmed', file: null }])
    expect((await fileOf(request?.subjectId ?? '')).reply.plan).toBeNull()
    // The same file again does nothing.
    expect((await apply(text, world.two)).reply).toMatchObject({ returned: { payments: 0 } })
    expect(await available()).toBe(before + 25_000_00n)
  })

  test('counts with the person’s other files and commands of 24 hours', async () => {
    const [first, second] = [await paid(20_000_00n), await paid(5_000_00n)]
    expect((await apply(first.text)).reply).toMatchObject({
      postingRequest: null,
      appliedByName: 'Carl Collector',
    })
    expect(await eventsOf(world.one)).toEqual([{ kind: 'bank-file-applied', file: 'bank-file.txt' }])
    expect((await apply(second.text)).reply.postingRequest).not.toBeNull()
    // Nobody applies it around the request.
    expect((await apply(second.text, world.two)).problem.detail).toContain('waits for a second person')
    expect((await apply(second.text)).status).toBe(409)
    expect((await world.calls.previewFile(second.text, world.two)).reply.postingRequest).not.toBeNull()
  })

  test('counts what the bank refused, and puts it back when it is confirmed', async () => {
    const { runId, runNumber, text } = await paid(30_000_00n)
    const refused = pain002File(runNumber, { group: 'RJCT', groupReason: 'FF01' })
    expect((await apply(refused)).reply).toMatchObject({
      rejected: { payments: 1, amountMinor: 30_000_00n },
      postingRequest: { kind: 'bank-file' },
    })
    expect((await world.calls.read(runId, world.one)).reply.state).toBe('sent')
    const requestId = await idOf()
    expect((await confirm(requestId)).status).toBe(200)
    await jobsDone(world.portal)
    expect((await world.calls.read(runId, world.one)).reply).toMatchObject({ state: 'rejected', rejected: 1 })
    expect((await apply(text)).reply).toMatchObject({ returned: { payments: 0 } })
  })

  test('needs a step-up from its threshold on, to enter it and to confirm it', async () => {
    const { text } = await paid(100_000_00n)
    clock.set(new Date(Date.parse(paymentTime.now) + 6 * minuteMs))
    const { planHash } = (await world.calls.previewFile(text, world.one)).reply
    const late = await world.calls.applyBankFileLines(text, world.one, planHash)
    expect(late.problem.type).toMatch(/step-up-needed$/)
    expect(await waiting()).toEqual([])
    const again = { ...world.one, session: await world.portal.sessionFor(world.one.user) }
    expect((await apply(text, again)).status).toBe(200)
    expect((await confirm(await idOf())).problem.type).toMatch(/step-up-needed$/)
    expect((await decline(await idOf())).status).toBe(200)
  })

  test('is refused if it would do something else by then, and is entered again after that', async () => {
    const { grantId, text } = await paid(30_000_00n)
    const before = await available()
    await apply(text)
    const returned = returnOf(world.portal, { returnedMinor: 1_000_00n, remainingMinor: 30_000_00n })
    const by = { as: world.two.session }
    const part = await world.portal.call(returnGrant, { params: { grantId }, body: command(returned) }, by)
    expect(part.status).toBe(200)
    const requestId = await idOf()
    const [request] = await waiting()
    expect((await fileOf(request?.subjectId ?? '')).reply.isChanged).toBe(true)
    const answer = await confirm(requestId)
    expect(answer.status).toBe(409)
    expect(answer.problem.detail).toContain('something else than Carl Collector saw')
    expect(await waiting()).toHaveLength(1)
    expect((await decline(requestId)).reply.state).toBe('declined')
    expect((await world.grants.read(grantId, world.fund)).state).not.toBe('Returned')
    expect(await available()).toBe(before + 1_000_00n)
  })

  test('can be entered anew after it was declined or withdrawn, as one stored file', async () => {
    const { text } = await paid(26_000_00n)
    const before = await available()
    await apply(text)
    const [first] = await waiting()
    await decline(first?.requestId ?? '')
    await apply(text, world.two)
    const [second] = await waiting()
    expect(second?.subjectId).toBe(first?.subjectId)
    expect(
      (
        await world.portal.call(
          withdrawPostingRequest,
          { params: { requestId: second?.requestId ?? '' }, body: command({}) },
          { as: world.two.session },
        )
      ).reply.state,
    ).toBe('withdrawn')
    await apply(text)
    expect((await confirm(await idOf())).status).toBe(200)
    await jobsDone(world.portal)
    expect(await available()).toBe(before + 26_000_00n)
  })

  test('is not seen or decided in another book', async () => {
    const { text } = await paid(27_000_00n)
    await apply(text)
    const [request] = await waiting()
    const elsewhere = await makeStaff(world.portal, { realm: 'ubs' })
    const as = { as: elsewhere.session, client: 'ubs' }
    const params = { bankFileId: request?.subjectId ?? '' }
    expect((await world.portal.call(getWaitingBankFile, { params }, as)).status).toBe(404)
    expect((await paymentCalls(world.portal, 'ubs').bankFiles(elsewhere)).reply.data).toEqual([])
    await decline(request?.requestId ?? '')
  })

  test('stays applied in the database, and has one row while it waits', async () => {
    const { text } = await paid(28_000_00n)
    await apply(text)
    const [request] = await waiting()
    const { admin } = world.portal.database
    const copy = admin.query(
      `insert into bank_file (book, bank_file_id, file_hash, file_name, format, file_ciphertext, key_id, data_key)
         select book, gen_random_uuid(), file_hash, file_name, format, file_ciphertext, key_id, data_key from bank_file where bank_file_id = $1`,
      [request?.subjectId],
    )
    await expect(copy).rejects.toMatchObject({ constraint: 'one_unapplied_bank_file' })
    await confirm(request?.requestId ?? '')
    const undone = admin.query(
      'update bank_file set applied_by = null, applied_by_name = null, applied_at = null where bank_file_id = $1',
      [request?.subjectId],
    )
    await expect(undone).rejects.toMatchObject({ constraint: 'bank_file_applied_once' })
  })
})
