import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isoDate } from '../../../domain/dates.ts'
import { verifySealedPdf } from '../../../server/signatures/seal/verify-sealed-pdf.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeAnnouncement } from '../../../testing/factories/make-announcement.ts'
import { makeFund, makePersonOf, type Person } from '../../../testing/factories/make-fund.ts'
import { jobSettings } from '../../../testing/jobs.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import { pdfFaults } from '../../../testing/pdf-faults.ts'
import {
  type PostingWorld,
  postingCalls,
  postingTime,
  startPostingWorld,
} from '../../../testing/posting-world.ts'
import { readPdf } from '../../../testing/read-pdf.ts'
import { company, postingDay, receiptCalls } from '../../../testing/receipt-calls.ts'
import { listDocuments } from '../../documents/documents.contract.ts'
import { listFundContributions } from '../fund/fund-contributions.contract.ts'
import { issueReceipt } from './issue-receipt.ts'
import { addMissingReceipts } from './poll-receipts.ts'

const clock = testClock(postingTime)
let world: PostingWorld
let calls: ReturnType<typeof postingCalls> & ReturnType<typeof receiptCalls>

beforeAll(async () => {
  world = await startPostingWorld(clock, { filesReceipts: true })
  calls = { ...postingCalls(world), ...receiptCalls(world) }
})
afterAll(() => world.stop())
beforeEach(() => world.renew())

const documentsAs = async (as: Person) =>
  (
    await world.portal.call(
      listDocuments,
      { params: { fundId: world.fund.fundId }, query: {} },
      { as: as.session, fundId: world.fund.fundId },
    )
  ).reply.data.map(({ fileName }) => fileName)
/** What the list of the account's contributions says of receipts. */
const listedReceipts = async (as: Person) =>
  (
    await world.portal.call(
      listFundContributions,
      { params: { fundId: world.fund.fundId }, query: {} },
      { as: as.session, fundId: world.fund.fundId },
    )
  ).reply.data.flatMap(({ receipt }) => receipt ?? [])
const jobContext = (documentFiles = world.portal.documentFiles) => ({
  ...jobSettings,
  db: world.portal.databases.book('npt'),
  origin: { book: 'npt' },
  mailer: null,
  documentFiles,
  sealer: world.sealer,
  clock,
  signal: new AbortController().signal,
})

