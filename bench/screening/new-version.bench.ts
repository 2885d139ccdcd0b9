import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { inTemporaryFolder, irsLines, writeLines } from '../../src/demo/demo-register.ts'
import { inventedLists } from '../../src/demo/screening/invented-lists.ts'
import { systemClock } from '../../src/domain/clock.ts'
import { isoDate } from '../../src/domain/dates.ts'
import { importRegister } from '../../src/features/charities/server/import/import-register.ts'
import { importList } from '../../src/features/screening/server/import/import-list.ts'
import { readList } from '../../src/features/screening/server/import/read-list.ts'
import { screenBook } from '../../src/features/screening/server/screen-everybody.ts'
import { readScreeningLists, screenNames } from '../../src/features/screening/server/screen-names.ts'
import {
  type Bench,
  type BenchContext,
  type BenchDatabase,
  type Finding,
  percentile,
  startBenchDatabase,
} from '../bench.ts'
import { makeBenchFunds } from '../ledger/make-bench-funds.ts'
import { sizeOf, usually } from '../sizes.ts'
import { holdCosts } from './hold-costs.ts'

const charities = sizeOf('BENCH_CHARITIES', { usual: 326_000, smallest: 500 })
const wholeRegister = 326_000
const listed = usually({ persons: 4_000, entities: 6_000 }, { persons: 40, entities: 60 })
const fileDate = isoDate('2026-04-14')

/** A new version of a list against a whole register that is live, while others ask; and what the holds of accounts cost each entry. */
export const newVersionBench: Bench = {
  run: async ({ log, rounds }): Promise<Finding[]> => {
    const database = await startBenchDatabase()
    try {
      return [...(await wholeVersion(database, log)), ...(await holdCosts(database, rounds))]
    } finally {
      await database.stop()
    }
  },
}

async function wholeVersion(database: BenchDatabase, log: BenchContext['log']): Promise<Finding[]> {
  const { admin, databases } = database
  await inTemporaryFolder(async folder => {
    const path = join(folder, 'eo_bench.csv')
    await writeLines(path, irsLines(charities))
    const common = { startedBy: 'benchmark', refusedFolder: folder }
    await importRegister(databases.registrar(), {
      ...{ ...common, register: 'irs-bmf', files: [{ path, fileDate }] },
    })
    const { sdn, add, alt } = inventedLists(listed)
    const files = {
      ...{ 'sdn.csv': sdn, 'add.csv': add, 'alt.csv': alt },
      ...{ 'cons_prim.csv': ['\u001a'], 'cons_add.csv': ['\u001a'], 'cons_alt.csv': ['\u001a'] },
    }
    for (const [name, lines] of Object.entries(files)) await writeLines(join(folder, name), lines)
    const paths = Object.keys(files).map(name => join(folder, name))
    const read = await readList('ofac', paths, { typedDate: '2026-11-20', today: isoDate('2026-11-28') })
    await importList(databases.registrar(), read, { importedBy: 'benchmark', confirmedReason: null })
  })
  const [fund] = await makeBenchFunds(database, 1)
  await admin.query(
    `insert into charity_list_entry (book, account_id, charity_id, added_by) select 'npt', $1, charity_id, uuidv7() from charity`,
    [fund?.accountId],
  )
  await admin.query('analyze')
  log(`${charities} charities are live`)
  const db = databases.book('npt')
  const ended = new AbortController()
  const waits: number[] = []
  const lists = await readScreeningLists(databases.book('rathbones'), ['ofac'])
  const others = (async () => {
    while (!ended.signal.aborted) {
      const startedMs = performance.now()
      const asked = { client: 'rathbones', person: 'somebody', signal: null }
      await screenNames(lists, [{ name: 'Fairweather Village Hall', kind: 'organization' }], asked)
      waits.push(performance.now() - startedMs)
      await delay(100)
    }
  })()
  const startedMs = performance.now()
  const cpu = process.cpuUsage()
  const signal = new AbortController().signal
  await screenBook(db, { book: 'npt', clock: systemClock, signal })
  const minutes = (performance.now() - startedMs) / 60_000
  const { user, system } = process.cpuUsage(cpu)
  ended.abort()
  await others
  const { rows } = await admin.query<{ count: number }>(
    `select count(*)::int as count from screened_subject where realm = 'npt' and subject_kind = 'charity'`,
  )
  return [
    {
      what: `${wholeRegister} charities against a new version, stored, while others ask`,
      ...{ measured: (minutes / charities) * wholeRegister, unit: ' min', atMost: 10 },
      detail: `${charities} in ${minutes.toFixed(1)} min, of which the program's threads worked ${((user + system) / 60_000_000).toFixed(1)} min`,
    },
    {
      what: 'charities of the register that were compared',
      ...{ measured: (rows[0]?.count ?? 0) / charities, atLeast: 1, isJudgedAtAnySize: true },
      detail: `${rows[0]?.count} of ${charities}`,
    },
    {
      what: 'a name of another client meanwhile, 95th percentile',
      ...{ measured: percentile(waits, 95), unit: ' ms', atMost: 1_000 },
      detail: `${waits.length} names, median ${percentile(waits, 50).toFixed(0)} ms`,
    },
  ]
}
