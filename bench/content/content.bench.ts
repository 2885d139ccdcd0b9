import { get, type IncomingMessage } from 'node:http'
import autocannon from 'autocannon'
import {
  type Bench,
  type BenchContext,
  type BenchDatabase,
  type Finding,
  median,
  startBenchDatabase,
} from '../bench.ts'
import { startPortal } from '../ledger/start-server.ts'
import { isSmallest, loadFor, sizeOf } from '../sizes.ts'

const connections = 8
const seconds = sizeOf('BENCH_SECONDS', { usual: 4, smallest: 1 })
const host = 'npt.localhost:3000'
/** The place with the most content: about twenty questions. */
const path = '/api/content/faq'

type Target = { port: number; headers: Record<string, string> }

async function requestsPerSecond({ port, headers }: Target, status: '2xx' | '3xx'): Promise<number> {
  const result = await autocannon({
    url: `http://127.0.0.1:${port}${path}`,
    connections,
    ...loadFor(seconds),
    headers: { host, ...headers },
  })
  const expected = result[status]
  if (expected === 0 || result.requests.total - expected > connections || result.errors > 0)
    throw new Error(
      `${expected} of ${result.requests.total} responses were ${status}, ${result.errors} errors`,
    )
  return expected / result.duration
}

async function run(context: BenchContext): Promise<Finding[]> {
  const database = await startBenchDatabase()
  try {
    return await measure(context, database)
  } finally {
    await database.stop()
  }
}

async function measure(context: BenchContext, { connection, secret }: BenchDatabase): Promise<Finding[]> {
  const { host: address, port, database: name } = connection
  const about = { server: { host: address, port, database: name }, secret, connections }
  const cached = await startPortal({ ...about, cachesAccess: true })
  const uncached = await startPortal({ ...about, cachesAccess: false })
  try {
    const etag = await etagOf(cached.port)
    const sides = {
      memory: () => requestsPerSecond({ port: cached.port, headers: {} }, '2xx'),
      database: () => requestsPerSecond({ port: uncached.port, headers: {} }, '2xx'),
      known: () => requestsPerSecond({ port: cached.port, headers: { 'if-none-match': etag } }, '3xx'),
    }
    if (!isSmallest) for (const side of Object.values(sides)) await side()
    const rounds: { memory: number; database: number; known: number }[] = []
    for (let round = 0; round < context.rounds; round++)
      rounds.push({
        memory: await sides.memory(),
        database: await sides.database(),
        known: await sides.known(),
      })
    const detail = (above: keyof typeof sides, below: keyof typeof sides) =>
      `requests per second ${rounds.map(speeds => `${speeds[above].toFixed(0)}/${speeds[below].toFixed(0)}`).join(', ')}; ${connections} connections, ${seconds} s each`
    return [
      {
        what: 'content of a place, from the cache ÷ from the database',
        measured: median(rounds.map(({ memory, database }) => memory / database)),
        atLeast: 5,
        detail: detail('memory', 'database'),
      },
      {
        what: '304 responses ÷ full responses from the cache',
        measured: median(rounds.map(({ known, memory }) => known / memory)),
        atLeast: 0.8,
        detail: detail('known', 'memory'),
      },
    ]
  } finally {
    for (const server of [cached, uncached]) await server.stop()
  }
}

async function etagOf(port: number): Promise<string> {
  // node:http, because fetch does not allow a Host header.
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    get({ port, path, headers: { host } }, resolve).on('error', reject),
  )
  answer.resume()
  const { etag } = answer.headers
  if (etag === undefined) throw new Error(`${path} answered ${answer.statusCode} without an ETag`)
  return etag
}

export const contentBench: Bench = { run }
