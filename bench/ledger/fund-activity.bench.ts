import { Agent } from 'node:http'
import autocannon from 'autocannon'
import {
  type Bench,
  type BenchContext,
  type BenchDatabase,
  type Finding,
  median,
  startBenchDatabase,
} from '../bench.ts'
import { isSmallest, loadFor, sizeOf } from '../sizes.ts'
import { makeLedger } from './make-ledger.ts'
import { readJson } from './read.ts'
import { signedIn } from './signed-in.ts'
import { startPortal, startServer } from './start-server.ts'

const size = {
  funds: sizeOf('BENCH_FUNDS', { usual: 5000, smallest: 20 }),
  transactions: sizeOf('BENCH_TRANSACTIONS', { usual: 2_000_000, smallest: 2000 }),
}
const connections = 8
const seconds = sizeOf('BENCH_SECONDS', { usual: 4, smallest: 1 })
const range = { from: '2026-01-01', to: '2026-06-30' }

type Target = { port: number; paths: readonly string[]; headers: Record<string, string> }

/** Requests per second over all funds. Every response must be 200. */
async function requestsPerSecond({ port, paths, headers }: Target): Promise<number> {
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections,
    ...loadFor(seconds),
    requests: paths.map(path => ({ method: 'GET', path, headers })),
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} refusals, ${result.errors} errors`)
  if (result['2xx'] === 0) throw new Error('no request was answered')
  return result['2xx'] / result.duration
}

async function run(context: BenchContext): Promise<Finding[]> {
  const database = await startBenchDatabase()
  try {
    context.log(`writing ${size.transactions} transactions in ${size.funds} funds`)
    await makeLedger(database.admin, 'npt', size)
    return await measure(context, database)
  } finally {
    await database.stop()
  }
}

async function measure(context: BenchContext, database: BenchDatabase): Promise<Finding[]> {
  const { connection, secret, admin } = database
  const { host, port, database: name } = connection
  const { headers } = await signedIn(database)
  const funds = await admin.query<{ account_id: string; fund_id: string }>(
    "select account_id, fund_id::text from fund_account where book = 'npt' order by fund_id limit 200",
  )
  const about = { server: { host, port, database: name }, secret, connections }
  const portal = await startPortal({ ...about, cachesAccess: true })
  const uncached = await startPortal({ ...about, cachesAccess: false })
  const baseline = await startServer('./baseline-server.ts', { connection, connections })
  try {
    const findings: Finding[] = []
    for (const page of pages) {
      const query = `from=${range.from}&to=${range.to}`
      const below = (root: string) =>
        funds.rows.map(fund => `${root}/accounts/${fund.fund_id}${page.portal}?${query}${page.extraQuery}`)
      const sides: Sides = {
        baseline: {
          port: baseline.port,
          headers: {},
          paths: funds.rows.map(
            fund => `/${page.baseline}?account=${fund.account_id}${page.baselineQuery}&${query}`,
          ),
        },
        portal: { port: portal.port, headers, paths: below('/api') },
        unguarded: { port: portal.port, headers, paths: below('/api/unguarded') },
        uncached: { port: uncached.port, headers, paths: below('/api') },
      }
      findings.push(await rowsOf(page.what, sides), ...(await ratiosOf(context, page.what, sides)))
    }
    return findings
  } finally {
    for (const server of [portal, uncached, baseline]) await server.stop()
  }
}

const pages = [
  {
    what: 'a page of rows (section 3, ten of them)',
    portal: '/activity/3',
    extraQuery: '&first=10',
    baseline: 'rows',
    baselineQuery: '&section=3',
  },
  {
    what: 'the statement (all sections summed)',
    portal: '/activity',
    extraQuery: '',
    baseline: 'statement',
    baselineQuery: '',
  },
]

/**
 * `baseline`: `node:http` and `pg` alone; `portal`: the portal; `unguarded`: the portal without the session check; `uncached`: the portal
 * that reads the permissions from the database for each request.
 */
const sideNames = ['baseline', 'portal', 'unguarded', 'uncached'] as const
type Sides = Record<(typeof sideNames)[number], Target>

/** How many rows the portal answers, of those that the baseline reads. */
async function rowsOf(what: string, { portal, baseline }: Sides): Promise<Finding> {
  const agent = new Agent()
  const [ofPortal, ofBaseline] = await Promise.all(
    [portal, baseline].map(async ({ port, headers, paths: [path = ''] }) => {
      // The contracts of both: rows, or for the portal's statement sections, of which it has empty ones too.
      const reply = (await readJson({ port, path, headers, agent })) as {
        data?: unknown[]
        sections?: { details: number }[]
      }
      return (reply.data ?? reply.sections?.filter(({ details }) => details > 0) ?? []).length
    }),
  )
  return {
    what: `${what}: rows of the portal`,
    measured: ofPortal ?? 0,
    atLeast: 1,
    isJudgedAtAnySize: true,
    detail: `${ofBaseline} of the baseline`,
  }
}

async function ratiosOf(context: BenchContext, what: string, sides: Sides): Promise<Finding[]> {
  if (!isSmallest) for (const name of sideNames) await requestsPerSecond(sides[name])
  const rounds: Record<keyof Sides, number>[] = []
  for (let round = 0; round < context.rounds; round++) {
    const speeds = { baseline: 0, portal: 0, unguarded: 0, uncached: 0 }
    for (const name of sideNames) speeds[name] = await requestsPerSecond(sides[name])
    rounds.push(speeds)
  }
  const ratio = (above: keyof Sides, below: keyof Sides) =>
    median(rounds.map(speeds => speeds[above] / speeds[below]))
  const detail = (above: keyof Sides, below: keyof Sides) =>
    `requests per second ${rounds.map(speeds => `${speeds[above].toFixed(0)}/${speeds[below].toFixed(0)}`).join(', ')}; ${size.transactions} transactions in ${size.funds} funds, ${connections} connections, ${seconds} s each`
  return [
    {
      what: `${what}, portal ÷ baseline`,
      measured: ratio('portal', 'baseline'),
      atLeast: 0.6,
      detail: detail('portal', 'baseline'),
    },
    {
      what: `${what}, with permissions read from the database for each request`,
      measured: ratio('uncached', 'baseline'),
      detail: detail('uncached', 'baseline'),
    },
    {
      what: `${what}, time with the session check ÷ without it`,
      measured: ratio('unguarded', 'portal'),
      atMost: 1.1,
      detail: detail('unguarded', 'portal'),
    },
    {
      what: `${what}, with permissions read from the database for each request`,
      measured: ratio('unguarded', 'uncached'),
      detail: detail('unguarded', 'uncached'),
    },
  ]
}

export const fundActivityBench: Bench = { run }
