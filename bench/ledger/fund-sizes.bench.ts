import { Agent } from 'node:http'
import { npt } from '../../src/clients/configuration/npt.ts'
import { addDays, dateOf, isoDate } from '../../src/domain/dates.ts'
import {
  type Bench,
  type BenchContext,
  type BenchDatabase,
  type Finding,
  median,
  startBenchDatabase,
} from '../bench.ts'
import { isSmallest, sizeOf } from '../sizes.ts'
import { makeFundsOfSizes } from './make-ledger.ts'
import { read } from './read.ts'
import { signedIn } from './signed-in.ts'
import { startPortal } from './start-server.ts'

const sizes = (isSmallest ? '20,200' : (process.env.BENCH_SIZES ?? '100,10000,1000000'))
  .split(',')
  .map(Number)
const requests = sizeOf('BENCH_REQUESTS', { usual: 1000, smallest: 3 })

/** What a fund's screens read, as a function of how many transactions it has. */
async function run(context: BenchContext): Promise<Finding[]> {
  const database = await startBenchDatabase()
  try {
    context.log(`writing funds with ${sizes.join(', ')} transactions`)
    await makeFundsOfSizes(database.admin, 'npt', sizes)
    return await measure(context, database)
  } finally {
    await database.stop()
  }
}

// The sponsor’s day: a range may not end after it.
const today = dateOf(new Date(), npt.timeZone)
const yearToDate = { from: isoDate(`${today.slice(0, 4)}-01-01`), to: today }
const twoYears = { from: addDays(today, -740), to: addDays(today, -10) }
const asQuery = ({ from, to }: { from: string; to: string }) => `from=${from}&to=${to}`

type Page = { what: string; path: string; atMost?: number }

const pages: readonly Page[] = [
  { what: 'the overview', path: '', atMost: 1.3 },
  { what: 'the statement of the year to date', path: `/activity?${asQuery(yearToDate)}`, atMost: 1.3 },
  {
    what: 'the statement of two years between days within months',
    path: `/activity?${asQuery(twoYears)}`,
    atMost: 1.3,
  },
  {
    what: 'the newest ten rows of section 3 of the year',
    path: `/activity/3?${asQuery(yearToDate)}&first=10`,
    atMost: 1.3,
  },
  // A fund with a hundred transactions has few days, so no target.
  { what: 'the chart of the year to date', path: `/balance-history?${asQuery(yearToDate)}` },
]

async function measure(context: BenchContext, database: BenchDatabase): Promise<Finding[]> {
  const { connection, secret } = database
  const { host, port, database: name } = connection
  const { headers } = await signedIn(database)
  const server = { host, port, database: name }
  const portal = await startPortal({
    server,
    secret,
    connections: 4,
    cachesAccess: true,
  })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  /** For each fund in turn, so that whatever else the machine does concerns all alike. */
  const mediansMs = async (path: string) => {
    const times = sizes.map((): number[] => [])
    for (let i = 0; i < requests; i++)
      for (const [index, own] of times.entries()) {
        const startedMs = performance.now()
        await read({ port: portal.port, path: `/api/accounts/${1_000_001 + index}${path}`, headers, agent })
        own.push(performance.now() - startedMs)
      }
    return times.map(median)
  }
  try {
    const findings: Finding[] = []
    for (const page of pages) findings.push(await growthOf(context, page, mediansMs))
    return findings
  } finally {
    agent.destroy()
    await portal.stop()
  }
}

async function growthOf(
  { rounds }: BenchContext,
  { what, path, atMost }: Page,
  mediansMs: (path: string) => Promise<number[]>,
): Promise<Finding> {
  await mediansMs(path)
  const measured: number[][] = []
  for (let round = 0; round < rounds; round++) measured.push(await mediansMs(path))
  return {
    what: `${what}: time with ${sizes.at(-1)} transactions ÷ with ${sizes[0]}`,
    measured: median(measured.map(row => (row.at(-1) ?? 0) / (row[0] ?? 1))),
    ...(atMost === undefined ? {} : { atMost }),
    detail: `median ms ${measured.map(row => row.map(ms => ms.toFixed(2)).join('/')).join(', ')}; ${sizes.join('/')} transactions, ${requests} requests each, one at a time`,
  }
}

export const fundSizesBench: Bench = { run }