describe('the receipt of a contribution', () => {
  test('is sealed, filed for the donors but no viewer, and announced once', async () => {
    const { contributionId } = await calls.receive({ method: 'check', giftDate: isoDate('2026-03-12') })
    await jobsDone(world.portal)
    const [receipt] = await calls.receiptsOf(contributionId)
    expect(receipt).toMatchObject({ state: 'issued', amount_minor: '123456', supersedes: null })
    const pdf = await calls.bytesOf(receipt.document_id)
    await verifySealedPdf(pdf)
    expect(await pdfFaults(pdf, { locale: 'en-US' })).toEqual([])
    const { structure } = await readPdf(pdf)
    const donor = `${world.fund.donor.user.firstName} ${world.fund.donor.user.lastName}`
    for (const words of [receipt.number, 'March 12, 2026', '$1,234.56', donor, 'Check'])
      expect(structure.text).toContain(words)
    expect(await documentsAs(world.fund.donor)).toContain(`Receipt ${receipt.number}.pdf`)
    const viewer = await makePersonOf(world.portal, world.fund, 'viewer')
    expect(await documentsAs(viewer)).toEqual([])
    const name = `Receipt ${receipt.number}`
    expect(await listedReceipts(world.fund.donor)).toEqual([
      { name, state: 'issued', documentId: receipt.document_id },
    ])
    const advisor = await makePersonOf(world.portal, world.fund, 'primary_advisor')
    for (const other of [viewer, advisor]) expect(await listedReceipts(other)).toEqual([])
    const mails = await calls.query(
      `select body from outgoing_mail where kind = 'receipt-ready' and account_id = $1`,
      world.fund.accountId,
    )
    expect(mails).toHaveLength(1)
    expect(mails[0].body).toContain(`The receipt ${receipt.number}`)
    expect(mails[0].body).not.toContain('1,234')
    expect(await calls.contribution(contributionId)).toMatchObject({
      payer: { kind: 'individual', name: donor, address: null },
      method: 'check',
      ...{ amountMinor: 500_00n, receivedMinor: 1_234_56n },
      receipt: { number: receipt.number, state: 'issued', isFiled: true },
    })
  })

  test('is issued once, with one document, where the job is killed or runs twice at once', async () => {
    const { contributionId } = await calls.receive()
    await jobsDone(world.portal)
    const run = () => issueReceipt.run({ contributionId }, jobContext())
    await Promise.all([run(), run()])
    expect(await calls.receiptsOf(contributionId)).toHaveLength(1)

    // The program ends between the posting and the receipt: neither the job nor its number is there.
    const { contributionId: lost } = await calls.receive()
    await jobsDone(world.portal)
    const admin = world.portal.database.admin
    await admin.query('delete from contribution_receipt where contribution_id = $1', [lost])
    clock.advance(6 * 60_000)
    expect(await addMissingReceipts(world.portal.databases.book('npt'), clock.now())).toBe(1)
    await jobsDone(world.portal)
    expect(await calls.receiptsOf(lost)).toMatchObject([{ state: 'issued', document_id: expect.any(String) }])
    expect(await addMissingReceipts(world.portal.databases.book('npt'), clock.now())).toBe(0)
  })

  test('gets no document, and fails nothing, where it ends while it is drawn', async () => {
    const { contributionId } = await calls.receive({ method: 'check' })
    await jobsDone(world.portal)
    await world.portal.database.admin.query('delete from contribution_receipt where contribution_id = $1', [
      contributionId,
    ])
    const { documentFiles } = world.portal
    const put: typeof documentFiles.put = async (file, plain) => {
      await documentFiles.put(file, plain)
      await calls.bounce(contributionId)
      expect((await calls.confirm(await calls.requestId())).status).toBe(200)
    }
    await issueReceipt.run({ contributionId }, jobContext({ ...documentFiles, put }))
    expect(await calls.receiptsOf(contributionId)).toMatchObject([{ state: 'withdrawn', document_id: null }])
    await jobsDone(world.portal)
    const [mail] = await calls.query(
      `select body from outgoing_mail where kind = 'contribution-bounced' and account_id = $1`,
      world.fund.accountId,
    )
    // Nobody has read that receipt.
    expect(mail.body).not.toContain('no longer valid')
  })

  test('has the next number of its book and year, without gaps, however many are issued at once', async () => {
    const from = await calls.query(
      `select coalesce(max(number), 0) as last from contribution_receipt where book = 'npt' and year = 2026`,
    )
    await Promise.all(Array.from({ length: 6 }, () => calls.receive()))
    await jobsDone(world.portal)
    const rows = await calls.query(
      `select number from contribution_receipt where book = 'npt' and year = 2026 and number > $1 order by number`,
      from[0].last,
    )
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => from[0].last + index + 1))
    expect(rows.length).toBeGreaterThanOrEqual(6)
  })

  test('is never changed, deleted or renumbered by the server’s own connection', async () => {
    const { contributionId } = await calls.receive()
    await jobsDone(world.portal)
    const db = world.portal.databases.book('npt')
    const row = db.updateTable('contribution_receipt').where('contribution_id', '=', contributionId)
    await expect(row.set({ amount_minor: 9n }).execute()).rejects.toThrow('permission denied')
    await expect(row.set({ number: 9 }).execute()).rejects.toThrow('permission denied')
    await expect(db.deleteFrom('contribution_receipt').execute()).rejects.toThrow('permission denied')
    await expect(
      db
        .updateTable('contribution')
        .set({ payer_name: 'Someone else' })
        .where('contribution_id', '=', contributionId)
        .execute(),
    ).rejects.toMatchObject({ constraint: 'corrected_by_a_person' })
    await expect(
      db
        .updateTable('contribution')
        .set({ method: 'card' })
        .where('contribution_id', '=', contributionId)
        .execute(),
    ).rejects.toMatchObject({ constraint: 'corrected_by_a_person' })
  })
})

