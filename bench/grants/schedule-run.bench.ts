import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import packageJson from '../../package.json' with { type: 'json' }
import { addDays, dateOf } from '../../src/domain/dates.ts'
import { makeCharity } from '../../src/testing/factories/make-charity.ts'
import { type Bench, type BenchDatabase, type Finding, median, startBenchDatabase } from '../bench.ts'
import { baselineGrants } from '../ledger/baseline-grant.ts'
import { makeBenchFunds } from '../ledger/make-bench-funds.ts'
import { signedIn } from '../ledger/signed-in.ts'
import { sizeOf, usually } from '../sizes.ts'
import type { SchedulesRun } from './run-schedules.ts'

const grants = sizeOf('BENCH_GRANTS', { usual: 100_000, smallest: 20 })
const funds = usually(1_000, 10)
const baselineSeconds = usually(10, 0.1)
/** The limits of the heap with which `npm run serve` starts the portal. */
const heapFlags = [...packageJson.scripts.serve.matchAll(/--\S+/g)].map(([flag]) => flag)

/** One morning on which many schedules fall due, compared with the baseline transaction of a grant; both over one connection. */
export const scheduleRunBench: Bench = {
  run: async ({ log }): Promise<Finding[]> => {
    const database = await startBenchDatabase()
    try {
      return await measure(database, log)
    } finally {
      await database.stop()
    }
  },
}

async function measure(database: BenchDatabase, log: (line: string) => void): Promise<Finding[]> {
  const accounts = (await makeBenchFunds(database, funds)).map(({ accountId }) => accountId)
  const { userId } = await signedIn(database)
  const { charityId } = await makeCharity(database.databases)
  const baseline = () =>
    baselineGrants(database, {
      accounts,
      people: [userId],
      transaction: 'writes',
      charityId,
      connections: 1,
      seconds: baselineSeconds,
    })
  log(`writing ${grants} schedules in ${funds} funds`)
  await makeSchedules(database, { userId, charityId })
  const before = await baseline()
  const { durationMs, residentMb } = await runOnce(database)
  const after = await baseline()
  const perSecond = (grants / durationMs) * 1000
  const tenth = Math.max(1, Math.floor(residentMb.length / 10))
  const [early, late] = [median(residentMb.slice(tenth, 2 * tenth)), median(residentMb.slice(-tenth))]
  const detail = `${perSecond.toFixed(0)} and ${before.toFixed(0)}, ${after.toFixed(0)} grants a second; ${grants} grants in ${(durationMs / 1000).toFixed(0)} s, fsync on`
  const memory = `${early.toFixed(0)} MB after a tenth, ${late.toFixed(0)} MB in the last, at most ${Math.max(...residentMb).toFixed(0)} MB`
  return [
    {
      what: 'a run of due schedules ÷ the baseline transaction',
      measured: perSecond / median([before, after]),
      atLeast: 0.4,
      detail,
    },
    {
      what: 'memory in the last tenth ÷ after the first',
      measured: late / early,
      atMost: 1.25,
      detail: memory,
    },
    await consistency(database),
  ]
}

/** Each is due once, a week ago, and certified by a donor of its account. */
async function makeSchedules(
  { admin }: BenchDatabase,
  { userId, charityId }: { userId: string; charityId: string },
): Promise<void> {
  await admin.query(
    `with donor as (insert into party (book, name, user_id) values ('npt', 'Bench Reader', $1) returning party_id)
     insert into account_relationship (book, account_id, party_id, account_role_code)
       select 'npt', account_id, party_id, 'donor' from donor cross join fund_account where fund_account.book = 'npt'`,
    [userId],
  )
  const startsOn = addDays(dateOf(new Date(), 'America/New_York'), -7)
  await admin.query(
    `insert into grant_schedule (book, schedule_id, account_id, charity_id, charity_name, amount_minor, purpose_code,
       naming_code, frequency, starts_on, next_on, certified_at, certified_by, certified_by_name, certified_by_side,
       created_by, created_by_name, created_by_side, year_sum_minor, created_at, changed_at, idempotency_key)
     select 'npt', gen_random_uuid(), a.account_id, $1, 'Bench Charity', 25000, 'where_needed',
       'fund_only', 'once', $2::date, $2::date, now(), $3::uuid, 'Bench Reader', 'fund',
       $3::uuid, 'Bench Reader', 'fund', 25000, now(), now(), gen_random_uuid()
     from (select account_id, row_number() over () as nth from fund_account where book = 'npt') as a
       join generate_series(0, $4::int - 1) as n on n % (select count(*) from fund_account where book = 'npt') = a.nth - 1`,
    [charityId, startsOn, userId, grants],
  )
}

function runOnce({ connection, secret }: BenchDatabase): Promise<SchedulesRun> {
  const { host, port, database } = connection
  const child = fork(
    fileURLToPath(new URL('run-schedules.ts', import.meta.url)),
    [JSON.stringify({ server: { host, port, database }, secret })],
    { execArgv: heapFlags },
  )
  return new Promise((resolve, reject) => {
    child.once('message', message => resolve(message as SchedulesRun))
    child.once('exit', code => reject(new Error(`the run ended with ${code}`)))
  })
}

async function consistency({ admin }: BenchDatabase): Promise<Finding> {
  const { rows } = await admin.query<{ grants: number; schedules: number }>(
    `select count(*)::int as grants, count(distinct schedule_id)::int as schedules
     from grant_recommendation where schedule_id is not null`,
  )
  const { grants: made = 0, schedules = 0 } = rows[0] ?? {}
  return {
    what: 'schedules that have exactly one grant',
    measured: made === schedules ? schedules / grants : 0,
    atLeast: 1,
    atMost: 1,
    isJudgedAtAnySize: true,
    detail: `${made} grants of ${schedules} schedules`,
  }
}
