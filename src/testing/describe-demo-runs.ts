import { describe, expect, test } from 'vitest'
import { books, clients } from '../clients/clients.ts'
import { bankCalendarOf, isBankingDay } from '../domain/bank-holidays.ts'
import { getChequeStock } from '../features/payments/cheque-stock.contract.ts'
import { checkRun } from '../features/payments/payments.contract.ts'
import { downloadCheques } from '../features/payments/print-cheques.contract.ts'
import type { Demonstration } from './factories/make-demonstration.ts'

/** What the payment runs of the seed data are. */
export function describeDemoRuns(demo: () => Demonstration): void {
  describe('the payment runs of the seed data', () => {
    test('have the format of their book', async () => {
      const { rows } = await demo().portal.database.admin.query(
        `select distinct book, format from payment_run where format <> 'cheques' order by book`,
      )
      expect(rows).toEqual(
        books
          .map(({ name }) => ({ book: name, format: clients[name]?.payments?.format }))
          .toSorted((one, other) => (one.book < other.book ? -1 : 1)),
      )
    })

    test('have at npt a run of checks from a box, to be printed, and spoiled checks', async () => {
      const as = await demo().sessionOf('super2', 'npt')
      const { reply } = await demo().portal.call(getChequeStock, { query: {} }, { as })
      expect(reply.stock).toMatchObject({ isKept: true, isLow: false, voided: 2, totalBoxes: 1 })
      const { issued, left } = reply.stock ?? { issued: 0, left: 0 }
      expect(issued).toBeGreaterThan(0)
      expect(left).toBe(248 - issued)
      const [run] = await demo().rowsOf<{ run_id: string; state: string; has_file: boolean }>(
        `select run_id, state, released_at is not null and length(file_ciphertext) > 0 as has_file from payment_run
         where book = 'npt' and method = 'cheque' and state = 'approved'`,
      )
      expect(run).toMatchObject({ has_file: true })
      const params = { runId: run?.run_id ?? '' }
      const printed = await demo().portal.call(downloadCheques, { params, query: {} }, { as })
      expect(printed.status).toBe(200)
    })

    test.each(['npt', 'nptuk', 'rathbones'])('pay at %s whom the approvals confirmed', async client => {
      const as = await demo().sessionOf('super2', client)
      const runs = await demo().rowsOf<{ run_id: string; state: string; changed: number; unknown: number }>(
        `select r.run_id, r.state, count(p.payee_changes)::int as changed,
           count(*) filter (where r.method = 'eft' and p.bank_details_id is null and p.problem is null)::int as unknown
         from payment_run r join payment p on p.book = r.book and p.run_id = r.run_id
         where r.book = '${client}' and r.state in ('created', 'approved') group by r.run_id, r.state`,
      )
      expect(runs).not.toEqual([])
      for (const { run_id: runId, state, changed, unknown } of runs) {
        expect([changed, unknown]).toEqual([0, 0])
        if (state !== 'created') continue
        const checked = await demo().portal.call(
          checkRun,
          { params: { runId }, body: { data: { type: 'command', attributes: {} } } },
          { as },
        )
        expect(checked.reply).toMatchObject({ payeesChanged: 0 })
      }
    })

    test('pay on days on which the banks of the country are open', async () => {
      const { rows } = await demo().portal.database.admin.query(
        `select distinct book, payment_on::text as day from payment_run
         union select distinct book, paid_on::text from grant_recommendation where paid_on is not null`,
      )
      const closed = rows.filter(
        ({ book, day }) => !isBankingDay(day, bankCalendarOf(clients[book]?.defaultPhoneCountry ?? '')),
      )
      expect(rows.length).toBeGreaterThan(100)
      expect(closed).toEqual([])
    })
  })
}
