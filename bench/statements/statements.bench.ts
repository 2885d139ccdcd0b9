import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import packageJson from '../../package.json' with { type: 'json' }
import { type Bench, type BenchDatabase, type Finding, startBenchDatabase } from '../bench.ts'
import { makeLedger } from '../ledger/make-ledger.ts'
import { sizeOf } from '../sizes.ts'
import type { StatementsRun } from './make-statements.ts'

const funds = sizeOf('BENCH_FUNDS', { usual: 5_000, smallest: 5 })
/** Over 1,900 days, so some ten rows a fund and quarter. */
const transactions = funds * 200
/** The limits of the heap with which `npm run serve` starts the portal. */
const heapFlags = [...packageJson.scripts.serve.matchAll(/--\S+/g)].map(([flag]) => flag)

/** The statements of all accounts of a book for one quarter, made in a process of their own as the portal makes them. */
export const statementsBench: Bench = {
  run: async ({ log }): Promise<Finding[]> => {
    const database = await startBenchDatabase()
    try {
      log(`writing ${funds} accounts with ${transactions} transactions`)
      await makeLedger(database.admin, 'npt', { funds, transactions })
      const { statements, durationMs, residentMb, loopDelayMs, bytes } = await runOnce(database)
      const perMinute = (statements / durationMs) * 60_000
      const detail = `${statements} statements in ${(durationMs / 1000).toFixed(0)} s, ${(bytes / statements / 1024).toFixed(0)} KiB each`
      return [
        {
          what: 'accounts that have their statement',
          measured: statements / funds,
          atLeast: 1,
          atMost: 1,
          isJudgedAtAnySize: true,
          detail,
        },
        { what: 'statements a minute', measured: perMinute, detail },
        { what: 'peak resident memory', measured: residentMb, unit: ' MB', atMost: 400, detail },
        {
          what: 'delay of the event loop, 99th percentile',
          measured: loopDelayMs,
          unit: ' ms',
          atMost: 50,
          detail,
        },
      ]
    } finally {
      await database.stop()
    }
  },
}

function runOnce({ connection, secret }: BenchDatabase): Promise<StatementsRun> {
  const { host, port, database } = connection
  const child = fork(
    fileURLToPath(new URL('make-statements.ts', import.meta.url)),
    [JSON.stringify({ server: { host, port, database }, secret })],
    { execArgv: heapFlags },
  )
  return new Promise((resolve, reject) => {
    child.once('message', message => resolve(message as StatementsRun))
    child.once('exit', code => reject(new Error(`the statements ended with ${code}`)))
  })
}
