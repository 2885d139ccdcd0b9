import { accountSearchBench } from './accounts/account-search.bench.ts'
import { advisorDashboardBench } from './accounts/advisor-dashboard.bench.ts'
import { type Bench, type BenchContext, dataFolder, type Finding, machine } from './bench.ts'
import { contentBench } from './content/content.bench.ts'
import { exportBench } from './export/export.bench.ts'
import { fairnessBench } from './fairness/fairness.bench.ts'
import { scheduleRunBench } from './grants/schedule-run.bench.ts'
import { fundActivityBench } from './ledger/fund-activity.bench.ts'
import { fundSizesBench } from './ledger/fund-sizes.bench.ts'
import { grantCommandBench } from './ledger/grant-command.bench.ts'
import { sessionsBench } from './ledger/sessions.bench.ts'
import { paymentRunBench } from './payments/payment-run.bench.ts'
import { importBench } from './register/import.bench.ts'
import { searchBench } from './register/search.bench.ts'
import { signInBench } from './sign-in/sign-in.bench.ts'
import { statementsBench } from './statements/statements.bench.ts'
import { firstLoadBench } from './web/first-load.bench.ts'

const benches: readonly Bench[] = [
  fundActivityBench,
  fundSizesBench,
  sessionsBench,
  grantCommandBench,
  importBench,
  searchBench,
  accountSearchBench,
  advisorDashboardBench,
  contentBench,
  exportBench,
  signInBench,
  fairnessBench,
  statementsBench,
  scheduleRunBench,
  paymentRunBench,
  firstLoadBench,
]

/** `npm run bench [name…]` measures both sides of each ratio in turn. Exits with 1 if a target is missed. */
async function main(): Promise<void> {
  const requested = process.argv.slice(2)
  const unknown = requested.filter(name => !benches.some(bench => bench.name === name))
  if (unknown.length > 0)
    throw new Error(
      `Unknown benchmark: ${unknown.join(', ')}. Available: ${benches.map(bench => bench.name).join(', ')}`,
    )
  const context: BenchContext = {
    rounds: Number(process.env.BENCH_ROUNDS ?? 3),
    dataFolder: dataFolder(),
    log: line => console.log(`  ${line}`),
  }
  console.log(`${machine()}; ${context.rounds} rounds`)
  let missedTargets = 0
  for (const bench of benches.filter(each => requested.length === 0 || requested.includes(each.name))) {
    console.log(`\n${bench.name}`)
    for (const finding of await bench.run(context)) missedTargets += report(finding) ? 0 : 1
  }
  process.exitCode = missedTargets === 0 ? 0 : 1
}

function report({ what, measured, unit = '', atLeast, atMost, detail }: Finding): boolean {
  const isReached =
    (atLeast === undefined || measured >= atLeast) && (atMost === undefined || measured <= atMost)
  const target =
    atLeast === undefined ? (atMost === undefined ? '' : ` (at most ${atMost})`) : ` (at least ${atLeast})`
  console.log(
    `  ${isReached ? 'reached' : 'MISSED '}  ${what}: ${measured.toFixed(2)}${unit}${target} — ${detail}`,
  )
  return isReached
}

await main()