describe('a contribution that is taken back', () => {
  test('has its receipt withdrawn, and the donors are told by its number', async () => {
    const { contributionId } = await calls.receive({ method: 'check' })
    await jobsDone(world.portal)
    const [{ number }] = await calls.receiptsOf(contributionId)
    await calls.bounce(contributionId)
    expect((await calls.confirm(await calls.requestId())).status).toBe(200)
    await jobsDone(world.portal)
    expect(await calls.receiptsOf(contributionId)).toMatchObject([{ number, state: 'withdrawn' }])
    const [mail] = await calls.query(
      `select body from outgoing_mail where kind = 'contribution-bounced' and account_id = $1`,
      world.fund.accountId,
    )
    expect(mail.body.replaceAll(/\s+/g, ' ')).toContain(`receipt ${number} is no longer valid`)
    const { contributionId: byCard } = await calls.receive({ method: 'card', payer: company })
    expect((await calls.bounce(byCard)).problem.detail).toContain('Only a contribution by check can bounce')
    // It was a check, marked as a card by mistake.
    await jobsDone(world.portal)
    await calls.correct(byCard, { method: 'check' })
    expect((await calls.confirm(await calls.requestId())).status).toBe(200)
    await jobsDone(world.portal)
    expect((await calls.receiptsOf(byCard)).map(({ state }) => state)).toEqual(['superseded', 'issued'])
    expect((await calls.bounce(byCard)).status).toBe(200)
  })

  test('and moves has one valid receipt, in the right account, with its payer and the same date of gift', async () => {
    const { contributionId } = await calls.receive({ payer: company, giftDate: isoDate('2025-12-30') })
    await jobsDone(world.portal)
    const [{ number }] = await calls.receiptsOf(contributionId)
    const right = await makeFund(world.portal)
    await calls.move(contributionId, right.fundId, world.staff, world.fund, company)
    expect((await calls.waiting())[0]?.details).toMatchObject({ payer: { name: 'Heron plc' } })
    expect((await calls.confirm(await calls.requestId())).status).toBe(200)
    await jobsDone(world.portal)
    expect(await calls.receiptsOf(contributionId)).toMatchObject([{ number, state: 'superseded' }])
    const moved = await calls.query(
      `select r.state, r.account_id, r.payer_name, r.gift_date::text, r.facts ->> 'supersedes' as supersedes
        from contribution_receipt r join contribution c using (book, contribution_id) where c.moved_from_id = $1`,
      contributionId,
    )
    expect(moved).toEqual([
      {
        ...{ state: 'issued', account_id: right.accountId, payer_name: 'Heron plc' },
        ...{ gift_date: '2025-12-30', supersedes: number },
      },
    ])
  })

  test('and moves stays what was announced, without the note of the people of the other account', async () => {
    const announced = await makeAnnouncement(world.portal, world.fund, world.fund.donor.user.userId, {
      ...{ way: 'sponsor', amountMinor: 1_234_56n, sentFrom: 'Plover Charitable', sendsOn: postingDay },
      note: 'For our niece',
    })
    const { contributionId } = await calls.receive({}, announced)
    await jobsDone(world.portal)
    const right = await makeFund(world.portal)
    const sponsor = { ...company, kind: 'sponsor', name: 'Plover Charitable' } as const
    await calls.move(contributionId, right.fundId, world.staff, world.fund, sponsor)
    expect((await calls.confirm(await calls.requestId())).status).toBe(200)
    await jobsDone(world.portal)
    const { reply } = await world.portal.call(
      listFundContributions,
      { params: { fundId: right.fundId }, query: {} },
      { as: right.donor.session, fundId: right.fundId },
    )
    const moved = reply.data.find(({ way }) => way !== null)
    expect(moved).toMatchObject({
      ...{ kind: 'sponsor', way: 'sponsor', sentFrom: 'Plover Charitable', sendsOn: postingDay },
      ...{ note: null, state: 'received', mayChange: false, mayWithdraw: false },
      receipt: { name: expect.stringMatching(/^Acknowledgment 2026-/), state: 'issued' },
    })
    expect(await calls.entryKindOf(`${moved?.id}`)).toBe('contribution_sponsor')
  })

  test('and moves without a payer gets its receipt for the donors of the right account', async () => {
    const { contributionId } = await calls.receive()
    await jobsDone(world.portal)
    const right = await makeFund(world.portal)
    const donor = `${right.donor.user.firstName} ${right.donor.user.lastName}`
    await calls.move(contributionId, right.fundId)
    expect((await calls.waiting())[0]?.details).toMatchObject({ payer: { kind: 'individual', name: donor } })
    expect((await calls.confirm(await calls.requestId())).status).toBe(200)
    await jobsDone(world.portal)
    const moved = await calls.query(
      'select contribution_id from contribution where moved_from_id = $1',
      contributionId,
    )
    expect(await calls.receiptsOf(moved[0].contribution_id)).toMatchObject([
      { payer_name: donor, state: 'issued' },
    ])
  })
})
