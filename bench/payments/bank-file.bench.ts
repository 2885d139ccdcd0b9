import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { npt } from '../../src/clients/configuration/npt.ts'
import { camtFile } from '../../src/testing/payments/camt.ts'
import { temporaryDirectory } from '../../src/testing/temporary/temporary-directory.ts'
import { type Bench, type BenchDatabase, type Finding, startBenchDatabase } from '../bench.ts'
import { heapFlags, imageVariables } from '../heap-flags.ts'
import { sizeOf } from '../sizes.ts'
import type { FileTimes } from './read-large-file.ts'

const lines = sizeOf('BENCH_LINES', { usual: 100_000, smallest: 300 })
const centsEach = 12_34

/** A statement of as many entries as the portal reads in one file: checked, applied, and its credits in suspense. */
export const bankFileBench: Bench = {
  run: async ({ log }): Promise<Finding[]> => {
    const database = await startBenchDatabase()
    try {
      const path = join(temporaryDirectory('bench'), 'statement.xml')
      log(`writing a statement of ${lines} entries`)
      await writeStatement(path)
      const times = await readOnce(database, path)
      return [...findings(times), await booked(database)]
    } finally {
      await database.stop()
    }
  },
}

/** Every other entry is a credit of a stranger, and goes into suspense; the others are debits that no payment explains. */
async function writeStatement(path: string): Promise<void> {
  const { accountNumber: account, routingNumber: bank } = npt.payments
  const closing = lines % 2 === 0 ? '0.00' : (centsEach / 100).toFixed(2)
  const text = camtFile([
    {
      account,
      bank,
      opening: '0.00',
      closing,
      entries: Array.from({ length: lines }, (_, index) => ({
        amount: (centsEach / 100).toFixed(2),
        side: index % 2 === 0 ? ('CRDT' as const) : ('DBIT' as const),
        servicerRef: `BENCH-${index}`,
        text: `TRANSFER OF STRANGER ${index}`,
      })),
    },
  ])
  const file = createWriteStream(path)
  file.end(text)
  await finished(file)
}

async function readOnce({ connection, secret }: BenchDatabase, path: string): Promise<FileTimes> {
  const { host, port, database } = connection
  const about = { server: { host, port, database }, secret, key: randomBytes(32).toString('hex'), path }
  const child = fork(fileURLToPath(new URL('read-large-file.ts', import.meta.url)), [JSON.stringify(about)], {
    execArgv: heapFlags,
    env: { ...process.env, ...imageVariables },
  })
  return await new Promise<FileTimes>((resolve, reject) => {
    // The child sends this and nothing else.
    child.on('message', times => resolve(times as FileTimes))
    child.on('exit', code => reject(new Error(`the file was not read: exit ${code}`)))
  })
}

const secondsOf = (ms: number) => `${(ms / 1000).toFixed(1)} s`

function findings({
  lines: read,
  checkMs,
  applyMs,
  jobMs,
  beforeMb,
  mostMb,
  longestWaitMs,
}: FileTimes): Finding[] {
  const detail = `${read} lines: checked in ${secondsOf(checkMs)}, applied in ${secondsOf(applyMs)}, its jobs in ${secondsOf(jobMs)}`
  return [
    {
      what: 'checking and applying a large statement',
      measured: (checkMs + applyMs + jobMs) / 1000,
      unit: ' s',
      atMost: 60,
      detail,
    },
    {
      what: 'memory of the program meanwhile',
      measured: mostMb - beforeMb,
      unit: ' MB',
      atMost: 300,
      detail: `${beforeMb.toFixed(0)} MB before, at most ${mostMb.toFixed(0)} MB`,
    },
    {
      what: 'the longest that another request waited',
      measured: longestWaitMs,
      unit: ' ms',
      atMost: 250,
      detail: 'by a timer of 10 ms in the same process',
    },
  ]
}

/** Each entry is stored once, and each credit is in suspense. */
async function booked({ admin }: BenchDatabase): Promise<Finding> {
  const { rows } = await admin.query<{ stored: number; held: string }>(
    `select (select count(*)::int from bank_line) as stored,
       (select coalesce(sum(amount_minor), 0)::text from posting where ledger = 'suspense') as held`,
  )
  const { stored = 0, held = '0' } = rows[0] ?? {}
  const expected = centsEach * Math.ceil(lines / 2)
  return {
    what: 'what is stored and in suspense ÷ what the statement has',
    measured: stored === lines ? Number(held) / expected : 0,
    atLeast: 1,
    atMost: 1,
    isJudgedAtAnySize: true,
    detail: `${stored} lines, ${held} in suspense`,
  }
}
