// npm run chaos [-- --seed 1 --kills 60 --restarts 20 --signers 1]: kills the program and its PostgreSQL at random moments while people give, approve and
// pay, and compares what was acknowledged with what is stored. Exits with 1 if something was lost, done twice or left undone.
import { parseArgs } from 'node:util'
import { secondMs } from '../src/domain/durations.ts'
import { type ChaosReport, chaosScripts, runChaos } from '../src/testing/chaos/run-chaos.ts'
import { temporaryDirectory } from '../src/testing/temporary/temporary-directory.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    kills: { type: 'string', default: '60' },
    restarts: { type: 'string', default: '20' },
    workers: { type: 'string', default: '8' },
    signers: { type: 'string', default: '1' },
    away: { type: 'string', default: '60' },
    folder: { type: 'string' },
  },
})

const report = await runChaos({
  seed: Number(values.seed),
  kills: Number(values.kills),
  restarts: Number(values.restarts),
  workers: Number(values.workers),
  signers: Number(values.signers),
  maxAwayMs: Number(values.away) * secondMs,
  maxLoadMs: 3_000,
  dataDir: values.folder ?? temporaryDirectory('chaos'),
  script: chaosScripts.start,
  log: line => console.log(line),
})
for (const line of linesOf(report)) console.log(line)
process.exit(report.findings.length > 0 ? 1 : 0)

function linesOf(chaos: ChaosReport): string[] {
  const { kill, restart } = chaos.recoveriesMs
  const list = (counts: Record<string, number>) =>
    Object.entries(counts)
      .map(([what, count]) => `${what} ${count}`)
      .join(', ')
  return [
    `${chaos.acknowledged} acknowledged, ${chaos.repeated} times repeated`,
    `acknowledged: ${list(chaos.kinds)}`,
    `answers: ${list(chaos.answers)}`,
    `serving again after a kill: ${spread(kill)}; after a restart of PostgreSQL: ${spread(restart)}`,
    `all jobs done ${(chaos.jobsDoneMs / 1000).toFixed(0)} s after the last command`,
    ...[...new Set(chaos.findings)].map(finding => `FOUND: ${finding}`),
    chaos.findings.length === 0
      ? 'nothing was lost, done twice or left undone'
      : `${chaos.findings.length} findings`,
  ]
}

function spread(timesMs: readonly number[]): string {
  const sorted = [...timesMs].sort((a, b) => a - b)
  const seconds = (ms: number | undefined) => ((ms ?? 0) / 1000).toFixed(1)
  return `median ${seconds(sorted[Math.floor(sorted.length / 2)])} s, longest ${seconds(sorted.at(-1))} s`
}
