import { type Bench, type BenchContext, dataFolder, type Finding, machine } from './bench.ts'
import { contentBench } from './content/content.bench.ts'
import { fundActivityBench } from './ledger/fund-activity.bench.ts'
import { grantCommandBench } from './ledger/grant-command.bench.ts'
import { importBench } from './register/import.bench.ts'
import { searchBench } from './register/search.bench.ts'
import { signInBench } from './sign-in/sign-in.bench.ts'
import { firstLoadBench } from './web/first-load.bench.ts'

const benches: readonly Bench[] = [
  fundActivityBench,
  grantCommandBench,
  importBench,
  searchBench,
  contentBench,
  signInBench,
  firstLoadBench,
]

/** `npm run bench [name…]`: ratios, each side measured in turn in this one run. Exits 1 where one misses its mark. */
async function main(): Promise<void> {
  const asked = process.argv.slice(2)
  const unknown = asked.filter(name => !benches.some(bench => bench.name === name))
  if (unknown.length > 0)
    throw new Error(
      `No bench is called ${unknown.join(', ')}: there are ${benches.map(bench => bench.name).join(', ')}`,
    )
  const context: BenchContext = {
    rounds: Number(process.env.BENCH_ROUNDS ?? 3),
    dataFolder: dataFolder(),
    log: line => console.log(`  ${line}`),
  }
  console.log(`${machine()}; ${context.rounds} rounds, in turn`)
  let missed = 0
  for (const bench of benches.filter(each => asked.length === 0 || asked.includes(each.name))) {
    console.log(`\n${bench.name}`)
    for (const finding of await bench.run(context)) missed += report(finding) ? 0 : 1
  }
  process.exitCode = missed === 0 ? 0 : 1
}

function report({ what, measured, unit = '', atLeast, atMost, detail }: Finding): boolean {
  const reached =
    (atLeast === undefined || measured >= atLeast) && (atMost === undefined || measured <= atMost)
  const mark =
    atLeast === undefined ? (atMost === undefined ? '' : ` (at most ${atMost})`) : ` (at least ${atLeast})`
  console.log(
    `  ${reached ? 'reached' : 'MISSED '}  ${what}: ${measured.toFixed(2)}${unit}${mark} — ${detail}`,
  )
  return reached
}

await main()
