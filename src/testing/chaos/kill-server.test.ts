import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { npt } from '../../clients/configuration/npt.ts'
import { reverseJournalEntry } from '../../features/journal-entries/journal-entries.contract.ts'
import { marketPostings } from '../../features/ledger/domain/postings.ts'
import { applyBankFile, checkBankFile } from '../../features/payments/bank-files.contract.ts'
import { makeEntry } from '../factories/make-contribution.ts'
import { camtFile } from '../payments/camt.ts'
import { sampleOf } from '../property-runs.ts'
import { chooseSpawnedServer } from '../temporary/spawned-server.ts'
import { temporaryDirectory } from '../temporary/temporary-directory.ts'
import { type ChaosCalls, chaosCalls } from './chaos-calls.ts'
import { today } from './chaos-commands.ts'
import { writeChaosData } from './chaos-data.ts'
import { type ChaosDatabase, startChaosDatabase } from './chaos-database.ts'
import { type ChaosProgram, chaosProgram } from './chaos-program.ts'
import { batchCrashes, type Crash } from './kill-batches.ts'
import { chaosEnvironment, chaosScripts, prepareChaos } from './run-chaos.ts'

// The program itself is killed as by `kill -9`, while the database waits with a certain row of a bank file, of a correction or of a batch of
// postings. It starts again, people send the same request with the same key, jobs go on, and everything is there once.

let database: ChaosDatabase
let program: ChaosProgram
let calls: ChaosCalls
let fundId = 0
let fundIds: readonly number[] = []
/** The entries of gains, one for each case. */
let gains: string[] = []

beforeAll(async () => {
  const dataDir = temporaryDirectory('kill-server')
  // When root runs the tests, PostgreSQL runs as another user.
  await chmod(dataDir, 0o711)
  database = await startChaosDatabase(dataDir)
  const { port } = await chooseSpawnedServer('kill-server')
  gains = await prepareChaos(database, dataDir, async (databases, files) => {
    const { funds } = await writeChaosData(databases, files)
    const [fund] = funds
    if (!fund) throw new Error('there is a fund')
    fundId = fund.fundId
    fundIds = funds.map(each => each.fundId)
    const postings = marketPostings(fund.accountId, 10_00n)
    return await Promise.all(crashes.map(() => makeEntry(databases, fund, { kind: 'gain', postings })))
  })
  const environment = chaosEnvironment({ database, dataDir, port })
  const script = chaosScripts.withoutWeb
  program = chaosProgram({ script, port, environment, log: join(dataDir, 'program.log') })
  calls = chaosCalls(program)
  await program.start()
}, 240_000)
afterAll(async () => {
  await program.stop()
  await database.end('fast')
}, 60_000)

/** Kills the program while it inserts such a row, and starts it again. What it sent before repeats itself. */
async function killedAt({ table, when }: Pick<Crash, 'table' | 'when'>, work: () => Promise<unknown>) {
  await database.query(
    `create trigger zz_wait before insert on ${table} for each row when (${when}) execute function wait_in_test()`,
  )
  const working = work()
  await expect
    .poll(async () => await database.query(`select pid from pg_stat_activity where wait_event = 'PgSleep'`), {
      timeout: 60_000,
      interval: 20,
    })
    .not.toEqual([])
  await program.kill()
  // The database notices the end of a connection only when it wants to answer.
  await database.query(`select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'PgSleep'`)
  await database.query(`drop trigger zz_wait on ${table}`)
  await program.start()
  await working
}

const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })
const references = (place: number) => [1, 2, 3].map(number => `KILLED-${place}-${number}`)

/** A statement with three credits that nothing explains. */
async function takeStatement(place: number): Promise<void> {
  const { accountNumber: account, routingNumber: bank } = npt.payments
  const entries = references(place).map(servicerRef => ({
    ...{ amount: '12.34', side: 'CRDT' as const, servicerRef, on: today(), text: `GIFT ${servicerRef}` },
  }))
  const upload = new Uint8Array(
    Buffer.from(camtFile([{ account, bank, entries }], { id: `KILLED-${place}` })),
  )
  const about = { as: 'super' as const, kind: 'bank file' }
  const name = 'statement.xml'
  const { planHash } = await calls.command(checkBankFile, { query: { name, confirmed: '' }, upload }, about)
  await calls.command(applyBankFile, { query: { name, planHash, confirmed: '' }, upload }, about)
}

