import { get } from 'node:http'
import {
  type Bench,
  type BenchContext,
  type BenchDatabase,
  type Finding,
  median,
  startBenchDatabase,
} from '../bench.ts'
import { signedIn } from '../ledger/signed-in.ts'
import { startPortal } from '../ledger/start-server.ts'
import { sizeOf } from '../sizes.ts'

const accounts = sizeOf('BENCH_ACCOUNTS', { usual: 200_000, smallest: 500 })

async function run(context: BenchContext): Promise<Finding[]> {
  const database = await startBenchDatabase()
  try {
    context.log(`writing ${accounts} accounts`)
    await makeAccounts(database)
    return await measure(context, database)
  } finally {
    await database.stop()
  }
}

async function makeAccounts({ admin }: BenchDatabase): Promise<void> {
  await admin.query(
    `insert into fund_account (book, fund_id, account_name, donor_name, opened_on)
     select 'npt', 1000000 + n, 'The ' || md5(n::text) || ' Family Fund', 'Donor ' || n, date '2001-01-01' + n % 9000
     from generate_series(1, $1::int) n`,
    [accounts],
  )
  await admin.query('analyze fund_account')
}

async function measure(context: BenchContext, database: BenchDatabase): Promise<Finding[]> {
  const { connection, secret } = database
  const { host, port, database: name } = connection
  const { headers } = await signedIn(database)
  const portal = await startPortal({
    server: { host, port, database: name },
    secret,
    connections: 4,
    cachesAccess: true,
  })
  try {
    const export_ = async (format: 'xlsx' | 'csv') => {
      const startedMs = performance.now()
      const { bytes, lines } = await download(portal.port, format, headers)
      return { bytes, lines, rowsPerSecond: accounts / ((performance.now() - startedMs) / 1000) }
    }
    const idleMb = (await portal.measure()).peakResidentMb
    const rounds: { xlsx: number; csv: number; csvRows: number }[] = []
    for (let round = 0; round < context.rounds; round++) {
      const csv = await export_('csv')
      const afterCsvMb = (await portal.measure()).peakResidentMb
      const xlsx = await export_('xlsx')
      context.log(
        `${csv.bytes} bytes of CSV, ${xlsx.bytes} of xlsx; peak memory ${afterCsvMb.toFixed(0)} MB after the CSV`,
      )
      // The first line has the column names.
      rounds.push({ xlsx: xlsx.rowsPerSecond, csv: csv.rowsPerSecond, csvRows: csv.lines - 1 })
    }
    const both = rounds.map(({ xlsx, csv }) => `${xlsx.toFixed(0)}/${csv.toFixed(0)}`).join(', ')
    return [
      {
        what: 'accounts.xlsx ÷ the same rows as CSV, rows a second',
        measured: median(rounds.map(({ xlsx, csv }) => xlsx / csv)),
        detail: `${both}; ${accounts} accounts`,
      },
      {
        what: 'rows of the CSV ÷ accounts',
        measured: Math.min(...rounds.map(({ csvRows }) => csvRows)) / accounts,
        atLeast: 1,
        atMost: 1,
        isJudgedAtAnySize: true,
        detail: `${rounds.map(({ csvRows }) => csvRows).join(', ')} of ${accounts}`,
      },
      {
        what: 'peak resident memory of the portal',
        measured: (await portal.measure()).peakResidentMb,
        unit: ' MB',
        atMost: 300,
        detail: `VmHWM of its process after all rounds; ${idleMb.toFixed(0)} MB before the first export`,
      },
    ]
  } finally {
    await portal.stop()
  }
}

/** Reads a file and keeps none of it. */
function download(
  port: number,
  format: string,
  headers: Record<string, string>,
): Promise<{ bytes: number; lines: number }> {
  const path = `/api/accounts/export?format=${format}`
  const options = { host: '127.0.0.1', port, path, headers: { ...headers, 'x-accountid': '0' } }
  return new Promise((resolve, reject) => {
    get(options, response => {
      if (response.statusCode !== 200) return reject(new Error(`the export answered ${response.statusCode}`))
      let bytes = 0
      let lines = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        for (let at = chunk.indexOf('\n'); at >= 0; at = chunk.indexOf('\n', at + 1)) lines += 1
      })
      response.on('end', () => resolve({ bytes, lines }))
      response.on('error', reject)
    }).on('error', reject)
  })
}

export const exportBench: Bench = { run }
