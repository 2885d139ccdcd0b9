import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { npt } from '../../../clients/configuration/npt.ts'
import { nptuk } from '../../../clients/configuration/nptuk.ts'
import { rathbones } from '../../../clients/configuration/rathbones.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeCharity, registerOf } from '../../../testing/factories/make-charity.ts'
import { makeStaff } from '../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../testing/factories/make-grant.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import {
  type PaymentFixture,
  paymentTime,
  startPaymentWorld,
} from '../../../testing/payments/payment-fixture.ts'
import { stockCalls } from '../../../testing/payments/stock-calls.ts'
import { pdfFaults } from '../../../testing/pdf-faults.ts'
import { nodesOf, readPdf } from '../../../testing/read-pdf.ts'
import { printingOf } from './cheques-to-print.ts'

let world: PaymentFixture
let stock: ReturnType<typeof stockCalls>
let numbers = 1_000

beforeAll(async () => {
  world = await startPaymentWorld(testClock(paymentTime.now))
  stock = stockCalls(world.portal)
})
afterAll(() => world.stop())
beforeEach(() => world.renew())

/** A run of the waiting grants whose register was released. */
async function releasedRun(): Promise<string> {
  numbers += 100
  await stock.record(world.one, { first: numbers + 1, last: numbers + 20 })
  const runId = await world.createdRun('cheque')
  expect((await world.calls.approve(runId, world.two)).status).toBe(200)
  await world.calls.release(runId, world.two)
  return runId
}

test('a cheque and its two vouchers have the payee, the amount in figures and words, the grant and the names that the donor chose (§13)', async () => {
  const { charityId, name } = await makeCharity(world.portal.databases)
  const about = { charityId, approvedBy: world.approver, repeatConfirmed: true }
  await makeGrant(world.portal, world.fund, {
    ...about,
    amountMinor: 1_250_00n,
    namingCode: 'fund_and_donor',
  })
  await makeGrant(world.portal, world.fund, { ...about, amountMinor: 500_00n, namingCode: 'anonymous' })
  const runId = await releasedRun()
  expect((await world.calls.read(runId, world.two)).reply).toMatchObject({ chequeFiles: 1 })
  const file = await stock.download(runId, world.two, 'cheques')
  expect(file.headers['content-type']).toBe('application/pdf')
  expect(await pdfFaults(file.rawPayload, { locale: 'en-US', titles: 0 })).toEqual([])
  const pages = await pagesOf(file.rawPayload)
  expect(pages).toHaveLength(2)
  const first = pages.find(page => page.includes('1,250.00')) ?? ''
  const second = pages.find(page => page.includes('500.00')) ?? ''
  expect(first).toContain('March 16, 2026')
  expect(first).toContain('$**1,250.00')
  expect(first).toContain('**One thousand two hundred fifty and 00/100**')
  expect(first).toContain(name)
  expect(first).toContain('PHILADELPHIA, PA 19106-0000')
  expect(first).toMatch(/Memo GRANT-\d+/)
  for (const [index, page] of pages.entries())
    expect(page.match(new RegExp(`Check ${numbers + 1 + index}`, 'g'))).toHaveLength(2)
  const { fundName, donorName } = await namesOfFund()
  expect(first.match(new RegExp(`${fundName}, ${donorName}`, 'g'))).toHaveLength(2)
  expect(second).toContain('**Five hundred and 00/100**')
  expect(second.match(/An anonymous donor/g)).toHaveLength(2)
  expect(second).not.toContain(fundName)
  expect(second).not.toContain(donorName)
  // The paper has the MICR line; nothing of it is printed.
  expect(first).not.toContain('099990011')
  expect((await stock.download(runId, world.two, 'cheques')).rawPayload).toEqual(file.rawPayload)
})

/** The text of each page. */
async function pagesOf(pdf: Buffer): Promise<string[]> {
  const { structure, pages } = await readPdf(pdf)
  const texts = nodesOf(structure, 'Sect').map(({ text }) => text)
  expect(texts).toHaveLength(pages)
  return texts
}

async function namesOfFund(): Promise<{ fundName: string; donorName: string }> {
  const { rows } = await world.portal.database.admin.query<{ account_name: string; donor_name: string }>(
    'select account_name, donor_name from fund_account where account_id = $1',
    [world.fund.accountId],
  )
  return { fundName: rows[0]?.account_name ?? '', donorName: rows[0]?.donor_name ?? '' }
}

test('a long payee, a large amount and a hostile purpose stay in their places', async () => {
  const { charityId } = await makeCharity(world.portal.databases, {
    name: 'The International Foundation for Wildlife Watching and Water Wells of Wyoming and Wisconsin',
  })
  await makeGrant(world.portal, world.fund, {
    ...{ charityId, approvedBy: world.approver, repeatConfirmed: true, amountMinor: 123_777_00n },
    ...{ purposeCode: 'other', purposeText: `${'long words '.repeat(40)}<script>alert(1)</script>` },
  })
  const runId = await releasedRun()
  const { rawPayload } = await stock.download(runId, world.two, 'cheques')
  expect(await pdfFaults(rawPayload, { locale: 'en-US', titles: 0 })).toEqual([])
  const [only, ...others] = await pagesOf(rawPayload)
  expect(others).toEqual([])
  expect(only).toContain('<script>')
})

