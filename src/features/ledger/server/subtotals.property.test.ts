import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, type IsoDate } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database/database.ts'
import { type MadeAccount, makeAccount } from '../../../testing/factories/make-account.ts'
import { makeContribution } from '../../../testing/factories/make-contribution.ts'
import { propertyRuns, propertyTimeoutMs } from '../../../testing/property-runs.ts'
import { listDayChanges, sumSections } from '../../fund-activity/server/subtotals.queries.ts'
import type { Entry } from '../domain/entry.ts'
import type { Posting } from '../domain/postings.ts'
import { postEntries, postEntry } from './post-entry.ts'
import { verifyLedger } from './verify-ledger.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

// Across the end of a year and of February, and back in time as often as forward: every entry but the last is backdated.
const firstDay = '2025-11-20' as IsoDate
const lastDay = 120
const day = fc.nat({ max: lastDay }).map(days => addDays(firstDay, days))

const entry = fc.record({
  on: day,
  fund: fc.nat({ max: 1 }),
  section: fc.constantFrom(
    1 as const,
    3 as const,
    4 as const,
    5 as const,
    6 as const,
    9 as const,
    11 as const,
  ),
  ledger: fc.constantFrom('spendable' as const, 'excluded' as const),
  amountMinor: fc.bigInt({ min: -1_000_00n, max: 1_000_00n }).filter(amount => amount !== 0n),
})
const transaction = fc.record({
  entries: fc.array(entry, { minLength: 1, maxLength: 4 }),
  /** In one statement, or one after the other. */
  isBatch: fc.boolean(),
  /** Reverses its first entry, on a later day, in the same transaction. */
  reversedOn: fc.option(day),
  isRolledBack: fc.nat({ max: 5 }).map(number => number === 0),
})
const history = fc.record({
  /** Each pair runs at the same time. */
  pairs: fc.array(fc.tuple(transaction, transaction), { minLength: 3, maxLength: 8 }),
  ranges: fc.array(fc.tuple(day, day), { minLength: 4, maxLength: 4 }),
})
type Transaction = typeof transaction extends fc.Arbitrary<infer T> ? T : never
type RandomEntry = Transaction['entries'][number]

function postingsOf({ section, ledger, amountMinor }: RandomEntry, accountId: string): Posting[] {
  const positive = amountMinor < 0n ? -amountMinor : amountMinor
  // These sections move money between two ledger accounts of the fund.
  if (section === 9 || section === 11)
    return [
      { ledger: 'spendable', accountId, section, amountMinor: -positive },
      { ledger: section === 9 ? 'excluded' : 'pending', accountId, section, amountMinor: positive },
    ]
  // The excluded assets cannot be negative.
  const signed = ledger === 'excluded' ? positive : amountMinor
  return [
    { ledger, accountId, section, amountMinor: signed },
    { ledger: 'adjustments', amountMinor: -signed },
  ]
}

type NewEntry = Entry & { entryId: string }

/** A reversing entry: the same postings with the opposite sign. */
async function reverse(trx: Kysely<DB>, { entryId }: NewEntry, on: IsoDate): Promise<void> {
  const reversalId = randomUUID()
  await sql`insert into journal_entry (entry_id, kind, currency, effective_date, reverses_entry_id)
    values (${reversalId}, 'reversal', 'USD', ${on}, ${entryId})`.execute(trx)
  await sql`insert into posting (entry_id, line, ledger, account_id, section, effective_date, amount_minor)
    select ${reversalId}, line, ledger, account_id, section, ${on}::date, -amount_minor
    from posting where entry_id = ${entryId}`.execute(trx)
}

const newEntry = (entry: RandomEntry, funds: readonly MadeAccount[]): NewEntry => ({
  entryId: randomUUID(),
  kind: 'other',
  currency: 'USD',
  effectiveDate: entry.on,
  comment: 'random',
  postings: postingsOf(entry, funds[entry.fund]?.accountId ?? ''),
  actorUserId: null,
  onBehalfOfUserId: null,
})

