import { beforeAll, describe, expect, test } from 'vitest'
import { books, clientOfBook, clients } from '../clients/clients.ts'
import { periodsUntil } from '../clients/fee-schedules.ts'
import { seededRandom } from '../demo/random.ts'
import { addDays, dateOf, type IsoDate } from '../domain/dates.ts'
import { getStatement } from '../features/fund-activity/fund-activity.contract.ts'
import { listPostingBatches } from '../features/posting-batches/posting-batches.contract.ts'
import { type Demonstration, fundsPerBook } from './factories/make-demonstration.ts'

const clientNames = Object.keys(clients)

let demo: Demonstration

/** Declares the tests of the demonstration’s ledger. They share it with the caller’s tests, because creating it is slow. */
export function describeDemoLedger(demonstration: () => Demonstration): void {
  beforeAll(() => {
    demo = demonstration()
  })

  describe('the ledger of the seed data (§12)', () => {
    test('has only entries that sum to zero', async () => {
      const [sums] = await demo.rowsOf(
        `select count(*)::int > 1000 as has_many, bool_and(total = 0) as balanced
           from (select sum(amount_minor) as total from posting group by book, entry_id) e`,
      )
      expect(sums).toEqual({ has_many: true, balanced: true })
    })

    test('stores the sum of the postings as each fund’s balance', async () => {
      const differing = await demo.rowsOf(
        `select b.account_id from account_balance b
           join (select book, account_id, sum(amount_minor) filter (where ledger = 'spendable') as spendable,
                   sum(amount_minor) filter (where ledger = 'excluded') as excluded,
                   sum(amount_minor) filter (where ledger = 'pending') as pending
                 from posting where account_id is not null group by 1, 2) p using (book, account_id)
          where (b.spendable_minor, b.excluded_minor, b.pending_minor)
            is distinct from (coalesce(spendable, 0), coalesce(excluded, 0), coalesce(pending, 0))`,
      )
      expect(differing).toEqual([])
    })

    test('never has a negative available balance on any day', async () => {
      const [lowest] = await demo.rowsOf(
        `select min(available) >= 0 as never_negative from (
           select sum(sum(amount_minor)) over (partition by book, account_id order by effective_date) as available
             from posting where ledger = 'spendable' group by book, account_id, effective_date) d`,
      )
      expect(lowest).toEqual({ never_negative: true })
    })

    test('records entries now, with effective dates in the past', async () => {
      const [times] = await demo.rowsOf(
        `select bool_and(recorded_at > now() - interval '1 hour') as recorded_now,
                min(effective_date) < current_date - 1800 as goes_back, max(effective_date) <= current_date as not_ahead
           from journal_entry`,
      )
      expect(times).toEqual({ recorded_now: true, goes_back: true, not_ahead: true })
    })

    test('has each entry of a batch’s kind in a batch that two people posted, but for sales of assets', async () => {
      const rows = await demo.rowsOf(
        `select b.book, count(distinct b.batch_id)::int > 60 as has_many,
           bool_and(b.state = 'applied' and b.entered_by <> b.confirmed_by and b.line_count = n.lines and b.amount_minor = n.amount_minor
             and (l.state = 'posted' or b.source = 'fee-run' and l.state = 'left-out')) as are_whole,
           bool_and(abs(l.posted_minor) = abs(p.amount_minor) and (p.account_id, p.effective_date) = (l.account_id, l.effective_date)
             and e.kind = l.kind and e.comment is not distinct from l.comment and e.actor_user_id = b.confirmed_by) as are_entries
         from posting_batch b join posting_batch_line l on l.book = b.book and l.batch_id = b.batch_id
           left join journal_entry e on e.book = l.book and e.entry_id = l.entry_id
           left join posting p on p.book = e.book and p.entry_id = e.entry_id and p.line = 1
           join (select batch_id, count(*)::int as lines, sum(abs(amount_minor)) as amount_minor from posting_batch_line group by 1) n
             on n.batch_id = b.batch_id
         group by b.book`,
      )
      expect(rows.length).toBeGreaterThan(1)
      for (const row of rows)
        expect(row).toMatchObject({ has_many: true, are_whole: true, are_entries: true })
      const direct = await demo.rowsOf(
        `select e.entry_id from journal_entry e
         where e.kind in ('gain', 'loss', 'income', 'administrative_fee', 'investment_fee', 'other', 'exclude', 'release')
           and not exists (select from posting_batch_line l where l.book = e.book and l.entry_id = e.entry_id)
           and not exists (select from holding_disposal d where d.book = e.book
             and e.entry_id in (d.difference_entry_id, d.release_entry_id, d.fee_entry_id))`,
      )
      expect(direct).toEqual([])
    })

    test.each(['file', 'fee-run'] as const)('shows staff each batch of the source %s', async source => {
      const as = await demo.sessionOf('super', 'npt')
      const { reply } = await demo.portal.call(listPostingBatches, { query: { source, first: 10 } }, { as })
      const [stored] = await demo.rowsOf(
        `select count(*)::int as batches from posting_batch where book = 'npt' and source = '${source}'`,
      )
      expect(reply.data.length).toBeGreaterThan(0)
      expect(stored).toEqual({ batches: reply.meta.total })
    })

    test('has a fee run for each period of each schedule but the last, with its working', async () => {
      const runs = await demo.rowsOf(
        `select r.book, r.schedule, r.period_from::text, b.state, bool_or(c.account_id is not null) as has_working
         from fee_run r join posting_batch b on b.book = r.book and b.batch_id = r.batch_id
           join posting_batch_line l on l.book = r.book and l.batch_id = r.batch_id
           left join fee_charge c on c.book = r.book and c.batch_id = r.batch_id and c.account_id = l.account_id
             and c.period_from = r.period_from
         group by 1, 2, 3, 4 order by 1, 2, 3`,
      )
      const expected = books.flatMap(({ name: book }) => {
        const { feeSchedules, timeZone } = clientOfBook(book)
        return feeSchedules.flatMap(schedule =>
          periodsUntil(schedule, dateOf(demo.clock.now(), timeZone))
            .slice(0, -1)
            .map(({ from: period_from }) => ({
              ...{ book, schedule: schedule.name, period_from },
              ...{ state: 'applied', has_working: true },
            })),
        )
      })
      expect(expected.length).toBeGreaterThan(3)
      expect(runs).toEqual(expected.toSorted((one, other) => (one.book < other.book ? -1 : 1)))
    })

    test('has every kind of entry that a statement shows, and Gift Aid only in pounds', async () => {
      const rows = await demo.rowsOf<{ currency: string; kinds: string[] }>(
        'select currency, array_agg(distinct kind) as kinds from journal_entry group by currency order by currency',
      )
      const [pounds, dollars] = rows.map(row => new Set(row.kinds))
      expect([pounds?.has('gift_aid'), dollars?.has('gift_aid')]).toEqual([true, false])
      for (const kinds of [pounds, dollars])
        expect([...(kinds ?? [])]).toEqual(
          expect.arrayContaining([
            'contribution_cash',
            'contribution_wire',
            'contribution_securities',
            'contribution_illiquid',
            'gain',
            'loss',
            'income',
            'administrative_fee',
            'investment_fee',
            'other',
            'transfer',
            'release',
            'grant_recommended',
            'grant_approved',
            'grant_released',
            'grant_paid',
            'grant_returned',
          ]),
        )
    })

    test('has an empty balance in closed funds and no entries in funds that are not open yet', async () => {
      const rows = await demo.rowsOf(
        `select account_status as status, bool_and(coalesce(spendable_minor + excluded_minor + pending_minor, 0) = 0) as empty,
                bool_and(b.account_id is null) as untouched
           from fund_account a left join account_balance b using (book, account_id)
          where account_status <> 'Active' group by 1 order by 1`,
      )
      expect(rows).toEqual([
        { status: 'Closed', empty: true, untouched: false },
        { status: 'Entered', empty: true, untouched: true },
        { status: 'Immobile', empty: false, untouched: false },
      ])
    })
  })

  test.each(clientNames)('adds up every statement of every fund of %s (§2.6)', async client => {
    const { book, timeZone } = clients[client] ?? { book: { name: '' }, timeZone: '' }
    const today = dateOf(demo.clock.now(), timeZone)
    const as = await demo.sessionOf('auditor', client)
    const random = seededRandom('ranges')
    const funds = await demo.rowsOf<{ fund_id: string }>(
      `select fund_id from fund_account where book = '${book.name}'`,
    )
    expect(funds).toHaveLength(fundsPerBook)
    for (const { fund_id } of funds)
      for (let range = 0; range < 3; range++) {
        const to = addDays(today, -random.integer(0, 1_000))
        const from = addDays(to, -random.integer(0, 900))
        const fundId = Number(fund_id)
        const { reply } = await demo.portal.call(
          getStatement,
          { params: { fundId }, query: { from, to } },
          { as, fundId },
        )
        expectToAddUp(reply, from)
      }
  })

  test('holds about 1.28 million in the donor’s main fund, with 30,000 pending and some excluded assets (§2.4)', async () => {
    const { summary } = await statementOf('npt', 204318)
    expect(summary?.pendingMinor).toBe(30_000_00n)
    expect(summary?.excludedMinor).toBeGreaterThan(0n)
    expect(Math.abs(Number(summary?.endingMinor) / 100 - 1_280_000)).toBeLessThan(10_000)
  })
}

function expectToAddUp(reply: Awaited<ReturnType<typeof statementOf>>, from: IsoDate): void {
  const total = new Map(reply.sections.map(line => [line.section, line.totalMinor]))
  const flow = [1, 2, 3, 4, 5, 6, 7, 8].reduce((sum, section) => sum + (total.get(section) ?? 0n), 0n)
  expect((total.get(0) ?? 0n) + flow, `ending balance from ${from}`).toBe(total.get(10))
  const { summary } = reply
  expect(summary).not.toBeNull()
  expect((total.get(10) ?? 0n) - (total.get(11) ?? 0n) - (total.get(9) ?? 0n)).toBe(summary?.availableMinor)
  expect(summary?.availableMinor).toBeGreaterThanOrEqual(0n)
}

async function statementOf(client: string, fundId: number) {
  const today = dateOf(demo.clock.now(), clients[client]?.timeZone ?? '')
  const range = { from: addDays(today, -1_900), to: today }
  const as = await demo.sessionOf('donor', client)
  return (await demo.portal.call(getStatement, { params: { fundId }, query: range }, { as, fundId })).reply
}