async function expectBooked(place: number): Promise<void> {
  const counts = async () =>
    await database.query<{ lines: number; items: number; cents: string }>(
      `select count(*)::int as lines, count(i.item_id)::int as items, sum(p.amount_minor)::text as cents
       from bank_line l left join suspense_item i using (book, bank_line_id)
         left join posting p on p.book = i.book and p.entry_id = i.entry_id and p.ledger = 'suspense'
       where l.reference = any($1)`,
      [references(place)],
    )
  await expect.poll(counts, { timeout: 60_000 }).toEqual([{ lines: 3, items: 3, cents: '3702' }])
}

/** Reverses the gain of this case, and posts another one in its place. */
const correct = async (place: number) =>
  await calls.command(
    reverseJournalEntry,
    {
      params: { entryId: gains[place] ?? '' },
      body: command({
        reason: 'Of another quarter',
        replacement: { fundId, amountMinor: 7_00n, comment: '' },
      }),
    },
    { as: 'super', kind: 'correction' },
  )

async function expectCorrected(place: number): Promise<void> {
  const rows = await database.query(
    `select e.kind, p.amount_minor::int as cents from journal_entry e
       join posting p on p.book = e.book and p.entry_id = e.entry_id and p.account_id is not null
     where $1 in (e.reverses_entry_id, e.corrects_entry_id) order by e.kind`,
    [gains[place]],
  )
  expect(rows).toEqual([
    { kind: 'gain', cents: 7_00 },
    { kind: 'reversal', cents: -10_00 },
  ])
}

const crashes: readonly Crash[] = [
  {
    name: 'the second line of a bank file is stored',
    ...{ table: 'bank_line', when: `new.reference like 'KILLED-%-2'` },
    ...{ work: takeStatement, expectOnce: expectBooked },
  },
  {
    name: 'a credit of a bank file is booked into suspense',
    ...{ table: 'suspense_item', when: 'true' },
    ...{ work: takeStatement, expectOnce: expectBooked },
  },
  {
    name: 'a bank file is stored',
    ...{ table: 'bank_file', when: 'true' },
    ...{ work: takeStatement, expectOnce: expectBooked },
  },
  {
    name: 'the right entry is posted in the place of the wrong one',
    ...{ table: 'journal_entry', when: 'new.corrects_entry_id is not null' },
    ...{ work: correct, expectOnce: expectCorrected },
  },
  {
    name: 'the reversal of an entry is posted',
    ...{ table: 'journal_entry', when: 'new.reverses_entry_id is not null' },
    ...{ work: correct, expectOnce: expectCorrected },
  },
  {
    name: 'a correction is counted among what its person posted',
    ...{ table: 'posting_command', when: `new.kind = 'reverse-entry'` },
    ...{ work: correct, expectOnce: expectCorrected },
  },
  ...batchCrashes(() => ({ calls, database, fundIds })),
]

test('counts a bank file, a correction and a batch of postings once when the program is killed in between, and the same request comes again (§13)', {
  timeout: 600_000,
}, async () => {
  await database.query(
    `create function wait_in_test() returns trigger language plpgsql as $$ begin perform pg_sleep(3600); return new; end $$`,
  )
  const tried = sampleOf(crashes, 2)
  for (const crash of tried) {
    const place = crashes.indexOf(crash)
    await killedAt(crash, () => crash.work(place))
    await crash.expectOnce(place)
  }
  // The last request once more, which does nothing again.
  await calls.repeatAcknowledged(commands => commands.at(-1) as never, 1)
  expect(calls.findings).toEqual([])
  for (const crash of tried) await crash.expectOnce(crashes.indexOf(crash))
})
