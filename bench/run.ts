import { readArguments } from './arguments.ts'
import { type Bench, type BenchContext, type Finding, isReached, machine, stopSharedServer } from './bench.ts'
import { isSmallest } from './sizes.ts'

/** By their names, in the order in which they run. Each is loaded when it runs, so that a wrong argument has its answer at once. */
const benches: Readonly<Record<string, () => Promise<Bench>>> = {
  'fund-activity': async () => (await import('./ledger/fund-activity.bench.ts')).fundActivityBench,
  'fund-sizes': async () => (await import('./ledger/fund-sizes.bench.ts')).fundSizesBench,
  sessions: async () => (await import('./ledger/sessions.bench.ts')).sessionsBench,
  'grant-command': async () => (await import('./ledger/grant-command.bench.ts')).grantCommandBench,
  import: async () => (await import('./register/import.bench.ts')).importBench,
  search: async () => (await import('./register/search.bench.ts')).searchBench,
  'account-search': async () => (await import('./accounts/account-search.bench.ts')).accountSearchBench,
  'advisor-dashboard': async () =>
    (await import('./accounts/advisor-dashboard.bench.ts')).advisorDashboardBench,
  content: async () => (await import('./content/content.bench.ts')).contentBench,
  export: async () => (await import('./export/export.bench.ts')).exportBench,
  'sign-in': async () => (await import('./sign-in/sign-in.bench.ts')).signInBench,
  fairness: async () => (await import('./fairness/fairness.bench.ts')).fairnessBench,
  statements: async () => (await import('./statements/statements.bench.ts')).statementsBench,
  'schedule-run': async () => (await import('./grants/schedule-run.bench.ts')).scheduleRunBench,
  'payment-run': async () => (await import('./payments/payment-run.bench.ts')).paymentRunBench,
  'bank-file': async () => (await import('./payments/bank-file.bench.ts')).bankFileBench,
  'posting-batch': async () => (await import('./postings/posting-batch.bench.ts')).postingBatchBench,
  'month-end': async () => (await import('./month-end/month-end.bench.ts')).monthEndBench,
  screening: async () => (await import('./screening/screening.bench.ts')).screeningBench,
  'new-version': async () => (await import('./screening/new-version.bench.ts')).newVersionBench,
  'first-load': async () => (await import('./web/first-load.bench.ts')).firstLoadBench,
  screens: async () => (await import('./web/screens.bench.ts')).screensBench,
  interaction: async () => (await import('./web/interaction.bench.ts')).interactionBench,
}

/**
 * `npm run bench [name…]` measures both sides of each ratio in turn. Exits with 1 if a target is missed, with 2 if the arguments are
 * wrong. `--smallest` judges only what is true at any size, and that all figures are numbers; it shows what is wrong, and one line for
 * each benchmark.
 */
async function main(): Promise<number> {
  const given = readArguments(process.argv.slice(2), process.env, Object.keys(benches))
  if (typeof given === 'string') {
    console.error(given)
    return 2
  }
  const { names, rounds, dataFolder } = given
  const log = (line: string) => (isSmallest ? undefined : console.log(`  ${line}`))
  console.log(`${machine()}; ${isSmallest ? 'smallest sizes' : `${rounds} rounds`}`)
  let missedTargets = 0
  try {
    for (const name of names) missedTargets += await runOne(name, { rounds, dataFolder, log })
  } finally {
    await stopSharedServer()
  }
  return missedTargets === 0 ? 0 : 1
}

/** Returns how many targets were missed. An error counts as one, and the other benchmarks still run. */
async function runOne(name: string, context: BenchContext): Promise<number> {
  const startedMs = performance.now()
  if (!isSmallest) console.log(`\n${name}`)
  const findings = await findingsOf(name, context).catch((error: unknown) => {
    console.error(`  ${name} ended with an error:`, error)
    return null
  })
  if (findings === null) return 1
  const missed = findings.filter(finding => !isReached(finding, isSmallest))
  for (const finding of isSmallest ? missed : findings) report(finding)
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
  const judged = findings.filter(({ isJudgedAtAnySize }) => isJudgedAtAnySize).length
  if (isSmallest) console.log(`  ${name}: ${findings.length} figures, ${judged} of them judged, ${seconds} s`)
  return missed.length
}

async function findingsOf(name: string, context: BenchContext): Promise<Finding[]> {
  const bench = await benches[name]?.()
  if (!bench) throw new Error(`there is no benchmark ${name}`)
  return await bench.run(context)
}

function report(finding: Finding): void {
  const { what, measured, unit = '', atLeast, atMost, detail } = finding
  const target =
    atLeast === undefined ? (atMost === undefined ? '' : ` (at most ${atMost})`) : ` (at least ${atLeast})`
  const verdict = isReached(finding, isSmallest) ? 'reached' : 'MISSED '
  console.log(`  ${verdict}  ${what}: ${measured.toFixed(2)}${unit}${target} — ${detail}`)
}

process.exitCode = await main()
