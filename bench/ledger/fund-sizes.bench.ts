import { Agent, get } from 'node:http'
import { addDays, type IsoDate, presetRange } from '../../src/domain/dates.ts'
import {
  type Bench,
  type BenchContext,
  type BenchDatabase,
  type Finding,
  median,
  startBenchDatabase,
} from '../bench.ts'
import { makeFundsOfSizes } from './make-ledger.ts'
import { signedIn } from './signed-in.ts'
import { startServer } from './start-server.ts'

const sizes = (process.env.BENCH_SIZES ?? '100,10000,1000000').split(',').map(Number)
const requests = Number(process.env.BENCH_REQUESTS ?? 1000)

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

const today = new Date().toISOString().slice(0, 10) as IsoDate
const yearToDate = presetRange('year-to-date', today, today)
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
  const portal = await startServer('./portal-server.ts', {
    server,
    secret,
    connections: 4,
    cachesAccess: true,
  })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const medianMs = async (fund: number, path: string) => {
    const times: number[] = []
    for (let i = 0; i < requests; i++) {
      const startedMs = performance.now()
      await read({ port: portal.port, path: `/api/accounts/${fund}${path}`, headers, agent })
      times.push(performance.now() - startedMs)
    }
    return median(times)
  }
  try {
    const findings: Finding[] = []
    for (const page of pages) findings.push(await growthOf(context, page, medianMs))
    return findings
  } finally {
    agent.destroy()
    portal.stop()
  }
}

async function growthOf(
  { rounds }: BenchContext,
  { what, path, atMost }: Page,
  medianMs: (fund: number, path: string) => Promise<number>,
): Promise<Finding> {
  const funds = sizes.map((_size, index) => 1_000_001 + index)
  for (const fund of funds) await medianMs(fund, path)
  const measured: number[][] = []
  for (let round = 0; round < rounds; round++) {
    const row: number[] = []
    for (const fund of funds) row.push(await medianMs(fund, path))
    measured.push(row)
  }
  return {
    what: `${what}: time with ${sizes.at(-1)} transactions ÷ with ${sizes[0]}`,
    measured: median(measured.map(row => (row.at(-1) ?? 0) / (row[0] ?? 1))),
    ...(atMost === undefined ? {} : { atMost }),
    detail: `median ms ${measured.map(row => row.map(ms => ms.toFixed(2)).join('/')).join(', ')}; ${sizes.join('/')} transactions, ${requests} requests each, one at a time`,
  }
}

type Request = { port: number; path: string; headers: Record<string, string>; agent: Agent }

function read({ port, path, headers, agent }: Request): Promise<void> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers, agent }, response => {
      if (response.statusCode !== 200) return reject(new Error(`${path} answered ${response.statusCode}`))
      response.resume()
      response.on('end', resolve)
      response.on('error', reject)
    }).on('error', reject)
  })
}

export const fundSizesBench: Bench = { name: 'fund-sizes', run }
