import autocannon from 'autocannon'
import {
  type Bench,
  type BenchContext,
  type BenchDatabase,
  type Finding,
  median,
  startBenchDatabase,
} from '../bench.ts'
import { makeLedger } from './make-ledger.ts'
import { signedIn } from './signed-in.ts'
import { startServer } from './start-server.ts'

const size = {
  funds: Number(process.env.BENCH_FUNDS ?? 5000),
  transactions: Number(process.env.BENCH_TRANSACTIONS ?? 2_000_000),
}
const connections = 8
const seconds = Number(process.env.BENCH_SECONDS ?? 4)
const range = { from: '2026-01-01', to: '2026-06-30' }

type Target = { port: number; paths: readonly string[]; headers: Record<string, string> }

/** Requests a second over the funds in turn; every answer must be 200. */
async function requestsPerSecond({ port, paths, headers }: Target): Promise<number> {
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections,
    duration: seconds,
    requests: paths.map(path => ({ method: 'GET', path, headers })),
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} refusals, ${result.errors} errors`)
  return result['2xx'] / result.duration
}

async function run(context: BenchContext): Promise<Finding[]> {
  const database = await startBenchDatabase()
  try {
    context.log(`making ${size.transactions} transactions in ${size.funds} funds`)
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
  const portal = await startServer('./portal-server.ts', {
    server: { host, port, database: name },
    secret,
    connections,
  })
  const bare = await startServer('./bare-server.ts', { connection, connections })
  try {
    const pages = [
      {
        what: 'a page of rows (section 3, ten of them)',
        portal: '/activity/3',
        sort: '&first=10',
        bare: 'rows',
      },
      { what: 'the statement (all sections summed)', portal: '/activity', sort: '', bare: 'statement' },
    ]
    const findings: Finding[] = []
    for (const page of pages) {
      const query = `from=${range.from}&to=${range.to}`
      const sides = {
        portal: {
          port: portal.port,
          headers,
          paths: funds.rows.map(fund => `/api/accounts/${fund.fund_id}${page.portal}?${query}${page.sort}`),
        },
        bare: {
          port: bare.port,
          headers: {},
          paths: funds.rows.map(fund => `/${page.bare}?account=${fund.account_id}&${query}`),
        },
      }
      findings.push(await ratioOf(context, page.what, sides))
    }
    return findings
  } finally {
    portal.stop()
    bare.stop()
  }
}

async function ratioOf(
  context: BenchContext,
  what: string,
  sides: { portal: Target; bare: Target },
): Promise<Finding> {
  await requestsPerSecond(sides.bare)
  await requestsPerSecond(sides.portal)
  const ratios: number[] = []
  const seen: string[] = []
  for (let round = 0; round < context.rounds; round++) {
    const bare = await requestsPerSecond(sides.bare)
    const portal = await requestsPerSecond(sides.portal)
    ratios.push(portal / bare)
    seen.push(`${portal.toFixed(0)}/${bare.toFixed(0)}`)
  }
  return {
    what: `${what}, portal ÷ bare`,
    measured: median(ratios),
    atLeast: 0.6,
    detail: `requests a second ${seen.join(', ')}; ${size.transactions} transactions in ${size.funds} funds, ${connections} connections, ${seconds} s each`,
  }
}

export const fundActivityBench: Bench = { name: 'fund-activity', run }
