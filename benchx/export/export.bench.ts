import { readFile } from 'node:fs/promises'
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
import { startServer } from '../ledger/start-server.ts'

const accounts = Number(process.env.BENCH_ACCOUNTS ?? 200_000)

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
  const portal = await startServer('./portal-server.ts', {
    server: { host, port, database: name },
    secret,
    connections: 4,
    cachesAccess: true,
  })
  try {
    const export_ = async (format: 'xlsx' | 'csv') => {
      const startedMs = performance.now()
      const bytes = await download(portal.port, format, headers)
      return { bytes, rowsPerSecond: accounts / ((performance.now() - startedMs) / 1000) }
    }
    const idleMb = await peakResidentMb(portal.pid)
    const rounds: { xlsx: number; csv: number }[] = []
    for (let round = 0; round < context.rounds; round++) {
      const csv = await export_('csv')
      const afterCsvMb = await peakResidentMb(portal.pid)
      const xlsx = await export_('xlsx')
      context.log(
        `${csv.bytes} bytes of CSV, ${xlsx.bytes} of xlsx; peak memory ${afterCsvMb.toFixed(0)} MB after the CSV`,
      )
      rounds.push({ xlsx: xlsx.rowsPerSecond, csv: csv.rowsPerSecond })
    }
    const both = rounds.map(({ xlsx, csv }) => `${xlsx.toFixed(0)}/${csv.toFixed(0)}`).join(', ')
    return [
      {
        what: 'accounts.xlsx ÷ the same rows as CSV, rows a second',
        measured: median(rounds.map(({ xlsx, csv }) => xlsx / csv)),
        detail: `${both}; ${accounts} accounts`,
      },
      {
        what: 'peak resident memory of the portal',
        measured: await peakResidentMb(portal.pid),
        unit: ' MB',
        atMost: 300,
        detail: `VmHWM of its process after all rounds; ${idleMb.toFixed(0)} MB before the first export`,
      },
    ]
  } finally {
    portal.stop()
  }
}

/** Reads a file and keeps none of it. */
function download(port: number, format: string, headers: Record<string, string>): Promise<number> {
  const path = `/api/accounts/export?format=${format}`
  const options = { host: '127.0.0.1', port, path, headers: { ...headers, 'x-accountid': '0' } }
  return new Promise((resolve, reject) => {
    get(options, response => {
      if (response.statusCode !== 200) return reject(new Error(`the export answered ${response.statusCode}`))
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.on('end', () => resolve(bytes))
      response.on('error', reject)
    }).on('error', reject)
  })
}

/** The most memory that the process has had; Linux only. */
async function peakResidentMb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024
}

export const exportBench: Bench = { name: 'export', run }
