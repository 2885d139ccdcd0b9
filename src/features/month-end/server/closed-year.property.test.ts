import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { npt } from '../../../clients/configuration/npt.ts'
import { addDays, type IsoDate, isoDate } from '../../../domain/dates.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database/database.ts'
import { withoutTriggers } from '../../../testing/database/without-triggers.ts'
import { makeAccount } from '../../../testing/factories/make-account.ts'
import { propertyRuns, propertyTimeoutMs } from '../../../testing/property-runs.ts'
import type { Entry, EntryKind } from '../../ledger/domain/entry.ts'
import {
  contributionPostings,
  feePostings,
  marketPostings,
  otherPostings,
  type Posting,
  suspensePostings,
} from '../../ledger/domain/postings.ts'
import { postEntry } from '../../ledger/server/post-entry.ts'
import { postReversal } from '../../ledger/server/post-reversal.ts'
import { insertClose } from '../close/server/month-close.queries.ts'
import { firstDayOf, lastDayOf, type Month, monthOf, monthsBetween } from '../domain/months.ts'
import { type JournalSum, journalDifference, journalLines } from '../journal/domain/journal.ts'
import { readJournal } from '../journal/server/read-journal.ts'
import { trialBalanceRows } from './get-trial-balance.ts'
import { listFundRollForward } from './list-fund-roll-forward.ts'
import { sumLedgers } from './month-end.queries.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const months = monthsBetween('2025-01', '2025-12')
const today = isoDate('2026-01-15')

const step = fc.record({
  kind: fc.constantFrom<EntryKind[]>(
    ...([
      'contribution_cash',
      'gain',
      'loss',
      'income',
      'administrative_fee',
      'other',
      'suspense_received',
    ] as const),
  ),
  fund: fc.nat({ max: 1 }),
  amountMinor: fc.bigInt({ min: 1n, max: 9_999_99n }),
  /** Days before the last of the month that is open: what is over 31 was meant for a closed month. */
  daysBack: fc.nat({ max: 70 }),
  isReversed: fc.boolean(),
})
/** What happens before each month is closed. */
const year = fc.array(fc.array(step, { maxLength: 3 }), { minLength: 12, maxLength: 12 })

function postingsOf(kind: EntryKind, accountId: string, amountMinor: bigint): Posting[] {
  if (kind === 'contribution_cash') return contributionPostings(accountId, amountMinor, 'spendable')
  if (kind === 'administrative_fee') return feePostings(accountId, amountMinor)
  if (kind === 'other') return otherPostings(accountId, amountMinor)
  if (kind === 'suspense_received') return suspensePostings(amountMinor)
  return marketPostings(accountId, kind === 'loss' ? -amountMinor : amountMinor)
}

/** One posted line, as the model keeps it; `kind` is that of the entry that a reversal reverses. */
type Line = { on: IsoDate; kind: EntryKind; isReversal: boolean; fund: number; posting: Posting }

const total = (lines: readonly Line[]) => lines.reduce((sum, { posting }) => sum + posting.amountMinor, 0n)

