import { npt } from '../../src/clients/configuration/npt.ts'
import { dateOf } from '../../src/domain/dates.ts'
import { verifyLedger } from '../../src/features/ledger/server/verify-ledger.ts'
import { nextToClose } from '../../src/features/month-end/close/server/check-month.ts'
import type { CloseContext } from '../../src/features/month-end/close/server/close-context.ts'
import { closeMonth } from '../../src/features/month-end/close/server/close-month.ts'
import {
  addMonthsTo,
  firstDayOf,
  lastDayOf,
  lastMonth,
  monthsBetween,
} from '../../src/features/month-end/domain/months.ts'
import { readJournal } from '../../src/features/month-end/journal/server/read-journal.ts'
import { trialBalanceRows } from '../../src/features/month-end/server/get-trial-balance.ts'
import { listFundRollForward } from '../../src/features/month-end/server/list-fund-roll-forward.ts'
import { sumLedgers } from '../../src/features/month-end/server/month-end.queries.ts'
import { getYearEnd } from '../../src/features/year-end/server/get-year-end.ts'
import { type Bench, type BenchDatabase, type Finding, median, startBenchDatabase } from '../bench.ts'
import { makeLedger } from '../ledger/make-ledger.ts'
import { usually } from '../sizes.ts'

const funds = usually(5_000, 20)
/** Five years and a quarter, so that a year has about 190,000. */
const transactions = usually(1_000_000, 2_000)
const rollForwardRows = 250

/** What an accountant asks a book like a bank's for. */
export const monthEndBench: Bench = {
  run: async ({ rounds, log }): Promise<Finding[]> => {
    const database = await startBenchDatabase()
    try {
      log(`${funds} funds get ${transactions} transactions`)
      await makeLedger(database.admin, 'npt', { funds, transactions })
      const { rows } = await database.admin.query(
        `select count(*)::int as entries from journal_entry where book = 'npt' and effective_date > current_date - 365`,
      )
      const detail = `${funds} funds, ${rows[0].entries} entries in a year`
      const findings: Finding[] = []
      for (const [what, { atMost, work }] of Object.entries(await worksOf(database))) {
        const times: number[] = []
        for (let round = 0; round < rounds; round += 1) times.push(await secondsOf(work))
        findings.push({ what, measured: median(times), unit: 's', atMost, detail })
      }
      const closing = await secondsOf(await closeLastMonth(database))
      return [...findings, { what: 'a month is closed', measured: closing, unit: 's', atMost: 5, detail }]
    } finally {
      await database.stop()
    }
  },
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now()
  await work()
  return (performance.now() - startMs) / 1000
}

const today = dateOf(new Date(), npt.timeZone)
const last = lastMonth(today)
const first = addMonthsTo(last, -11)
const contextOf = ({ databases }: BenchDatabase) => ({
  ...{ db: databases.book('npt'), book: npt.book, client: npt, today },
})

async function worksOf(database: BenchDatabase) {
  const context = contextOf(database)
  const range = { from: firstDayOf(first), to: firstDayOf(last), lastDay: lastDayOf(last) }
  return {
    'trial balance of twelve months': {
      atMost: 5,
      work: async () => trialBalanceRows(monthsBetween(first, last), await sumLedgers(context.db, range)),
    },
    'roll-forward of every fund, twelve months': { atMost: 60, work: () => readRollForward(context) },
    'journal of a month': { atMost: 5, work: () => readJournal(last, context) },
    'figures of a fiscal year': { atMost: 15, work: () => getYearEnd({ query: {} }, context) },
    'nightly check of the ledger': { atMost: 60, work: () => checkLedger(context) },
  }
}

async function checkLedger({ db }: ReturnType<typeof contextOf>): Promise<void> {
  const { differences } = await verifyLedger(db)
  if (differences.length > 0) throw new Error(`the ledger differs: ${differences[0]}`)
}

/** Every page, as the export reads them. */
async function readRollForward(context: ReturnType<typeof contextOf>): Promise<void> {
  let after: string | undefined
  let rows = 0
  do {
    const query = { first: rollForwardRows, from: first, to: last, after }
    const { data, meta } = await listFundRollForward({ query }, context)
    rows += data.length
    after = meta.next ?? undefined
  } while (after !== undefined)
  if (rows < funds) throw new Error(`the roll-forward has ${rows} rows`)
}

/** What closes the last month, with its checks as they are. */
async function closeLastMonth(database: BenchDatabase): Promise<() => Promise<unknown>> {
  await database.admin.query(
    `insert into book_check (book, day, checked_at, compared, difference_count) values ('npt', current_date, now(), '{}', 0)`,
  )
  // What the command reads of a request.
  const context = {
    ...contextOf(database),
    clock: { now: () => new Date() },
    actor: { userId: '00000000-0000-7000-8000-000000000001', firstName: 'A', lastName: 'B' },
  } as unknown as CloseContext
  const { month, checksHash } = await nextToClose([], context)
  const attributes = { month, checksHash, note: 'No statement came' }
  return () => closeMonth({ body: { data: { attributes } } } as never, context)
}
