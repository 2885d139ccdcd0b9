import { Agent } from 'node:http'
import {
  type Bench,
  type BenchContext,
  type BenchDatabase,
  type Finding,
  median,
  startBenchDatabase,
} from '../bench.ts'
import { sizeOf } from '../sizes.ts'
import { makeLedger } from './make-ledger.ts'
import { type FundSession, makeSessions } from './many-sessions.ts'
import { read } from './read.ts'
import { startPortal, startServer } from './start-server.ts'

const size = {
  funds: sizeOf('BENCH_FUNDS', { usual: 5000, smallest: 20 }),
  transactions: sizeOf('BENCH_TRANSACTIONS', { usual: 2_000_000, smallest: 2000 }),
}
const connections = 8
const range = 'from=2026-01-01&to=2026-06-30'
/** The pages that a session reads one after the other. */
const sections = [3, 1, 5, 2]
/** The number of sessions that alternate, so that the four pages of each are some time apart. */
const takingTurns = 100

type Get = { path: string; headers: Record<string, string> }

async function run(context: BenchContext): Promise<Finding[]> {
  const database = await startBenchDatabase()
  try {
    context.log(`writing ${size.transactions} transactions in ${size.funds} funds, and a session for each`)
    await makeLedger(database.admin, 'npt', size)
    return await measure(context, database, await makeSessions(database))
  } finally {
    await database.stop()
  }
}

/** All requests in their order: four pages of each session. */
function requestsOf(
  sessions: readonly FundSession[],
  path: (session: FundSession, section: number) => string,
) {
  const all: Get[] = []
  for (let first = 0; first < sessions.length; first += takingTurns)
    for (const section of sections)
      for (const session of sessions.slice(first, first + takingTurns))
        all.push({ path: path(session, section), headers: session.headers })
  return all
}

/** Sends every request once, in order, over all connections. Returns requests per second. */
async function sendAll(port: number, requests: readonly Get[]): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  let next = 0
  const connection = async () => {
    for (let request = requests[next++]; request !== undefined; request = requests[next++])
      await read({ port, agent, ...request })
  }
  const startedMs = performance.now()
  await Promise.all(Array.from({ length: connections }, connection))
  agent.destroy()
  return requests.length / ((performance.now() - startedMs) / 1000)
}

async function measure(
  { rounds, log }: BenchContext,
  { connection, secret, admin }: BenchDatabase,
  sessions: readonly FundSession[],
): Promise<Finding[]> {
  const { host, port, database: name } = connection
  const about = { server: { host, port, database: name }, secret, connections }
  const portal = await startPortal({ ...about, cachesAccess: true })
  const baseline = await startServer('./baseline-server.ts', { connection, connections })
  const ofPortal = requestsOf(
    sessions,
    ({ fundId }, section) => `/api/accounts/${fundId}/activity/${section}?${range}&first=10`,
  )
  const ofBaseline = requestsOf(
    sessions,
    ({ accountId }, section) => `/rows?account=${accountId}&section=${section}&${range}`,
  )
  try {
    await sendAll(baseline.port, ofBaseline)
    await sendAll(portal.port, ofPortal)
    const measured: { baseline: number; first: number; cached: number }[] = []
    for (let round = 0; round < rounds; round++) {
      const baselineSpeed = await sendAll(baseline.port, ofBaseline)
      // Empties the cache, so that each session’s first page reads its permissions.
      await admin.query("select pg_notify('almoner_access', '')")
      const first = await sendAll(portal.port, ofPortal)
      const cached = await sendAll(portal.port, ofPortal)
      measured.push({ baseline: baselineSpeed, first, cached })
      log(
        `requests per second: baseline ${baselineSpeed.toFixed(0)}, portal ${first.toFixed(0)}, with access cached ${cached.toFixed(0)}`,
      )
    }
    const detail = (side: 'first' | 'cached') =>
      `requests per second ${measured.map(each => `${each[side].toFixed(0)}/${each.baseline.toFixed(0)}`).join(', ')}; ${sessions.length} sessions, four pages of ten rows each, ${connections} connections`
    return [
      {
        what: 'four pages of the own fund in each of 5,000 sessions, portal ÷ baseline',
        measured: median(measured.map(each => each.first / each.baseline)),
        atLeast: 0.6,
        detail: detail('first'),
      },
      {
        what: 'the same with access cached',
        measured: median(measured.map(each => each.cached / each.baseline)),
        atLeast: 0.75,
        detail: detail('cached'),
      },
    ]
  } finally {
    await portal.stop()
    await baseline.stop()
  }
}

export const sessionsBench: Bench = { run }
