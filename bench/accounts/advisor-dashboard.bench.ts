import { Agent } from 'node:http'
import { npt } from '../../src/clients/configuration/npt.ts'
import { addDays, dateOf } from '../../src/domain/dates.ts'
import { findAccount } from '../../src/features/accounts/server/accounts.queries.ts'
import { getDashboardTotals } from '../../src/features/advisor-dashboard/server/get-dashboard-totals.ts'
import { listDashboardAccounts } from '../../src/features/advisor-dashboard/server/list-dashboard-accounts.ts'
import type { DashboardContext } from '../../src/features/advisor-dashboard/server/show-dashboard.ts'
import { sumSectionsOfMany } from '../../src/features/fund-activity/server/subtotals.queries.ts'
import {
  type Bench,
  type BenchContext,
  type BenchDatabase,
  type Finding,
  median,
  percentile,
  startBenchDatabase,
} from '../bench.ts'
import { makeLedger } from '../ledger/make-ledger.ts'
import { post, type Request } from '../ledger/read.ts'
import { signedIn } from '../ledger/signed-in.ts'
import { startPortal } from '../ledger/start-server.ts'
import { sizeOf, usually } from '../sizes.ts'

const accounts = sizeOf('BENCH_ACCOUNTS', { usual: 1000, smallest: 80 })
const transactions = sizeOf('BENCH_TRANSACTIONS', { usual: 600_000, smallest: 1600 })
const opensPerRound = usually(100, 2)

// The sponsor’s day: a range may not end after it.
const today = dateOf(new Date(), npt.timeZone)
const range = { from: addDays(today, -5 * 365), to: today }

const opened = { keywords: '', waiting: false }
/** Ways to look at the dashboard. The first is how it opens. */
const views = [
  { what: 'first 50 accounts by name', query: {}, atMost: 30 },
  { what: 'first 50 by grants of the year', query: { sort: '-grants' }, atMost: 30 },
  { what: 'first 50 that match keywords', query: { keywords: 'fund 77' }, atMost: 30 },
] as const

/** The dashboard and the report of someone who looks after a thousand accounts, with some five years of transactions. */
async function run(context: BenchContext): Promise<Finding[]> {
  const database = await startBenchDatabase()
  try {
    context.log(`writing ${accounts} accounts with ${transactions} transactions`)
    await makeLedger(database.admin, 'npt', { funds: accounts, transactions })
    const { userId, headers } = await signedIn(database)
    await giveAccounts(database, userId)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const { host, port, database: name } = database.connection
    const portal = await startPortal({
      server: { host, port, database: name },
      secret: database.secret,
      connections: 4,
      cachesAccess: true,
    })
    try {
      const http = { port: portal.port, path: '', headers, agent }
      const { rows } = await database.admin.query<{ account_id: string }>(
        `select account_id from fund_account where book = 'npt' order by fund_id`,
      )
      const accountIds = rows.map(row => row.account_id)
      return [
        ...(await measureDashboard(context, database, userId, accountIds)),
        ...(await measureReport(context, database, http, accountIds)),
      ]
    } finally {
      agent.destroy()
      await portal.stop()
    }
  } finally {
    await database.stop()
  }
}

/** Makes the person the primary advisor of every account. */
async function giveAccounts({ admin }: BenchDatabase, userId: string): Promise<void> {
  await admin.query(
    `with advisor as (insert into party (book, name, user_id) values ('npt', 'Bench Reader', $1) returning party_id)
     insert into account_relationship (book, account_id, party_id, account_role_code)
     select 'npt', account_id, party_id, 'primary_advisor' from fund_account, advisor where book = 'npt'`,
    [userId],
  )
  for (const table of ['party', 'account_relationship']) await admin.query(`vacuum analyze ${table}`)
}