test('the MICR lines are data with the symbols of E-13B', async () => {
  const { charityId } = await makeCharity(world.portal.databases)
  await world.approved(charityId)
  const runId = await releasedRun()
  const file = await stock.download(runId, world.two, 'micr')
  expect(file.headers['content-disposition']).toContain('micr.json')
  const [{ first = '' } = {}] = (await world.calls.read(runId, world.two)).reply.cheques
  expect(file.json()).toMatchObject({
    ...{ currency: 'USD', routingNumber: '099990011', accountNumber: '0000100000' },
    checks: [
      {
        ...{ number: first, date: '2026-03-16', amount: '500.00' },
        micr: { line: `C${first}C A099990011A 0000100000C` },
      },
    ],
  })
})

test('a reprint moves no other cheque into another part: each stays at its place', async () => {
  const { charityId } = await makeCharity(world.portal.databases)
  await world.approved(charityId)
  await world.approved(charityId)
  const runId = await releasedRun()
  const { data } = (await world.calls.payments(runId, world.one)).reply
  const second = data[1]?.paidTo
  expect((await stock.reprint(runId, data[0]?.paymentId ?? '', world.one)).status).toBe(200)
  const numbersOf = async () =>
    (await stock.download(runId, world.two, 'micr'))
      .json()
      .checks.map(({ number }: { number: string }) => number)
  expect(await numbersOf()).toEqual([expect.not.stringMatching(`^${data[0]?.paidTo}$`), second])
  const pages = await pagesOf((await stock.download(runId, world.two, 'cheques')).rawPayload)
  expect(pages[1]).toContain(`Check ${second}`)
  const { rows } = await world.portal.database.admin.query<{ first: string; last: string }>(
    `select detail->>'first' as first, detail->>'last' as last from audit_event
     where kind = 'payment-cheques-downloaded' and user_id = $1 and detail ? 'first'`,
    [world.two.user.userId],
  )
  expect(rows).toEqual([{ first: second, last: String(Number(second) + 1) }])
})

test('nothing is printed before the release, once the cheques were posted, for transfers, by another book, or without a book of cheques', async () => {
  const { charityId } = await makeCharity(world.portal.databases)
  await world.approved(charityId)
  const runId = await releasedRun()
  const elsewhere = await makeStaff(world.portal, { realm: 'ubs' })
  const auditor = await makeStaff(world.portal, { roles: [{ role: 'auditor', actions: null }] })
  for (const what of ['cheques', 'micr'] as const) {
    expect((await stockCalls(world.portal, 'ubs').download(runId, elsewhere, what)).statusCode).toBe(404)
    expect((await stock.download(runId, auditor, what)).json().type).toContain('access-denied')
  }
  await world.calls.send(runId, world.two)
  await jobsDone(world.portal)
  const posted = await stock.download(runId, world.two, 'cheques')
  expect([posted.statusCode, posted.json().detail]).toEqual([
    409,
    'The checks of this run were posted, so none is printed again.',
  ])
  expect((await stock.download(runId, world.two, 'micr')).statusCode).toBe(409)
  expect((await world.calls.read(runId, world.two)).reply).toMatchObject({ chequeFiles: 0 })
  await world.approved(charityId)
  const next = await world.createdRun('cheque')
  expect((await stock.download(next, world.two, 'cheques')).statusCode).toBe(409)
  await world.approved(await world.transferCharity())
  const transfers = await world.createdRun()
  expect((await stock.download(transfers, world.two, 'cheques')).statusCode).toBe(409)
})

test('the portal prints no cheques in pounds, and none where the book writes none', () => {
  expect(printingOf({ book: npt.book, client: npt })).not.toBeNull()
  for (const client of [nptuk, rathbones]) expect(printingOf({ book: client.book, client })).toBeNull()
})

test('a book in pounds, whose cheques the portal does not print, reprints from its register', async () => {
  const uk = await startPaymentWorld(testClock(paymentTime.now), 'nptuk')
  try {
    const { charityId } = await makeCharity(uk.portal.databases, { register: registerOf('nptuk') })
    await uk.approved(charityId)
    const theirs = stockCalls(uk.portal, 'nptuk')
    await theirs.record(uk.one, { first: 1001, last: 1010 })
    const runId = await uk.createdRun('cheque')
    await uk.calls.approve(runId, uk.two)
    const released = (await uk.calls.release(runId, uk.two)).reply
    expect(released).toMatchObject({ chequeFiles: 0, cheques: [{ first: '1001' }] })
    const { data } = (await uk.calls.payments(runId, uk.one)).reply
    expect((await uk.calls.read(runId, uk.one)).reply.commands.reprint).toBeNull()
    expect((await theirs.reprint(runId, data[0]?.paymentId ?? '', uk.one)).status).toBe(200)
    expect((await uk.calls.file(runId, uk.one)).body).toContain('1002')
    expect((await theirs.download(runId, uk.one, 'cheques')).json().detail).toBe(
      'The portal prints no cheques of this run.',
    )
  } finally {
    await uk.stop()
  }
})