test('years that are closed month by month balance, and every figure is what the postings add up to', {
  timeout: propertyTimeoutMs,
}, async () => {
  const property = fc.asyncProperty(year, async steps => {
    const book = database.databases.book('npt')
    await withoutTriggers(
      database.admin,
      'truncate month_close, posting, journal_entry, posting_subtotal, account_balance cascade',
    )
    const funds = [await makeAccount(database.databases), await makeAccount(database.databases)]
    const model: Line[] = []
    const about = { db: book, book: npt.book, client: npt, today }
    const exported = new Map<Month, JournalSum[]>()
    for (const [index, month] of months.entries()) {
      const open = firstDayOf(month)
      // Before the first close nothing is closed.
      const dayOf = (asked: IsoDate) => (index > 0 && asked < open ? open : asked)
      for (const { kind, fund, amountMinor, daysBack, isReversed } of steps[index] ?? []) {
        const asked = addDays(lastDayOf(month), -daysBack)
        const postings = postingsOf(kind, funds[fund]?.accountId ?? '', amountMinor)
        const entry: Entry = {
          ...{
            kind,
            currency: 'USD',
            effectiveDate: asked,
            postings,
            actorUserId: null,
            onBehalfOfUserId: null,
          },
          ...(kind === 'other' ? { comment: 'random' } : {}),
        }
        const { entryId } = await postEntry(book, entry)
        model.push(...postings.map(posting => ({ on: dayOf(asked), kind, isReversal: false, fund, posting })))
        if (!isReversed) continue
        await postReversal(book, entryId, { today: lastDayOf(month), comment: 'Wrong', actorUserId: null })
        const reversed = postings.map(posting => ({ ...posting, amountMinor: -posting.amountMinor }))
        model.push(
          ...reversed.map(posting => ({ on: lastDayOf(month), kind, isReversal: true, fund, posting })),
        )
      }
      await insertClose(book, {
        ...{ month: open, checks: '[]', balances: '{}', closed_by: '00000000-0000-7000-8000-000000000001' },
        ...{ closed_by_name: 'A', closed_at: new Date() },
      })
      exported.set(month, (await readJournal(month, about)).difference)
    }
    // The trial balance.
    const range = { from: firstDayOf('2025-01'), to: firstDayOf('2025-12'), lastDay: lastDayOf('2025-12') }
    for (const { ledger, month, openingMinor, changeMinor, closingMinor } of trialBalanceRows(
      months,
      await sumLedgers(book, range),
    )) {
      const mine = model.filter(({ posting }) => posting.ledger === ledger)
      expect([ledger, month, openingMinor, changeMinor, closingMinor]).toEqual([
        ...[ledger, month],
        total(mine.filter(({ on }) => monthOf(on) < month)),
        total(mine.filter(({ on }) => monthOf(on) === month)),
        total(mine.filter(({ on }) => monthOf(on) <= month)),
      ])
    }
    // The roll-forward of each fund over the year.
    const { data } = await listFundRollForward(
      { query: { first: 500, from: '2025-01', to: '2025-12' } },
      about,
    )
    for (const [index, { fundId }] of funds.entries()) {
      const mine = model.filter(({ fund, posting }) => fund === index && 'accountId' in posting)
      const row = data.find(each => each.fundId === fundId)
      const of = (kind: EntryKind) => total(mine.filter(line => line.kind === kind && line.on >= range.from))
      expect(row).toMatchObject({
        openingMinor: total(mine.filter(({ on }) => on < range.from)),
        closingMinor: total(mine),
        changes: { cash: of('contribution_cash'), gains: of('gain'), losses: of('loss'), other: of('other') },
      })
    }
    // Nothing came for a closed month, so that what left when it was closed is all of it, and both sides are equal.
    for (const month of months) {
      const left = exported.get(month) ?? []
      const { sums } = await readJournal(month, about)
      expect(journalDifference(sums, left).filter(({ amountMinor }) => amountMinor !== 0n)).toEqual([])
      const lines = journalLines(left, npt.generalLedger)
      const debits = lines.reduce((sum, { debitMinor }) => sum + debitMinor, 0n)
      expect(debits).toBe(lines.reduce((sum, { creditMinor }) => sum + creditMinor, 0n))
      // Each entry has one posting of its kind’s amount.
      const ofMonth = model.filter(({ on, posting }) => monthOf(on) === month && posting.amountMinor > 0n)
      const perKey = new Map<string, bigint>()
      for (const { kind, isReversal, posting } of ofMonth)
        perKey.set(`${kind} ${isReversal}`, (perKey.get(`${kind} ${isReversal}`) ?? 0n) + posting.amountMinor)
      expect(debits).toBe([...perKey.values()].reduce((sum, each) => sum + each, 0n))
    }
  })
  await fc.assert(property, { numRuns: propertyRuns({ usual: 3, long: 100 }), endOnFailure: true })
})