class RolledBack extends Error {}

async function run(
  funds: readonly MadeAccount[],
  { entries, isBatch, reversedOn, isRolledBack }: Transaction,
) {
  // In the order of the funds, so that two transactions wait for each other in one direction only.
  const made = [...entries].sort((a, b) => a.fund - b.fund).map(each => newEntry(each, funds))
  const result = database.databases
    .book('npt')
    .transaction()
    .execute(async trx => {
      if (isBatch) await postEntries(trx, made)
      else for (const each of made) await postEntry(trx, each)
      const last = made.at(-1)
      if (reversedOn && last) await reverse(trx, last, reversedOn)
      if (isRolledBack) throw new RolledBack()
    })
  if (isRolledBack) await expect(result).rejects.toThrow(RolledBack)
  else await result
}

type PlainPosting = { section: number; ledger: string; effective_date: IsoDate; amount_minor: bigint }

const total = (postings: readonly PlainPosting[]) =>
  postings.reduce((sum, each) => sum + each.amount_minor, 0n)

/** What the statement's queries must return, added up posting by posting. */
function expectedSums(postings: readonly PlainPosting[], from: IsoDate, to: IsoDate) {
  const until = postings.filter(each => each.effective_date <= to)
  return [...new Set(until.map(each => each.section))]
    .sort((a, b) => a - b)
    .map(section => {
      const mine = until.filter(each => each.section === section)
      const within = mine.filter(each => each.effective_date >= from)
      const excluded = mine.filter(each => each.ledger === 'excluded')
      return {
        section,
        before_minor: total(mine) - total(within),
        within_minor: total(within),
        rows_within: BigInt(within.length),
        pending_minor: total(mine.filter(each => each.ledger === 'pending')),
        excluded_minor: total(excluded),
        excluded_rows: BigInt(excluded.length),
      }
    })
}

async function checkRange({ accountId }: MadeAccount, from: IsoDate, to: IsoDate): Promise<void> {
  const db = database.databases.book('npt')
  const { rows: postings } = await sql<PlainPosting>`
    select section, ledger, effective_date, amount_minor from posting where account_id = ${accountId}`.execute(
    db,
  )
  const sums = await sumSections(db, accountId, { from, to })
  const isShown = (sum: (typeof sums)[number]) =>
    Object.values(sum).some((value, index) => index > 0 && value !== 0n)
  expect(sums.filter(isShown).sort((a, b) => a.section - b.section)).toEqual(
    expectedSums(postings, from, to).filter(isShown),
  )
  const { beginningMinor, days } = await listDayChanges(db, accountId, { from, to })
  expect(beginningMinor).toBe(total(postings.filter(each => each.effective_date < from)))
  const flows = postings.filter(
    each => each.section <= 8 && each.effective_date >= from && each.effective_date <= to,
  )
  const dates = [...new Set(flows.map(each => each.effective_date))].sort()
  expect(days.map(each => ({ date: each.date, change: each.change_minor }))).toEqual(
    dates.map(date => ({ date, change: total(flows.filter(each => each.effective_date === date)) })),
  )
}

test('keeps the subtotals equal to the postings for any history: backdated, reversed, rolled back, two at once (§12)', {
  timeout: propertyTimeoutMs,
}, async () => {
  const property = fc.asyncProperty(history, async ({ pairs, ranges }) => {
    const funds = [await makeAccount(database.databases), await makeAccount(database.databases)]
    for (const fund of funds)
      await makeContribution(database.databases, fund, 1_000_000_00n, { on: firstDay })
    for (const pair of pairs) await Promise.all(pair.map(each => run(funds, each)))
    expect((await verifyLedger(database.databases.book('npt'))).differences).toEqual([])
    for (const fund of funds)
      for (const [one, other] of ranges)
        await checkRange(fund, one < other ? one : other, one < other ? other : one)
  })
  await fc.assert(property, { numRuns: propertyRuns({ usual: 5, long: 300 }), endOnFailure: true })
})