/** Alternates each view with a read by primary key through the same pool, as the search of accounts is measured. */
async function measureDashboard(
  { rounds, log }: BenchContext,
  { databases }: BenchDatabase,
  userId: string,
  accountIds: readonly string[],
): Promise<Finding[]> {
  const db = databases.book('npt')
  const context = {
    ...{ db, realmDb: databases.realm('npt'), client: npt, book: npt.book, otherBook: null, today },
    // The dashboard reads nothing else of the person.
    actor: { userId } as DashboardContext['actor'],
  }
  const all = [
    ...views.map(({ query, ...view }) => ({
      ...view,
      show: async () => {
        const { data } = await listDashboardAccounts({ query: { ...opened, first: 50, ...query } }, context)
        if (data.length === 0) throw new Error(`the dashboard shows no account: ${view.what}`)
      },
    })),
    {
      what: 'totals and pictures',
      atMost: undefined,
      show: async () => {
        await getDashboardTotals(
          { query: opened, params: undefined, body: undefined, upload: undefined },
          context,
        )
      },
    },
  ].map(view => ({ ...view, timesMs: [] as number[] }))
  const readsMs: number[] = []
  for (let open = -10; open < opensPerRound * rounds; open++)
    for (const { show, timesMs } of all) {
      const startedAtMs = performance.now()
      await show()
      const shownAtMs = performance.now()
      await findAccount(db, accountIds[Math.abs(open) % accountIds.length] ?? '')
      // The first ones only warm up both sides.
      if (open < 0) continue
      timesMs.push(shownAtMs - startedAtMs)
      readsMs.push(performance.now() - shownAtMs)
    }
  const readMs = median(readsMs)
  return all.map(({ what, atMost, timesMs }) => {
    log(`${what}: median ${median(timesMs).toFixed(2)} ms, 95th ${percentile(timesMs, 95).toFixed(2)} ms`)
    return {
      what: `dashboard with ${accounts} accounts, ${what}: 95th percentile ÷ median read by primary key`,
      measured: percentile(timesMs, 95) / readMs,
      unit: ' times',
      ...(atMost === undefined ? {} : { atMost }),
      detail: `${timesMs.length} times: median ${median(timesMs).toFixed(2)} ms, 95th ${percentile(timesMs, 95).toFixed(2)} ms; read ${readMs.toFixed(3)} ms`,
    }
  })
}

/** The report through the whole portal, in turns with its statement alone and with the same sums from the postings. */
async function measureReport(
  { rounds }: BenchContext,
  { admin, databases }: BenchDatabase,
  http: Request,
  accountIds: readonly string[],
): Promise<Finding[]> {
  const sides = {
    report: async () => {
      const { rows } = (await post(
        { ...http, path: '/api/advisor-dashboard/report' },
        {
          ...range,
          accounts: null,
          filter: { keywords: '', household: null, status: null, waiting: false },
        },
      )) as { rows: unknown[] }
      if (rows.length !== accounts) throw new Error(`the report has ${rows.length} rows`)
    },
    subtotals: () => sumSectionsOfMany(databases.book('npt'), accountIds, addDays(range.from, -1), range.to),
    postings: () =>
      admin.query(
        `select account_id, section, sum(amount_minor) filter (where effective_date < $2::date),
           sum(amount_minor) filter (where effective_date >= $2::date)
         from posting where account_id = any($1::uuid[]) and effective_date <= $3::date group by account_id, section`,
        [accountIds, range.from, range.to],
      ),
  }
  const timesMs = { report: [] as number[], subtotals: [] as number[], postings: [] as number[] }
  for (let turn = -1; turn < rounds * 5; turn++)
    for (const side of ['report', 'subtotals', 'postings'] as const) {
      const startedAtMs = performance.now()
      await sides[side]()
      if (turn >= 0) timesMs[side].push(performance.now() - startedAtMs)
    }
  const perSecond = (side: keyof typeof timesMs) => (accounts / median(timesMs[side])) * 1000
  return [
    {
      what: `report over ${accounts} accounts and five years: rows a second ÷ its statement alone`,
      measured: perSecond('report') / perSecond('subtotals'),
      unit: ' times',
      detail: `${(['report', 'subtotals', 'postings'] as const).map(side => `${side} ${perSecond(side).toFixed(0)} rows a second (${median(timesMs[side]).toFixed(1)} ms)`).join(', ')}; ${transactions} transactions, median of ${rounds * 5}`,
    },
  ]
}

export const advisorDashboardBench: Bench = { run }
