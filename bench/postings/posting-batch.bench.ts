import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { from as copyFrom } from 'pg-copy-streams'
import { npt } from '../../src/clients/configuration/npt.ts'
import { dateOf } from '../../src/domain/dates.ts'
import { recommendGrant } from '../../src/features/grants/server/recommend-grant.ts'
import { testSource } from '../../src/testing/command-source.ts'
import { makeCharity } from '../../src/testing/factories/make-charity.ts'
import { temporaryDirectory } from '../../src/testing/temporary/temporary-directory.ts'
import { type Bench, type BenchDatabase, type Finding, startBenchDatabase } from '../bench.ts'
import { heapFlags, imageVariables } from '../heap-flags.ts'
import { makeBenchFunds } from '../ledger/make-bench-funds.ts'
import { sizeOf, usually } from '../sizes.ts'
import type { BatchTimes } from './post-batch.ts'

const lines = sizeOf('BENCH_BATCH_LINES', { usual: 1_000_000, smallest: 400 })
const postedLines = sizeOf('BENCH_POSTED_LINES', { usual: 100_000, smallest: 300 })
const fundCount = usually(5_000, 20)
const kinds = ['Gain', 'Income', 'Loss', 'Administrative fee'] as const

type Funds = Awaited<ReturnType<typeof makeBenchFunds>>

/** A large file, checked and entered; another one that is posted while donors recommend grants; both beside a bare COPY of their lines. */
export const postingBatchBench: Bench = {
  run: async ({ log }): Promise<Finding[]> => {
    const database = await startBenchDatabase()
    try {
      const funds = await makeBenchFunds(database, fundCount)
      const folder = temporaryDirectory('bench')
      const [large, posted] = [join(folder, 'large.csv'), join(folder, 'posted.csv')]
      await writeFile(large, lines, funds)
      await writeFile(posted, postedLines, funds)
      log(`a file of ${lines} lines is checked and entered`)
      const copyMs = await copy(database, large)
      const entered = await run(database, large, false)
      log(`a file of ${postedLines} lines is posted`)
      const copyOfPostedMs = await copy(database, posted)
      const donors = recommendAlways(database, funds)
      const applied = await run(database, posted, true)
      const waitMs = await donors.end()
      return [
        ...ofEntered(entered, copyMs),
        ...ofPosted(applied, { copyMs: copyOfPostedMs, ...waitMs }),
        await sums(database),
      ]
    } finally {
      await database.stop()
    }
  },
}

async function writeFile(path: string, count: number, funds: Funds): Promise<void> {
  const today = dateOf(new Date(), npt.timeZone)
  function* rows() {
    yield 'Account ID,Kind,Date,Amount,Comment\n'
    for (let index = 0; index < count; index += 1)
      yield `${funds[index % funds.length]?.fundId},${kinds[index % kinds.length]},${today},${(index % 90_000) + 1}.${10 + (index % 90)},Third quarter\n`
  }
  await pipeline(Readable.from(rows()), createWriteStream(path))
}

/** The least that storing the lines can take: COPY into a table without an index. */
async function copy({ admin }: BenchDatabase, path: string): Promise<number> {
  await admin.query(
    'create table copied_line (fund_id bigint, kind text, effective_date date, amount numeric, comment text)',
  )
  const client = await admin.connect()
  try {
    const startMs = performance.now()
    await pipeline(
      createReadStream(path),
      client.query(copyFrom('copy copied_line from stdin (format csv, header)')),
    )
    return performance.now() - startMs
  } finally {
    client.release()
    await admin.query('drop table copied_line')
  }
}

async function run(
  { connection, secret }: BenchDatabase,
  path: string,
  isPosted: boolean,
): Promise<BatchTimes> {
  const { host, port, database } = connection
  const about = { server: { host, port, database }, secret, path, isPosted }
  const child = fork(fileURLToPath(new URL('post-batch.ts', import.meta.url)), [JSON.stringify(about)], {
    execArgv: heapFlags,
    env: { ...process.env, ...imageVariables },
  })
  return await new Promise<BatchTimes>((resolve, reject) => {
    // The child sends this and nothing else.
    child.on('message', times => resolve(times as BatchTimes))
    child.on('exit', code => reject(new Error(`the batch was not posted: exit ${code}`)))
  })
}

type Waits = { longestMs: number; grants: number }

/** Recommends one grant after another, each in another fund, until `end` is called. */
function recommendAlways({ databases }: BenchDatabase, funds: Funds): { end(): Promise<Waits> } {
  const waits: Waits = { longestMs: 0, grants: 0 }
  let isDone = false
  const working = (async () => {
    const { charityId } = await makeCharity(databases)
    const now = new Date()
    while (!isDone) {
      const userId = randomUUID()
      const fund = funds[(waits.grants * 7) % funds.length]
      if (!fund) throw new Error('there is a fund')
      const startMs = performance.now()
      await recommendGrant(
        databases.book('npt'),
        fund.accountId,
        {
          ...{
            charityId,
            amountMinor: BigInt(250 + waits.grants) * 100n,
            purposeCode: 'where_needed' as const,
          },
          ...{ purposeText: null, benefitAnswer: null, namingCode: 'fund_only' as const },
          ...{ certified: true, repeatConfirmed: true, idempotencyKey: randomUUID() },
        },
        {
          ...{ requireVerification: () => {}, source: testSource(userId), client: npt, book: npt.book, now },
          ...{ today: dateOf(now, npt.timeZone), otherBook: null },
          actor: { userId, name: 'Margaret Ellison', side: 'fund' as const },
        },
      )
      waits.longestMs = Math.max(waits.longestMs, performance.now() - startMs)
      waits.grants += 1
      await setTimeout(5)
    }
  })()
  return {
    end: async () => {
      isDone = true
      await working
      return waits
    },
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

const memoryOf = ({ beforeMb, mostMb }: BatchTimes, what: string): Finding => ({
  ...{ what, measured: mostMb - beforeMb, unit: ' MB', atMost: 300 },
  detail: `${beforeMb.toFixed(0)} MB before, at most ${mostMb.toFixed(0)} MB`,
})

const ofEntered = (times: BatchTimes, copyMs: number): Finding[] => [
  {
    what: 'checking and entering a large file ÷ a bare COPY of its lines',
    measured: (times.checkMs + times.enterMs) / copyMs,
    atMost: 40,
    detail: `${lines} lines: checked in ${seconds(times.checkMs)}, entered in ${seconds(times.enterMs)}, copied in ${seconds(copyMs)}`,
  },
  memoryOf(times, 'memory of the program meanwhile'),
  {
    what: 'the longest that another request waited',
    measured: times.longestWaitMs,
    unit: ' ms',
    atMost: 250,
    detail: 'by a timer of 10 ms in the same process',
  },
]

const ofPosted = (
  times: BatchTimes,
  { copyMs, longestMs, grants }: Waits & { copyMs: number },
): Finding[] => [
  {
    what: 'posting a batch ÷ a bare COPY of its lines',
    measured: times.postMs / copyMs,
    atMost: 10,
    detail: `${postedLines} lines: posted in ${seconds(times.postMs)}, copied in ${seconds(copyMs)}`,
  },
  memoryOf(times, 'memory of the program while the batch is posted'),
  {
    what: 'the longest that a donor’s recommendation took meanwhile',
    measured: longestMs,
    unit: ' ms',
    atMost: 2_000,
    detail: `${grants} grants, one after another`,
  },
]

/** Each line is posted once. */
async function sums({ admin }: BenchDatabase): Promise<Finding> {
  const { rows } = await admin.query<{ posted: number; cents: string }>(
    `select count(*)::int as posted, sum(p.amount_minor - l.posted_minor * case when l.kind in ('gain', 'income') then 1 else -1 end)::text as cents
     from posting_batch_line l join posting p on p.entry_id = l.entry_id and p.account_id = l.account_id`,
  )
  const { posted = 0, cents = '' } = rows[0] ?? {}
  return {
    what: 'lines that are posted with their amount ÷ lines of the batch',
    measured: cents === '0' ? posted / postedLines : 0,
    ...{ atLeast: 1, atMost: 1, isJudgedAtAnySize: true },
    detail: `${posted} of ${postedLines}`,
  }
}
